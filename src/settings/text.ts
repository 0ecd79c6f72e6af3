import { entries } from './settings';

type Setting = (typeof entries)[number][1];

function shownDefault({ default: value }: Setting): string {
  return value === undefined ? '' : typeof value === 'object' ? value.join(',') : String(value);
}

/** Renders the table of `ats serve --help`. */
export function settingsHelp(): string {
  const width = Math.max(...entries.map(([, { name }]) => name.length));
  const lines = entries.map(([, entry]) => {
    const fallback = shownDefault(entry);
    const note = fallback === '' ? '' : ` [${fallback}]`;
    return `  ${entry.name.padEnd(width)}  ${entry.why}${note}`;
  });
  return ['Settings (environment variables, default in brackets):', ...lines].join('\n');
}

/** Renders docs/reference/settings.md. */
export function settingsMarkdown(): string {
  const lines = entries.map(([, entry]) => {
    const fallback = shownDefault(entry);
    const cells = [`\`${entry.name}\``, entry.kind.form, fallback === '' ? '' : `\`${fallback}\``, entry.why];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return `# Settings

The service reads these environment variables once, at start. \`npx ats serve --help\` prints the same list.

- An unknown name that begins with \`ATS_\` stops the start. A wrong value stops it too. The message names every error at once.
- In production (\`ATS_ENV=production\`) you must set \`DATABASE_URL\`, \`ATS_SECRETS_KEYS\`, \`STRIPE_SECRET_KEY\`,
  \`STRIPE_WEBHOOK_SECRET\` and \`ATS_PUBLIC_URL\`. Unsafe values are refused ([checks](../operations/checks.md)).
- \`STRIPE_SECRET_KEY\` needs \`STRIPE_WEBHOOK_SECRET\`. \`OIDC_ISSUER\` needs \`OIDC_CLIENT_ID\`.

| variable | value | default | meaning |
|---|---|---|---|
${lines.join('\n')}
`;
}

import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { catalogue, type CatalogueEntry } from '../src/domain/catalogue';
import { mermaid } from '../src/domain/machine';
import { machines } from '../src/domain/machines/all';
import { printedSchema } from '../src/graphql/schema';
import { settingsMarkdown } from '../src/settings';
import { unannounced } from './breaking';
import { openApiTypes } from './openapi-types';
import { openApiJson, parityMarkdown } from './rest';

const root = dirname(__dirname);

function errorsMarkdown(): string {
  const sections = Object.entries<CatalogueEntry>(catalogue).map(([code, entry]) => {
    const members = entry.members.map((member) => `\`${member}\``).join(', ');
    return `## ${code}

${entry.status} · ${entry.title} · ${entry.recovery}

${entry.meaning}

What to do: ${entry.remedy}
${members === '' ? '' : `\nMembers of its own: ${members}.\n`}`;
  });
  return `# Errors

Every code this service answers with. A problem body (REST) has them as \`code\`, a GraphQL error as \`extensions.code\`.
\`recovery\` says what can be done: \`transient\` try again, \`correctable\` change the request, \`terminal\` give up.

${sections.join('\n')}`;
}

function statesMarkdown(): string {
  const sections = machines.map((machine) => `## ${machine.name}\n\n\`\`\`mermaid\n${mermaid(machine)}\`\`\`\n`);
  return `# States

Drawn from the rows the service itself checks with (\`src/domain/machines/\`). An arrow says what happens and, in brackets,
under which condition; what has no arrow is refused.

${sections.join('\n')}`;
}

/** Every file that is made from the code, and how. */
const files: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/reference/errors.md': errorsMarkdown,
  'docs/reference/settings.md': settingsMarkdown,
  'docs/reference/states.md': statesMarkdown,
  'schema.graphql': printedSchema,
  'openapi.json': openApiJson,
  'docs/reference/parity.md': parityMarkdown,
  'test/rest/openapi-types.d.ts': () => openApiTypes(openApiJson()),
};

/** Writes what differs, or only names it; answers how many findings there are. */
async function bring(check: boolean): Promise<number> {
  let stale = 0;
  for (const [name, make] of Object.entries(files)) {
    const path = join(root, name);
    const made = await make();
    if (existsSync(path) && readFileSync(path, 'utf8') === made) continue;
    if (!check) writeFileSync(path, made);
    console.log(check ? `${name} is not what the code says: npm run generate` : `wrote ${name}`);
    stale += 1;
  }
  return check ? stale : 0;
}

function refuseBreaking(): number {
  const changes = unannounced(printedSchema());
  for (const change of changes) console.log(`schema.graphql breaks its callers: ${change}`);
  if (changes.length > 0) console.log('say so in CHANGELOG.md, on a line with the word "breaking"');
  return changes.length;
}

async function main(): Promise<void> {
  const check = process.argv.includes('--check');
  process.exitCode = (await bring(check)) + (check ? refuseBreaking() : 0) > 0 ? 1 : 0;
}

void main();

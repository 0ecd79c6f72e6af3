import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { format, resolveConfig } from 'prettier';
import { errorCatalogue, type CatalogueEntry } from '../src/domain/errors/catalogue';
import { mermaid } from '../src/domain/state-machine';
import { machines } from '../src/domain/state-machines';
import { createSchema, printedSchema } from '../src/api/graphql/schema';
import { settingsMarkdown } from '../src/settings/text';
import { lyingPicture, lyingSection } from '../proof/simulation/report/lying-page';
import { mutantsMarkdown } from '../proof/mutants/page';
import { unannounced } from './breaking';
import { clientErrors } from './client-errors';
import { type ClientDocuments, clientDocuments, clientOperationFiles } from './client-operations';
import { clientTypes } from './client-types';
import { consoleDocuments } from './console-documents';
import { asyncApiJson } from './event-apis';
import { eventsMarkdown } from './event-documents';
import { openApiTypes } from './openapi-types';
import { postmanJson } from './postman';
import { pythonErrorClasses } from './python/error-classes';
import { pythonModels } from './python/models';
import { pythonDocuments, pythonGroups } from './python/operation-text';
import { pythonFunctionsTable } from './python/readme';
import { synchronousFiles } from './python/synchronous';
import { amountsTable, withGenerated } from './policy-tables';
import { openApiJson, parityMarkdown } from './rest';
import { freshSchema } from './schema-dump';
import { specificationMarkdown } from './specification';

const root = dirname(__dirname);

function errorsMarkdown(): string {
  const sections = Object.entries<CatalogueEntry>(errorCatalogue).map(([code, entry]) => {
    const members = entry.members.map((member) => `\`${member}\``).join(', ');
    return `## ${code}

${entry.status} · ${entry.title} · ${entry.recovery}

${entry.meaning}

What to do: ${entry.remedy}
${members === '' ? '' : `\nExtra members: ${members}.\n`}`;
  });
  return `# Errors

Every error has one of these codes. REST sends it as \`code\` in a problem body. GraphQL sends it as \`extensions.code\`.

Each section shows the HTTP status, the title and the recovery:

| recovery | meaning |
|---|---|
| \`transient\` | Repeat the same request later. |
| \`correctable\` | Change the request, then send it again. |
| \`terminal\` | Do not repeat the request. Follow "What to do" instead. |

"Extra members" lists the other members of an error, besides code, status, title, detail, recovery and remedy. This page and REST write the names in
snake_case (\`server_time\`). GraphQL writes them in camelCase (\`extensions.serverTime\`).

${sections.join('\n')}`;
}

function statesMarkdown(): string {
  const sections = machines.map((machine) => `## ${machine.name}\n\n\`\`\`mermaid\n${mermaid(machine)}\`\`\`\n`);
  return `# States

These diagrams are generated from the transition tables that the service runs. An arrow shows an action, with its condition in
brackets. The service refuses every action without an arrow.

${sections.join('\n')}`;
}

async function pythonReadme(): Promise<string> {
  const page = readFileSync(join(root, 'python/README.md'), 'utf8');
  return formatted(withGenerated(page, 'functions of the client', pythonFunctionsTable(...pythonSources())));
}

async function formatted(page: string): Promise<string> {
  return format(page, { parser: 'markdown', ...(await resolveConfig(join(root, 'package.json'))) });
}

async function settlementMarkdown(): Promise<string> {
  const page = readFileSync(join(root, 'docs/concepts/settlement.md'), 'utf8');
  const parts = {
    'amounts of slash_policy_v1.1': amountsTable('slash_policy_v1.1'),
    'what lying pays': lyingSection(),
    'amounts of slash_policy_v1': amountsTable('slash_policy_v1'),
  };
  const filled = Object.entries(parts).reduce((text, [name, part]) => withGenerated(text, name, part), page);
  return formatted(filled);
}

/** The operations of the Python package are those of the client for Node.js. */
function pythonSources(): [GraphQLSchema, ClientDocuments] {
  const schema = createSchema();
  return [schema, clientDocuments(root, schema)];
}

/** Generated files, each with the function that renders it. */
const files: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/reference/errors.md': errorsMarkdown,
  'docs/reference/settings.md': settingsMarkdown,
  'docs/reference/states.md': statesMarkdown,
  'docs/concepts/settlement.md': settlementMarkdown,
  'docs/concepts/lying.svg': lyingPicture,
  'docs/proofs/mutants.md': () => mutantsMarkdown('proof/mutants/mutants'),
  'docs/specification.md': specificationMarkdown,
  'schema.graphql': printedSchema,
  'schema.sql': freshSchema,
  'packages/client/src/schema.ts': () => clientTypes(createSchema()),
  'python/src/agent_trading/error_classes.py': pythonErrorClasses,
  'python/src/agent_trading/models.py': () => pythonModels(...pythonSources()),
  'python/src/agent_trading/operation_documents.py': () => pythonDocuments(...pythonSources()),
  'python/src/agent_trading/_async/operations.py': () => pythonGroups(...pythonSources()),
  ...synchronousFiles(root),
  'python/README.md': pythonReadme,
  'docs/reference/events.md': eventsMarkdown,
  'openapi.json': openApiJson,
  'asyncapi.json': () => asyncApiJson(createSchema()),
  'postman.json': () => postmanJson(openApiJson()),
  'docs/reference/parity.md': parityMarkdown,
  'test/integration/rest/openapi-types.d.ts': () => openApiTypes(openApiJson()),
};

/** The generated sources of the client and of the console, in the format of the other sources. */
async function sourceFiles(): Promise<typeof files> {
  const options = await resolveConfig(join(root, 'package.json'));
  const schema = createSchema();
  const client = await clientOperationFiles(root, schema);
  const errors = { 'packages/client/src/error-codes.ts': clientErrors() };
  const texts = Object.entries({ ...client, ...errors, ...(await consoleDocuments(root, schema)) });
  return Object.fromEntries(
    texts.map(([name, text]) => [name, () => format(text, { filepath: name, ...options })] as const),
  );
}

/** Writes stale files of this folder. With `check` it only reports them and returns their number. */
async function writeStaleFiles(check: boolean, folder: string): Promise<number> {
  let stale = 0;
  for (const [name, render] of Object.entries({ ...files, ...(await sourceFiles()) })) {
    if (!name.startsWith(folder)) continue;
    const path = join(root, name);
    const text = await render();
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    if (!check) writeFileSync(path, text);
    console.log(check ? `${name} is out of date: run npm run generate` : `wrote ${name}`);
    stale += 1;
  }
  return check ? stale : 0;
}

function countBreakingChanges(): number {
  const changes = unannounced({ schema: printedSchema(), openApi: openApiJson() });
  for (const change of changes) console.log(`the interface has a breaking change: ${change}`);
  if (changes.length > 0) console.log('announce it in CHANGELOG.md, on a line with the word "breaking"');
  return changes.length;
}

/** Usage: `npm run generate [-- <folder>]`, and with `--check` without writing. */
async function main(): Promise<void> {
  const check = process.argv.includes('--check');
  const [folder = ''] = process.argv.slice(2).filter((argument) => argument !== '--check');
  process.exitCode = (await writeStaleFiles(check, folder)) + (check ? countBreakingChanges() : 0) > 0 ? 1 : 0;
}

void main();

/** Import rules between folders: domain ← database ← ledger ← operations ← api, workers. Nothing imports upwards. */

const inside = (...folders) => `^src/(${folders.join('|')})(/|\\.ts$)`;
const folders = [
  'adapters',
  'api/auth',
  'api/connections',
  'api/graphql',
  'api/http',
  'api/responses',
  'api/rest',
  'api/subscriptions',
  'cli',
  'client',
  'console',
  'database',
  'domain',
  'ledger',
  'mcp',
  'operations',
  'sandbox',
  'settings',
  'workers',
  'package-folder',
  'app',
  'main',
];

/** `from` may import its own files and the folders in `allowed`; no others of src. */
function only(name, from, allowed, comment) {
  const refused = folders.filter((folder) => folder !== from && !allowed.includes(folder));
  return { name, severity: 'error', comment, from: { path: inside(from) }, to: { path: inside(...refused) } };
}

module.exports = {
  forbidden: [
    only('domain-is-pure', 'domain', [], 'The domain contains the rules. It imports no other folder.'),
    {
      name: 'domain-has-no-packages',
      severity: 'error',
      comment:
        'The domain has no I/O, no clock and no randomness. It uses the TypeID package and hashing, nothing else.',
      from: { path: inside('domain') },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'core'], pathNot: 'typeid-js|^crypto$|^node:crypto$' },
    },
    only(
      'database-knows-the-domain',
      'database',
      ['domain', 'package-folder'],
      'The database folder stores and loads facts. The domain and the operations decide what they mean.',
    ),
    only(
      'ledger-knows-database-and-domain',
      'ledger',
      ['database', 'domain'],
      'The ledger posts journals, proves transfers and audits the books.',
    ),
    only(
      'operations-know-database-ledger-domain',
      'operations',
      ['database', 'ledger', 'domain', 'settings'],
      'Operations load, decide and apply. They know no transport. Outside systems come in through ports.',
    ),
    only(
      'graphql-knows-operations',
      'api/graphql',
      ['operations', 'domain', 'settings'],
      'The GraphQL schema is a view of the operations. It reads through operations/queries and knows no transport.',
    ),
    {
      name: 'rest-cannot-drift',
      severity: 'error',
      comment:
        'REST is a table of GraphQL documents. It knows the schema, the errors, how variables are coerced and lists are written.',
      from: { path: inside('api/rest') },
      to: {
        path: '^src/',
        pathNot:
          '^src/(api/rest/|api/graphql/execution/variables\\.ts$|api/responses/encoded-list\\.ts$|domain/(errors/|json-numbers\\.ts$))',
      },
    },
    only(
      'auth-knows-no-transport',
      'api/auth',
      ['operations', 'database', 'domain', 'settings'],
      'Authentication verifies requests of every transport.',
    ),
    only(
      'connections-know-no-transport',
      'api/connections',
      ['api/auth', 'operations', 'domain', 'settings'],
      'Limits of connections apply to every transport.',
    ),
    only(
      'http-does-not-import-subscriptions',
      'api/http',
      [
        'api/auth',
        'api/connections',
        'api/graphql',
        'api/responses',
        'api/rest',
        'mcp',
        'operations',
        'database',
        'ledger',
        'domain',
        'settings',
        'package-folder',
      ],
      'HTTP and subscriptions are two transports beside each other.',
    ),
    only(
      'subscriptions-do-not-import-http',
      'api/subscriptions',
      ['api/auth', 'api/connections', 'api/responses', 'api/graphql', 'operations', 'database', 'domain', 'settings'],
      'HTTP and subscriptions are two transports beside each other.',
    ),
    only(
      'console-is-a-client',
      'console',
      ['api/http', 'client', 'database', 'domain', 'operations', 'package-folder', 'settings'],
      'The console calls GraphQL over HTTP. It knows no schema, no route of REST and no subscription server.',
    ),
    {
      name: 'console-runs-no-operation',
      severity: 'error',
      comment: 'The console can do what the public API can do. Only its own credential is created by a command.',
      from: { path: inside('console') },
      to: {
        path: '^src/operations/',
        pathNot: '^src/operations/(context|ports|commands/platform-credential)\\.ts$',
      },
    },
    {
      name: 'console-parts-without-data',
      severity: 'error',
      comment: 'A part of a page gets what it shows. Only screens and the frame read data.',
      from: { path: '^packages/console/src/ui/' },
      to: { path: '^packages/console/src/(screens|shell)/' },
    },
    {
      name: 'console-pages-stand-alone',
      severity: 'error',
      comment: 'The pages run in a browser. They know the API by the types of its schema alone.',
      from: { path: '^packages/console/' },
      to: { path: '^(src|packages/client)/', pathNot: '^packages/client/src/schema\\.ts$' },
    },
    only(
      'workers-know-operations',
      'workers',
      ['operations', 'database', 'ledger', 'domain', 'settings'],
      'Workers call operations when they are due.',
    ),
    only(
      'adapters-implement-ports',
      'adapters',
      ['operations', 'domain'],
      'An adapter implements a port. It does not know its callers.',
    ),
    {
      name: 'adapters-see-ports-only',
      severity: 'error',
      comment: 'Adapters import the port interfaces, and no operation.',
      from: { path: inside('adapters') },
      to: { path: inside('operations'), pathNot: '^src/operations/ports\\.ts$' },
    },
    {
      name: 'client-stands-alone',
      severity: 'error',
      comment: 'The client package works without the server, so it imports nothing of it.',
      from: { path: '^packages/client/' },
      to: { path: '^src/' },
    },
    {
      name: 'client-has-one-dependency',
      severity: 'error',
      comment: 'An application that installs the client should get little else.',
      from: { path: '^packages/client/' },
      to: { path: '(^|/)node_modules/', pathNot: '(^|/)node_modules/(@types/)?(ws|node)/' },
    },
    {
      name: 'mcp-is-a-client',
      severity: 'error',
      comment: 'The tools call the public API with the client package. They import nothing of the server.',
      from: { path: '^packages/mcp/' },
      to: { path: '^(src/|packages/(client/src|console)/)' },
    },
    {
      name: 'packages-behind-their-folders',
      severity: 'error',
      comment: 'Other folders import src/client, which is what `agent-trading-service/client` exports, and src/mcp.',
      from: { path: '^src/', pathNot: '^src/(client|mcp)/' },
      to: { path: '^packages/' },
    },
    only(
      'sandbox-runs-operations',
      'sandbox',
      ['api/auth', 'api/http', 'client', 'console', 'database', 'domain', 'operations', 'settings', 'workers'],
      'The sandbox runs the operations of the service. Only the composition root loads it.',
    ),
    only('client-is-the-package', 'client', [], 'The folder re-exports the client package.'),
    only('mcp-is-the-package', 'mcp', [], 'The folder re-exports the tools of the MCP package.'),
    {
      name: 'mcp-loaded-by-its-first-request',
      severity: 'error',
      comment: 'The SDK and the tools take 0.3 s of CPU to load, so that no start of the service waits for them.',
      from: { path: '^src/', pathNot: '^src/(mcp/|api/http/mcp/(access|answer|in-process)\\.ts$)' },
      to: {
        path: '^src/(mcp/|api/http/mcp/(access|answer|in-process)\\.ts$)',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'no-import-of-the-composition-root',
      severity: 'error',
      comment: 'The composition root imports everything. A file that imports it would import everything too.',
      from: { path: '^src/', pathNot: '^src/main\\.ts$' },
      to: { path: '^src/(app|main)\\.ts$' },
    },
    {
      name: 'database-packages-behind-their-folders',
      severity: 'error',
      comment: 'TypeORM and pg are details of the database folder.',
      from: {
        path: '^(src|bench|proof|scripts)/',
        pathNot: '^src/(database/|ledger/|adapters/postgres/)|^(bench|proof)/',
      },
      to: { path: '(^|/)node_modules/(typeorm|pg)/' },
    },
    {
      name: 'stripe-behind-its-adapter',
      severity: 'error',
      comment: 'One folder talks to the payment processor.',
      from: { path: '^src/', pathNot: '^src/adapters/stripe/' },
      to: { path: '(^|/)node_modules/stripe/' },
    },
    {
      name: 'identity-behind-its-adapter',
      severity: 'error',
      comment: 'The sign-in and the authorization server use OpenID Connect and JWT. They load them at the first use.',
      from: { path: '^src/', pathNot: '^src/(adapters/identity|api/http/oauth)/' },
      to: { path: '(^|/)node_modules/(openid-client|oidc-provider|jose)/' },
    },
    {
      name: 'webhooks-behind-their-adapter',
      severity: 'error',
      comment:
        'One folder calls addresses that users supply, because it checks them first. The console calls only its own process.',
      from: { path: '^src/', pathNot: '^src/(adapters/webhook/|console/calls\\.ts$)' },
      to: { path: '(^|/)node_modules/undici/' },
    },
    {
      name: 'addresses-behind-two-folders',
      severity: 'error',
      comment: 'Webhooks compare the addresses of receivers. Authentication compares the addresses of clients.',
      from: { path: '^src/', pathNot: '^src/(adapters/webhook|api/auth)/' },
      to: { path: '(^|/)node_modules/ipaddr\\.js/' },
    },
    {
      name: 'metrics-behind-their-adapter',
      severity: 'error',
      comment: 'Other folders count through a port.',
      from: { path: '^src/', pathNot: '^src/adapters/metrics/' },
      to: { path: '(^|/)node_modules/prom-client/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Files in a cycle cannot be read or tested apart.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      comment: 'An unresolved import fails at run time.',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'node', 'default', 'types'] },
  },
};

/** The arrows of architecture §3: `domain ← store ← operations ← graphql`, the outer rings call the operations. */

const inside = (...folders) => `^src/(${folders.join('|')})(/|\\.ts$)`;
const rings = ['graphql', 'rest', 'http', 'sockets', 'workers', 'cli', 'adapters', 'operations', 'store', 'client'];

/** `from` may use nothing of src but itself and what is named. */
function only(name, from, allowed, comment) {
  const refused = [...rings, 'domain', 'settings', 'settings-kinds', 'package-folder', 'app', 'main'].filter(
    (ring) => ring !== from && !allowed.includes(ring),
  );
  return { name, severity: 'error', comment, from: { path: inside(from) }, to: { path: inside(...refused) } };
}

module.exports = {
  forbidden: [
    only('domain-is-pure', 'domain', [], 'The domain is a calculator: it knows nobody.'),
    {
      name: 'domain-has-no-packages',
      severity: 'error',
      comment: 'No I/O, no clock, no randomness: of npm the TypeID package alone, of Node nothing but hashing.',
      from: { path: inside('domain') },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'core'], pathNot: 'typeid-js|^crypto$|^node:crypto$' },
    },
    only(
      'store-knows-the-domain',
      'store',
      ['domain', 'package-folder'],
      'The store keeps facts; what they mean is decided elsewhere.',
    ),
    only(
      'operations-know-store-and-domain',
      'operations',
      ['store', 'domain', 'settings'],
      'The verbs load, decide and apply; they know no transport. What is outside comes through their ports.',
    ),
    only(
      'graphql-knows-operations',
      'graphql',
      ['operations', 'store', 'domain', 'settings'],
      'The public language is a view of the operations (and of rows, for plain reads); it knows no transport.',
    ),
    {
      name: 'rest-cannot-drift',
      severity: 'error',
      comment:
        'REST is a table of GraphQL documents: it is handed schema and execute, and knows the errors and how variables fit.',
      from: { path: inside('rest') },
      to: { path: '^src/', pathNot: '^src/(rest/|graphql/variables\\.ts$|domain/(errors\\.ts$|catalogue/))' },
    },
    only(
      'adapters-implement-ports',
      'adapters',
      ['operations', 'domain'],
      'An adapter knows the port it implements and the facts it carries, not who uses it.',
    ),
    {
      name: 'adapters-see-ports-only',
      severity: 'error',
      comment: 'Of the operations an adapter sees the interfaces of what is outside, nothing that does anything.',
      from: { path: inside('adapters') },
      to: { path: inside('operations'), pathNot: '^src/operations/ports\\.ts$' },
    },
    only('client-stands-alone', 'client', [], 'The client is used without the server: it imports nothing of it.'),
    {
      name: 'nobody-imports-the-root',
      severity: 'error',
      comment: 'The composition root knows everybody; whoever imports it knows everybody too.',
      from: { path: '^src/', pathNot: '^src/main\\.ts$' },
      to: { path: '^src/(app|main)\\.ts$' },
    },
    {
      name: 'database-behind-the-store',
      severity: 'error',
      comment: 'TypeORM and pg are details of the store: anything else asks the store.',
      from: { path: '^(src|bench|simulate|scripts)/', pathNot: '^src/(store/|adapters/postgres/)|^(bench|simulate)/' },
      to: { path: '(^|/)node_modules/(typeorm|pg)/' },
    },
    {
      name: 'stripe-behind-its-adapter',
      severity: 'error',
      comment: 'One place speaks to the payment processor; the rest speaks of checkouts.',
      from: { path: '^src/', pathNot: '^src/adapters/stripe/' },
      to: { path: '(^|/)node_modules/stripe/' },
    },
    {
      name: 'identity-behind-its-adapter',
      severity: 'error',
      comment:
        'One place speaks OpenID Connect and JWT, and loads it when somebody signs in; the rest speaks of accounts.',
      from: { path: '^src/', pathNot: '^src/adapters/identity/' },
      to: { path: '(^|/)node_modules/(openid-client|oidc-provider|jose)/' },
    },
    {
      name: 'webhooks-behind-their-adapter',
      severity: 'error',
      comment: 'One place calls addresses that others name, and it vets them; a second one would be a hole.',
      from: { path: '^src/', pathNot: '^src/adapters/webhook/' },
      to: { path: '(^|/)node_modules/(undici|ipaddr\\.js)/' },
    },
    {
      name: 'metrics-behind-their-adapter',
      severity: 'error',
      comment: 'Everybody counts through a port; how it is shown is the business of one place.',
      from: { path: '^src/', pathNot: '^src/adapters/metrics/' },
      to: { path: '(^|/)node_modules/prom-client/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A circle is two files that are one.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      comment: 'An import that leads nowhere fails at run time.',
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

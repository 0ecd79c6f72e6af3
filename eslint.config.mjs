import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      'proof/clients/fixtures/',
      'coverage/',
      '.ats/',
      'test/integration/rest/openapi-types.d.ts',
      'packages/client/src/{schema,operations,operation-types,error-codes}.ts',
      '**/*.documents.ts',
      'packages/console/src/api/document-types.ts',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mts}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 60 }],
      '@typescript-eslint/no-floating-promises': 'error',
      // Numbers need no conversion in a template.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // The classes of type-graphql and TypeORM have decorators and data only.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Its author deprecates it as a warning only. It allows http to a provider on this machine.
      '@typescript-eslint/no-deprecated': [
        'error',
        {
          allow: [
            { from: 'package', package: 'openid-client', name: 'allowInsecureRequests' },
            // Clients of 2025 send their capabilities only once, and nothing else returns them.
            { from: 'package', package: '@modelcontextprotocol/server', name: 'getClientCapabilities' },
          ],
        },
      ],
      // The compiler requires brackets for index signatures (noPropertyAccessFromIndexSignature).
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Rows and payloads are classes for their decorators, without methods.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // The caller of `query<Row>` names the type of the rows.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    // The compiled service has no workspaces: it finds the client package as `#client`.
    files: ['packages/mcp/src/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: [{ name: 'agent-trading-client', message: 'Use #client.' }] }],
    },
  },
  {
    // Markup has many lines.
    files: ['packages/console/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 90 }] },
  },
  {
    // A `describe` is as long as its tests.
    files: ['{test,proof}/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      // Tags above a test (`// @spec T4`) do not count.
      'max-lines': ['error', { max: 300, skipComments: true }],
    },
  },
  {
    files: ['**/*.{js,cjs,mjs}'],
    languageOptions: {
      globals: { console: 'readonly', module: 'writable', process: 'readonly', performance: 'readonly' },
    },
  },
  { files: ['**/*.cjs'], languageOptions: { globals: { __dirname: 'readonly', __filename: 'readonly' } } },
  prettier,
);

import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/', '.ats/', 'test/integration/rest/openapi-types.d.ts'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 60 }],
      '@typescript-eslint/no-floating-promises': 'error',
      // A number reads the same in a template as anywhere else.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // type-graphql's and TypeORM's classes are data with decorators; an object of constants is no class.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Deprecated by its author to stand out, not to go away: plain http to a provider on this very machine.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      // The compiler demands brackets for index signatures (noPropertyAccessFromIndexSignature).
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Rows and payloads are classes because decorators need them; they are plain data without methods (architecture §4).
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // What a statement answers is typed where it is asked: `query<Row>` is the one place that says so.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    // A `describe` is a function of the length of its tests.
    files: ['{test,proof}/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      // The tags above a test (`// @spec T4`) are comments and make no file longer to read.
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

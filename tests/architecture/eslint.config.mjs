/** Configures the house rules that a linter can check; the others are tests beside this file. */
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

/** Interactions impossible without a pointer, and what to use instead. */
const BEYOND_KEYS =
  '/^(click|dblclick|tap|hover|dragTo|fill|clear|check|uncheck|setChecked|selectOption|focus|press|pressSequentially|dispatchEvent|evaluate)$/';
/** Switches over unions that libraries declare, and of which the service needs a part. */
const OF_LIBRARIES = [
  'src/domain/rules/cel/**',
  'src/domain/rules/analyse/{canonical,constraint}.ts',
  'src/server/platform/input/{unknown-field,validation}.ts',
  'src/server/services/imports/read-file.ts',
];
const LINES = { skipBlankLines: true, skipComments: true };

export default tseslint.config(
  { ignores: ['node_modules/', '.next/', '.data/', 'src/server/db/generated/', 'next-env.d.ts', 'test-results/', 'playwright-report/'] },
  // A rule that does not fit is changed here, for everybody, not disabled in a file.
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strict, ...tseslint.configs.stylistic],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: fileURLToPath(new URL('../..', import.meta.url)) } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // A schema and its type share a name; a function that returns nothing of use is written `void`.
      '@typescript-eslint/no-redeclare': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 70, ...LINES }],
      'no-console': 'error',
      'no-restricted-globals': ['error', { name: 'parseFloat', message: 'Amounts are decimals: use domain/money.' }],
    },
  },
  // A page is one function of markup; a describe block is a list.
  { files: ['**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 150, ...LINES }] } },
  // A test that is wrong about what it asserts fails.
  { files: ['tests/**'], rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' } },
  // A cast that is not needed would hide the day on which one is.
  { files: ['src/**/*.{ts,tsx}'], rules: { '@typescript-eslint/no-unnecessary-type-assertion': 'error' } },
  // A new kind, type or status must not fall through to a default.
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: OF_LIBRARIES,
    rules: { '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false }] },
  },
  {
    files: ['tests/e2e/journeys/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: `CallExpression[callee.property.name=${BEYOND_KEYS}]`,
          message: 'A journey goes by the keyboard alone: let the hand do it.',
        },
      ],
    },
  },
);

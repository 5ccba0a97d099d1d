import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const noTimeOutsideClock = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Ask the clock (platform/clock); only that module may read the time.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Ask the clock (platform/clock); only that module may read the time.',
  },
];

const castRule = {
  selector: "TSAsExpression:not([typeAnnotation.type='TSTypeReference'][typeAnnotation.typeName.name='const'])",
  message: 'Parse or narrow instead of casting; only brand constructors may cast.',
};

const weakHashes = {
  selector: 'CallExpression[callee.name=/^create(Hash|Hmac)$/] > Literal[value=/^(md4|md5|sha-?1|rmd160)$/i]',
  message: 'Use SHA-256 or SHA-384; nobody trusts this hash any more.',
};

const uncheckedCertificates = {
  selector: "Property[key.name='rejectUnauthorized']",
  message: 'Leave the check of certificates to Node; NODE_EXTRA_CA_CERTS adds an authority of your own.',
};

const htmlFromTexts = [
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Let React escape the text.' },
  {
    selector: 'AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]',
    message: 'Let React escape the text, or set textContent.',
  },
];

const productRules = [castRule, ...noTimeOutsideClock, weakHashes, uncheckedCertificates, ...htmlFromTexts];

// HTTP endpoints and live topics must share one access rule: data that a user may not fetch must not be sent to that
// user either.
const rightsBelongToPolicies = [
  {
    selector: "Property[key.name='mayRead'][value.type=/Function/]",
    message: "Name the rule in the module's *-policy.ts, which its routes ask too; or say everybody (platform).",
  },
  {
    selector:
      'MemberExpression[object.name=/^(session|caller)$/][property.name=/^(isAnonymous|isVerified|isDeleted)$/]',
    message: "Ask the module's *-policy.ts what this caller may do.",
  },
];

// ESLint reads each file alone. Rules that need types (promises, exhaustive switches) are in .oxlintrc.json: Oxlint's
// native type checker takes a tenth of the time.
export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/.cache/**',
      'coverage/**',
      'test-results/**',
      'api-gateway/data/**',
      'data/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', ...productRules],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-script-url': 'error',
      'no-console': 'error',
      eqeqeq: 'error',
      // Prettier decides about line breaks.
      'no-unexpected-multiline': 'off',
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      complexity: ['error', 16],
    },
  },
  {
    files: ['shared-ui/src/**/*.{ts,tsx}', 'shell/**/*.{ts,tsx}', 'mf-*/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    // Only this file uses TanStack's virtualizer. The rule is meant for the React compiler, which this product doesn't
    // build with.
    files: ['shared-ui/src/ui/list/virtual-list.tsx'],
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  {
    // Tests may measure time and print to a terminal; command-line programs print, too.
    files: [
      '**/*.test.{ts,tsx}',
      'e2e/**/*.ts',
      'mf-*/e2e/**/*.ts',
      'shared-ui/src/testing/**',
      'shared-ui/build/**',
      'api-gateway/src/**/*-main.ts',
      'api-gateway/contract/src/openapi/**',
    ],
    rules: {
      'no-console': 'off',
      // A test shows that such a link is refused.
      'no-script-url': 'off',
      'no-restricted-syntax': ['error', castRule],
      'max-lines': ['error', { max: 450, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // These files are tables (the demo town, its dishes, the recipes of drawings), so they may be longer.
    files: ['api-gateway/src/seeds/**/*.ts', 'shared-ui/src/ui/restaurant/scene-recipes.ts'],
    rules: { 'max-lines': ['error', { max: 600, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['api-gateway/src/modules/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**', '**/*-policy.ts'],
    rules: { 'no-restricted-syntax': ['error', ...productRules, ...rightsBelongToPolicies] },
  },
  {
    // Only the clock module of the gateway and the one of the browser may read the time.
    files: [
      'api-gateway/src/platform/clock/**',
      'api-gateway/src/platform/clock.ts',
      'shared-ui/src/platform/browser/clock.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', castRule] },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        AbortController: 'readonly',
        fetch: 'readonly',
        clearTimeout: 'readonly',
        module: 'writable',
        require: 'readonly',
      },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);

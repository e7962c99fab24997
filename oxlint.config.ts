import { defineConfig } from 'oxlint';
import { importRuleOverrides } from './scripts/import-rules.ts';

export default defineConfig({
  plugins: [
    'eslint',
    'typescript',
    'oxc',
    'react',
    'jsx-a11y',
    'import',
    'unicorn',
    'vitest',
    'promise',
    'node',
  ],
  jsPlugins: ['eslint-plugin-regexp'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['node_modules/**', 'dist/**', 'data/**', 'test-results/**', 'migrations/**'],
  rules: {
    eqeqeq: 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': [
      'error',
      { allow: ['**/*.css', './document.css?*', './jitless.ts', '#web/jitless.ts'] },
    ],
    'no-alert': 'error',
    'no-console': 'error',
    'no-var': 'error',
    'no-warning-comments': ['error', { terms: ['todo', 'fixme'], location: 'anywhere' }],
    'node/no-path-concat': 'error',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'prefer-const': 'error',
    'react/button-has-type': 'error',
    'react/exhaustive-deps': 'error',
    'react/no-danger': 'error',
    'react/rules-of-hooks': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'unicorn/prefer-node-protocol': 'error',

    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],

    // The new JSX transform needs no React in scope.
    'react/react-in-jsx-scope': 'off',
    // Statements of a transaction run one after another on one connection, so loops have to await.
    'no-await-in-loop': 'off',
    // This rule is for Express, which loses rejections. Fastify awaits its handlers.
    'oxc/no-async-endpoint-handlers': 'off',
    // noImplicitReturns checks the same with types.
    'typescript/consistent-return': 'off',
    // no-floating-promises covers the mistakes that these two guess at.
    'promise/always-return': 'off',
    'promise/no-callback-in-promise': 'off',
    // <svg role="img"> and role="status" are what assistive technology supports best.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // The types already tell a default export's member from a named export.
    'import/no-named-as-default-member': 'off',
    'no-underscore-dangle': 'off',
    'oxc/no-map-spread': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'unicorn/consistent-function-scoping': 'off',
  },
  overrides: [
    {
      files: [
        'src/web/routes.tsx',
        'src/**/*Page.tsx',
        '*.config.ts',
        'src/server/testing/globalSetup.ts',
        'e2e/globalSetup.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: [
        'scripts/**',
        'scripts/demo/**',
        'deploy/**',
        '*.config.ts',
        'src/server/main.ts',
        'src/server/db/open.ts',
        'src/**/*Command.ts',
        'src/server/commandLine.ts',
        'src/command.ts',
      ],
      rules: { 'no-console': 'off' },
    },
    {
      // Their use… functions and Playwright's use() are no React hooks.
      files: ['src/**/*.test.ts', 'src/server/**', 'e2e/**', 'src/**/*.e2e.ts'],
      rules: { 'react/rules-of-hooks': 'off' },
    },
    {
      // These rules mistake Playwright's tests for vitest's.
      files: ['e2e/**', '**/*.e2e.ts'],
      rules: {
        'vitest/expect-expect': 'off',
        'vitest/no-conditional-expect': 'off',
        'vitest/no-standalone-expect': 'off',
        'vitest/require-local-test-context-for-concurrent-snapshots': 'off',
        'vitest/valid-expect': 'off',
        'vitest/valid-title': 'off',
      },
    },
    {
      // Functions that the DOM types have, but that some browsers named in README.md lack.
      files: ['src/{web,shared,features}/**'],
      excludeFiles: ['src/features/**/server*.ts', 'src/**/*.test.ts', 'src/**/*.e2e.ts'],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            object: 'URL',
            property: 'canParse',
            message: 'Safari has it since 17: use parseAddress (shared/publicUrl.ts).',
          },
          {
            object: 'URL',
            property: 'parse',
            message: 'Safari has it since 18: use parseAddress (shared/publicUrl.ts).',
          },
          { object: 'AbortSignal', property: 'any', message: 'Safari has it since 17.4.' },
        ],
      },
    },
    {
      // Anyone may send a text of 64 KiB, so no expression may take quadratic time.
      files: ['src/{server,shared,features,web}/**'],
      excludeFiles: ['src/**/*.test.ts', 'src/**/*.e2e.ts', 'src/**/testing/**'],
      rules: {
        'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
        'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      },
    },
    ...importRuleOverrides,
  ],
});

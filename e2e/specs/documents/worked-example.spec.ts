import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { copyCheckout } from '../../fixtures/checkout-copy';
import type { CheckoutCopy } from '../../fixtures/checkout-copy';
import { applyChange, documentedChangesIn } from '../../fixtures/worked-example';
import { BUILT_FOLDERS, repositoryRoot } from '../../world/product';

const SECTION_HEADING = '## A worked example: from a contract route to a slot';

const workedExample = (): string => {
  const [, section = ''] = readFileSync(join(repositoryRoot, 'CONTRIBUTING.md'), 'utf8').split(SECTION_HEADING);
  return section.split('\n## ')[0] ?? '';
};

const VERSION_PATTERN = /SHELL_CONTRACT_VERSION = '(\d+)\.(\d+)\.\d+'/;

/** Replaces a text in a file of the checkout. */
const replaceIn = (checkout: CheckoutCopy, file: string, pattern: RegExp, replacement: string): void => {
  const path = join(checkout.folder, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, replacement));
};

/**
 * Raises the minor version of the shell contract, and lets the remote require it. Steps 10 and 13 of the document name
 * no numbers.
 */
const raiseShellContract = (checkout: CheckoutCopy): void => {
  const contractFile = 'shared-ui/src/platform/shell/shell-contract.ts';
  const [, major, minor] = VERSION_PATTERN.exec(readFileSync(join(checkout.folder, contractFile), 'utf8')) ?? [];
  const nextVersion = `${major}.${Number(minor) + 1}.0`;
  replaceIn(checkout, contractFile, VERSION_PATTERN, `SHELL_CONTRACT_VERSION = '${nextVersion}'`);
  replaceIn(checkout, 'mf-social/src/remote.ts', /contract: '[^']+'/, `contract: '^${nextVersion}'`);
};

const NATIVE_COMPILER = 'node_modules/typescript-native/bin/tsc';
const TSX = 'node_modules/tsx/dist/cli.mjs';

test('the worked example of CONTRIBUTING.md, followed as written, passes the checks and its tests', () => {
  // On a busy machine the checks of the whole checkout take five minutes.
  test.setTimeout(600_000);
  const changes = documentedChangesIn(workedExample());
  const changedFiles = [...new Set(changes.map(({ file }) => file))];
  const checkout = copyCheckout(BUILT_FOLDERS);
  const runJest = (project: string, ...jestArguments: readonly string[]): string =>
    checkout.run('node_modules/jest/bin/jest.js', ['--selectProjects', project, ...jestArguments]);

  try {
    for (const change of changes) applyChange(checkout.folder, change);
    raiseShellContract(checkout);
    const codeFiles = changedFiles.filter((file) => !file.endsWith('.json'));
    checkout.run('node_modules/prettier/bin/prettier.cjs', ['--check', ...changedFiles]);
    checkout.run('node_modules/eslint/bin/eslint.js', ['--max-warnings', '0', ...codeFiles]);
    checkout.run(NATIVE_COMPILER, ['-p', 'tsconfig.browser.json']);
    checkout.run(NATIVE_COMPILER, ['-p', 'tsconfig.node.json']);
    checkout.run('.ci/check-texts.mjs', []);
    checkout.run('node_modules/knip/bin/knip.js', []);
    checkout.run(TSX, ['api-gateway/contract/src/openapi/write-openapi.ts']);

    // Pattern of the test titles to run. The suites that go through all routes have hundreds of tests; only those of
    // the new route matter here.
    const newTests = 'getNextMenu|has a row for each route|names the next day';
    const gatewayFiles = ['restaurant-routes.test', 'access-matrix.test', 'bad-input.test'];
    const gatewayReport = runJest('gateway', '--testNamePattern', newTests, '--testPathPatterns', ...gatewayFiles);
    expect(gatewayReport).toContain('Test Suites: 3 passed, 3 total');
    expect(runJest('contract', '--testPathPatterns', 'openapi-document')).toMatch(/Tests: +\d+ passed/);
    const [slotTests, slotFiles] = ['nextMenu|names the day|declaration', 'next-menu|conformance'];
    const slotReport = runJest('mf-social', '--testNamePattern', slotTests, '--testPathPatterns', slotFiles);
    expect(slotReport).toMatch(/Tests: .*\b4 passed/);

    checkout.run('shared-ui/build/cli.mjs', ['build'], 'mf-social');
    const { folder } = checkout;
    const measureScript = `const { measureSizes } = require('./shared-ui/build/size-budgets.ts');
      const lines = measureSizes(${JSON.stringify(folder)});
      console.log(JSON.stringify(lines.find(({ figure }) => figure === 'mf-social: restaurant/nextMenu')));`;
    expect(JSON.parse(checkout.run(TSX, ['-e', measureScript]))).toMatchObject({ isWithinBound: true });
  } finally {
    checkout.remove();
  }
});

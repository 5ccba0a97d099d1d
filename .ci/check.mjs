import { fileURLToPath } from 'node:url';
import { buildChanged } from '../api-gateway/bin/build-changed.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { report, runStep } from './run-step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => `${root}/node_modules/.bin/${name}`;

/** Each check is one rule that a machine holds; those of one row run side by side (two cores). */
const ROWS = [
  [
    ['types: gateway and build', bin('tsc'), ['-p', 'tsconfig.node.json']],
    ['types: browser', bin('tsc'), ['-p', 'tsconfig.browser.json']],
  ],
  [
    ['types: end to end', bin('tsc'), ['-p', 'tsconfig.e2e.json']],
    ['lint', bin('eslint'), ['.', '--max-warnings', '0', '--cache', '--cache-location', '.cache/eslint']],
  ],
  [
    ['import rules', bin('depcruise'), ['--config', '.dependency-cruiser.cjs', 'api-gateway', 'shared-ui', 'shell', 'mf-discovery', 'mf-social', 'mf-ordering', 'mf-account', 'e2e']],
    ['dead code', bin('knip'), []],
  ],
  [
    ['message keys', process.execPath, ['.ci/check-texts.mjs']],
    ['contract drift', bin('tsx'), ['api-gateway/contract/src/openapi/write-openapi.ts', '--check']],
  ],
  [['one version of each shared singleton', bin('tsx'), ['shared-ui/build/check-singletons.ts']]],
];

/** Runs every check; returns the names of the failed ones and how many ran. */
export const check = async () => {
  const failed = [];
  let ran = 0;
  const note = (result) => {
    ran += 1;
    report(result);
    if (!result.ok) failed.push(result.name);
  };
  for (const row of ROWS) for (const result of await Promise.all(row.map(([name, command, args]) => runStep(name, command, args, { cwd: root })))) note(result);
  await buildChanged(root);
  const sizes = await runStep('size budgets', bin('tsx'), ['shared-ui/build/size-budgets.ts'], { cwd: root });
  console.log(sizes.output.trimEnd());
  note({ ...sizes, output: '' });
  return { failed, ran };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled(root);
  const { failed, ran } = await check();
  console.log(failed.length === 0 ? `Alle ${ran} Prüfungen bestanden.` : `Gescheitert: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

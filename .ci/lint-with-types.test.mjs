import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-lint-'));
after(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "lib": ["ES2022"] } }');

/** Lints one source with the rules that need types. Returns the names of the rules that it breaks. */
const brokenRulesOf = (source) => {
  writeFileSync(join(folder, 'case.ts'), source);
  const { stdout } = spawnSync(
    process.execPath,
    [`${root}/node_modules/oxlint/bin/oxlint`, '-c', `${root}/.oxlintrc.json`, '--format', 'json', folder],
    { cwd: root, encoding: 'utf8' },
  );
  return JSON.parse(stdout).diagnostics.map(({ code }) => code);
};

const LOAD_DECLARATION = 'declare const load: () => Promise<number>;\n';

for (const [caseName, source, expected] of [
  ['a floating promise', `${LOAD_DECLARATION}load();`, ['typescript(no-floating-promises)']],
  ['a promise marked as not awaited', `${LOAD_DECLARATION}void load();`, []],
  [
    'an async listener',
    `${LOAD_DECLARATION}[1].forEach(async () => { await load(); });`,
    ['typescript(no-misused-promises)'],
  ],
  [
    'a switch that forgets a case',
    "export const size = (kind: 'a' | 'b'): number => {\n  switch (kind) {\n    case 'a': return 1;\n  }\n  return 2;\n};",
    ['typescript(switch-exhaustiveness-check)'],
  ],
])
  it(`lints ${caseName}`, () => assert.deepEqual(brokenRulesOf(source), expected));

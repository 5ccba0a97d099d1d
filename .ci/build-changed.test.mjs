import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { frontTargetsOf } from '../api-gateway/bin/build-changed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Sources of scripts that run without the shell. A remote with one of them bundles shared-ui, so a change of shared-ui
 * requires a build of that remote.
 */
const SOURCES_WITHOUT_SHELL = ['src/prerender.tsx', 'src/page.tsx'];

const remotes = frontTargetsOf(root).filter(({ folder }) => folder !== 'shell');

for (const { folder, inputs } of remotes) {
  const bundlesSharedUi = SOURCES_WITHOUT_SHELL.some((source) => existsSync(`${root}${folder}/${source}`));
  it(`${bundlesSharedUi ? 'builds' : 'leaves'} ${folder} when the design system changes`, () =>
    assert.equal(inputs.includes('shared-ui'), bundlesSharedUi));
}

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { frontsOf } from '../api-gateway/bin/build-changed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What runs without the shell, and so holds what the shell would provide. */
const STANDING_ALONE = ['src/prerender.tsx', 'src/page.tsx'];

const remotes = frontsOf(root).filter(({ folder }) => folder !== 'shell');

for (const { folder, inputs } of remotes) {
  const holdsSharedUi = STANDING_ALONE.some((source) => existsSync(`${root}${folder}/${source}`));
  it(`${holdsSharedUi ? 'builds' : 'leaves'} ${folder} when the design system changes`, () =>
    assert.equal(inputs.includes('shared-ui'), holdsSharedUi));
}

import type { ReleaseDiff } from '@mahlzeit/contract';
import { aRelease, V1, V2 } from '../../testing/fake-release-facts';
import { diffRowsOf, fileRowsOf } from './diff-rules';

const noChangedNames = { added: [], removed: [] };
const noDiff: ReleaseDiff = {
  files: [],
  screens: noChangedNames,
  slots: noChangedNames,
  commands: noChangedNames,
  contract: { before: '^3.1.0', after: '^3.1.0' },
  shared: {},
};

const linesOf = (...input: Parameters<typeof diffRowsOf>) =>
  diffRowsOf(...input).map(({ label, before, after, difference }) => [label, before, after, difference]);

it('calls the same the same', () => {
  const lines = linesOf(aRelease(V1), aRelease(V2), noDiff);
  expect(lines.map(([label]) => label)).toEqual([
    'Größe',
    'Andere Dateien',
    'Bild\u00adschirme',
    'Slots',
    'Befehle',
    'Vertrag',
  ]);
  expect(new Set(lines.map(([, , , difference]) => difference))).toEqual(new Set(['gleich']));
});

it('calls sizes the same that look the same', () => {
  const releaseBefore = aRelease(V1, { bytes: 61_800 });
  expect(linesOf(releaseBefore, aRelease(V2, { bytes: 61_812 }), noDiff)[0]?.at(-1)).toBe('gleich');
  expect(linesOf(releaseBefore, aRelease(V2, { bytes: 61_912 }), noDiff)[0]?.at(-1)).toBe('+0,1\u00a0kB');
});

it('names what came, went and changed', () => {
  const diff: ReleaseDiff = {
    files: [
      { path: 'a.js', before: 20_000, after: 15_000 },
      { path: 'b.js', before: null, after: 1_400 },
      { path: 'c.js', before: 2_000, after: null },
    ],
    screens: { added: ['vote'], removed: [] },
    slots: { added: [], removed: ['restaurant/social'] },
    commands: { added: ['vote.open'], removed: ['vote.close'] },
    contract: { before: '^3.1.0', after: '^3.2.0' },
    shared: { react: { before: '19.3.1', after: null } },
  };
  const releaseBefore = aRelease(V1, { bytes: 61_800 });
  const releaseAfter = aRelease(V2, { bytes: 58_200, screens: ['chat', 'meetup', 'vote'], slots: [] });
  expect(linesOf(releaseBefore, releaseAfter, diff)).toEqual([
    ['Größe', '61,8\u00a0kB', '58,2\u00a0kB', '−3,6\u00a0kB'],
    ['Andere Dateien', '22\u00a0kB', '16,4\u00a0kB', '1 anders, 1 neu, 1 weg'],
    ['Bild\u00adschirme', '2', '3', '+\u00a0vote'],
    ['Slots', '1', '0', '−\u00a0restaurant/social'],
    ['Befehle', '1', '1', '+\u00a0vote.open, −\u00a0vote.close'],
    ['Vertrag', '^3.1.0', '^3.2.0', 'anders'],
    ['react', '19.3.1', '–', 'anders'],
  ]);
  expect(fileRowsOf(diff).map(({ sizes }) => sizes)).toEqual([
    '20\u00a0kB → 15\u00a0kB',
    '– → 1,4\u00a0kB',
    '2\u00a0kB → –',
  ]);
});

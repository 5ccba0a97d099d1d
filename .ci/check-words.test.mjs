import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findRetiredWords, findUnclearTexts, spacedWordsOf } from './check-words.mjs';

for (const name of ['FirstViewBook', 'first-view-book', 'FIRST_VIEW_BOOK', 'firstViewBook'])
  it(`splits ${name} into words`, () => assert.equal(spacedWordsOf(name), 'first view book'));

const problemsOf = (path, source) => findRetiredWords(path, source).map((line) => line.replace(/^[^:]*:/, ''));

for (const [caseName, path, source, expected] of [
  [
    'an identifier',
    'shell/src/page.tsx',
    'const a = 1;\nconst mainStands = a;',
    '2: „mainStands“ was retired; say dismiss, mainReady, ready or shown',
  ],
  [
    'a type',
    'api-gateway/src/app.ts',
    'type A = UserDataHolder;',
    '1: „UserDataHolder“ was retired; say PersonalDataProvider',
  ],
  [
    'a whole name',
    'api-gateway/src/app.ts',
    'const MOST_FILES = 3;',
    '1: „MOST_FILES“ was retired; say validate… or check…, MAX_…, exceeds…',
  ],
  [
    'a property',
    'mf-discovery/src/remote.ts',
    'const a = { areaLooks: 1 };',
    '1: „areaLooks“ was retired; say labels or texts, variants, the noun of the flow',
  ],
  ['a file', 'shell/src/first-view.ts', '', '1: „first view“ was retired; say prerender, PrerenderCache, ReleaseStore'],
  [
    'a folder',
    'api-gateway/src/work-slots/index.ts',
    '',
    '1: „work-slots“ was retired; say keyed mutex, semaphore, withLock, serial queue',
  ],
  [
    'a disabled rule',
    'shell/src/page.tsx',
    '// oxlint-disable-next-line typescript/no-floating-promises',
    '1: „oxlint-disable“ was retired; say nothing; a rule without exemption',
  ],
  [
    'a line comment',
    'shell/src/page.tsx',
    '// The user opens what he wants.',
    '1: „he“ was retired; say they, them, their',
  ],
  [
    'a doc comment',
    'shell/src/page.tsx',
    'const a = 1;\n/** Listens. Answers the way to stop. */',
    '2: „Answers the way to“ was retired; say Returns an unsubscribe function.',
  ],
  [
    'a comment that says what the type says',
    'shell/src/page.tsx',
    '/** What the drawer takes. */\ninterface A {}',
    '1: „/** What the drawer takes. */“ was retired; say no comment: the type says it',
  ],
  [
    'a comment inside of JSX',
    'shell/src/page.tsx',
    'const a = <b>{/* the first view */}</b>;',
    '1: „first view“ was retired; say prerender',
  ],
])
  it(`finds ${caseName}, and names the right word`, () => assert.deepEqual(problemsOf(path, source), [expected]));

for (const [caseName, path, source] of [
  ['strings', 'api-gateway/src/app.ts', "const a = 'MAHLZEIT_WORLD worlds'; const b = `first view ${a} // he`;"],
  ['text of a page', 'shell/src/page.tsx', 'const a = <b>first view // his</b>;'],
  ['a regular expression', 'shell/src/page.tsx', 'const a = /first view/;'],
  ['a field of the wire', 'mf-discovery/src/a.ts', 'const a = teaser.words;'],
  ['Storybook', 'shared-ui/src/ui/rows.stories.tsx', 'export const Empty: Story = {};'],
  ["a map's mark", 'mf-discovery/src/features/map/map-rules.ts', 'const mark: Mark = pin;'],
  ['a room', 'api-gateway/src/platform/live/channel.ts', 'const whenRoomy = 1; // there is room again'],
  ['a join of the live protocol', 'api-gateway/src/platform/live/hub.ts', 'const join = 1;'],
  ['a word outside of its scope', 'shell/src/page.tsx', 'const generation = 1;'],
  [
    'words that only contain one',
    'shell/src/page.tsx',
    'const background = standstill; // The theme, which is this one.',
  ],
])
  it(`leaves alone ${caseName}`, () => assert.deepEqual(problemsOf(path, source), []));

for (const [caseName, path, source, expected] of [
  ['a noun', 'shell/src/page.ts', '/** Order of a diner. */', []],
  ['a relative word', 'shell/src/page.ts', '/** What a cart costs. */', ['What']],
  ['a pronoun in the second line', 'shell/src/page.ts', '/**\n * They stay.\n */', ['They']],
  ['a line comment', 'shell/src/page.ts', '// It stays.', []],
  ['an error with its key', 'shell/src/page.ts', 'throw new Error(`order ${key}`);', []],
  ['an error that is a sentence', 'shell/src/page.ts', "throw new Error('The page has no #root');", []],
  ['an error of two words', 'shell/src/page.ts', "throw new Error('orders stay');", ['orders stay']],
  ['an error without a text', 'shell/src/page.ts', 'throw new Error();', ['the error ']],
  ['an error of a test', 'shell/src/page.test.ts', "throw new Error('no');", []],
])
  it(`reads ${caseName}`, () => {
    const problems = findUnclearTexts(path, source);
    assert.equal(problems.length, expected.length);
    expected.forEach((expectedPart, index) => assert.ok(problems[index].includes(expectedPart), problems[index]));
  });

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findTableProblems, REQUIREMENTS } from './check-security.mjs';

const repository = {
  paths: ['api-gateway/src/login.test.ts', 'api-gateway/src/login.ts', 'shell/src/login.ts'],
  read: () => "it('refuses a wrong password', () => {});",
};

const problemsOf = (...rows) =>
  findTableProblems(['## Sessions', ...rows].join('\n'), repository, ['6.2.1', '6.2.2', '6.2.3', '7.1.1']);

const SOUND_ROWS = [
  '| 6.2.1–6.2.3 | length | met | `login.test.ts` „refuses a wrong password“ |',
  '| 7.1.1 | lifetimes | met | [Sessions](#sessions) |',
];

it('knows the 253 requirements of levels 1 and 2', () => {
  assert.equal(REQUIREMENTS.length, 253);
  assert.deepEqual([REQUIREMENTS.at(0), REQUIREMENTS.at(-1)], ['1.1.1', '17.3.2']);
});

describe('the table of requirements', () => {
  it('may cite tests, and sections of the page where ASVS asks for documentation', () =>
    assert.deepEqual(problemsOf(...SOUND_ROWS), []));

  for (const [caseName, row, expected] of [
    ['a missing row', '', 'requirement 7.1.1 has 0 rows'],
    ['an unknown number', '| 7.1.9 | lifetimes | met | [Sessions](#sessions) |', 'no requirement of ASVS'],
    ['an unknown state', '| 7.1.1 | lifetimes | done | [Sessions](#sessions) |', 'the state „done“ is none of'],
    ['an unknown section', '| 7.1.1 | lifetimes | met | [Sessions](#keys) |', 'no section #keys'],
    ['„met“ without a test', '| 7.1.1 | lifetimes | met | `src/login.ts` |', 'needs a test'],
    ['a test without its title', '| 7.1.1 | lifetimes | met | `login.test.ts` |', 'needs a test'],
    ['a title that nothing has', '| 7.1.1 | lifetimes | open | `login.test.ts` „asks twice“ |', "doesn't contain"],
    ['a name of two files', '| 7.1.1 | lifetimes | open | `login.ts` |', 'names 2 files'],
  ])
    it(`may not have ${caseName}`, () => {
      const problems = problemsOf(SOUND_ROWS[0], row);
      assert.ok(
        problems.some((problem) => problem.includes(expected)),
        problems.join('\n'),
      );
    });

  it('may not leave the test to a section where ASVS asks for more than documentation', () =>
    assert.deepEqual(problemsOf('| 6.2.1–6.2.3 | length | met | [Sessions](#sessions) |', SOUND_ROWS[1]), [
      'line 2: „met“ needs a test with its title, or a rule of a check',
    ]));
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { idsOfPage, unresolvedCitationsIn } from './check-references.mjs';

const page = `# Traps\n## S1§4 Restaurant detail\n### A.13 Rules of the kit\n| T03 | a rule |\n### Decision 27: the reset link\n`;
const citationTargets = { ids: new Set(idsOfPage(page)), looks: new Set(['markers']) };

it('collects the ids that headings and rows of tables begin with', () =>
  assert.deepEqual(idsOfPage(page), ['s1§4', 'a.13', 't03', 'decision 27']));

for (const [caseName, text, expected] of [
  ['a section', '// S1§4: resting comes first', []],
  ['a section with a space', '// S1 §4', []],
  ['a section that is missing', '/** S2§4: declining closes. */', ['S2§4']],
  ['a trap', "'T03", []],
  ['a trap that is missing', "'T99", ['T99']],
  ['a note on a provider', '/** Amounts that fail (A.13, A.14). */', ['A.14']],
  ['a decision over two lines', '/**\n * See Decision\n * 28. */', ['Decision 28']],
  ['a look', '/** Returns the mark of a place (VISUAL: markers). */', []],
  ['a look that is missing', '// VISUAL: doors.', ['VISUAL: doors']],
  ['a page outside of the repository', '// DESIGN §13.1', ['DESIGN']],
])
  it(`reads ${caseName}`, () => assert.deepEqual(unresolvedCitationsIn(text, citationTargets), expected));

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { longCodeLines, longProseLines } from './check-lines.mjs';

const long = 'word '.repeat(30).trim();
const sum = `const sum = ${'one + '.repeat(30)}one;`;

for (const [kind, source, expected] of [
  ['code', `const a = 1;\n${sum}`, [2]],
  ['a comment', `// ${long}`, [1]],
  ['a text', `const text = '${long}';`, []],
  ['an address', `// https://example.org/${'a'.repeat(120)}`, []],
  ['JSX', `const view = <p>${long}</p>;`, []],
])
  it(`measures ${kind} of code`, () => assert.deepEqual(longCodeLines('page.tsx', source), expected));

for (const [kind, source, expected] of [
  ['a sentence', `# Page\n\n${long}`, [3]],
  ['a row of a table', `| ${long} |`, []],
  ['a block of code', `\`\`\`ts\n${sum}\n\`\`\``, []],
  ['a link', `See [the page](https://example.org/${'a'.repeat(120)}).`, []],
])
  it(`measures ${kind} of a page`, () => assert.deepEqual(longProseLines(source), expected));

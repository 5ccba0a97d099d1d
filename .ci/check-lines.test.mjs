import assert from 'node:assert/strict';
import { it } from 'node:test';
import { longCodeLines, longProseLines } from './check-lines.mjs';

const longLine = 'word '.repeat(30).trim();
const sumLine = `const sum = ${'one + '.repeat(30)}one;`;

for (const [caseName, source, expected] of [
  ['code', `const a = 1;\n${sumLine}`, [2]],
  ['a comment', `// ${longLine}`, [1]],
  ['a text', `const text = '${longLine}';`, []],
  ['an address', `// https://example.org/${'a'.repeat(120)}`, []],
  ['JSX', `const view = <p>${longLine}</p>;`, []],
])
  it(`measures ${caseName} of code`, () => assert.deepEqual(longCodeLines('page.tsx', source), expected));

for (const [caseName, source, expected] of [
  ['a sentence', `# Page\n\n${longLine}`, [3]],
  ['a row of a table', `| ${longLine} |`, []],
  ['a block of code', `\`\`\`ts\n${sumLine}\n\`\`\``, []],
  ['a link', `See [the page](https://example.org/${'a'.repeat(120)}).`, []],
])
  it(`measures ${caseName} of a page`, () => assert.deepEqual(longProseLines(source), expected));

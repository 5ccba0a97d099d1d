import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textRangesOf } from './source-parts.mjs';

const MAX_COLUMNS = 120;

/**
 * Returns the number of columns that a line would have if its texts could be broken. `texts` are the ranges of its
 * texts.
 */
const breakableColumns = ([start, end], texts) =>
  texts
    .map(([from, target]) => [Math.max(from, start), Math.min(target, end)])
    .filter(([from, target]) => target > from)
    .reduce((columns, [from, target]) => columns - (target - from), end - start);

/** Returns the numbers of the lines of code that are too long for another reason than a text that can't be broken. */
export const longCodeLines = (path, source) => {
  const lines = source.split('\n');
  if (!lines.some((line) => line.length > MAX_COLUMNS)) return [];
  const texts = textRangesOf(path, source);
  let start = 0;
  return lines.flatMap((line, index) => {
    const range = [start, start + line.length];
    start += line.length + 1;
    const isText = breakableColumns(range, texts) < line.length;
    const isOneWord = !/\s/.test(line.trim().replace(/^(\/\/|\*) /, ''));
    return line.length > MAX_COLUMNS && !isText && !isOneWord ? [index + 1] : [];
  });
};

const isTableRow = (line) => /^\s*\|/.test(line);
// A link or an address can't be broken.
const withoutAddresses = (line) => line.replace(/\]\([^)]*\)|<[^>]*>|https?:\/\/\S+/g, '');

/** Returns the numbers of the lines of a Markdown page that are too long. Tables and blocks of code may be. */
export const longProseLines = (source) => {
  let isCode = false;
  return source.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const isFree = isCode || isTableRow(line) || withoutAddresses(line).length <= MAX_COLUMNS;
    return isFree ? [] : [index + 1];
  });
};

/** Returns every line below `root` that is too long: `path:line`. */
const findLongLines = (root) => {
  const patterns = ['*.ts', '*.tsx', '*.mts', '*.mjs', '*.cjs', '*.js', '*.md'];
  const listedFiles = execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' }).split('\n');
  return listedFiles
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      const lines = path.endsWith('.md') ? longProseLines(source) : longCodeLines(path, source);
      return lines.map((line) => `${path}:${line}`);
    });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const longLines = findLongLines(fileURLToPath(new URL('..', import.meta.url)));
  for (const longLine of longLines)
    console.error(`${longLine}: over ${MAX_COLUMNS} columns; break the sentence or name a step`);
  process.exitCode = longLines.length === 0 ? 0 : 1;
}

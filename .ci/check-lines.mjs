import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textRangesOf } from './source-parts.mjs';

const MAX_COLUMNS = 120;

/**
 * Returns the number of a line's columns that lie outside of strings and other texts. `texts` are the ranges of all
 * texts in the file.
 */
const columnsOutsideTexts = ([start, end], texts) =>
  texts
    .map(([from, target]) => [Math.max(from, start), Math.min(target, end)])
    .filter(([from, target]) => target > from)
    .reduce((columns, [from, target]) => columns - (target - from), end - start);

/**
 * Returns the numbers of the code lines that are too long. A line with a string or another text may be long, because a
 * text can't be broken.
 */
export const longCodeLines = (path, source) => {
  const lines = source.split('\n');
  if (!lines.some((line) => line.length > MAX_COLUMNS)) return [];
  const texts = textRangesOf(path, source);
  let start = 0;
  return lines.flatMap((line, index) => {
    const range = [start, start + line.length];
    start += line.length + 1;
    const isText = columnsOutsideTexts(range, texts) < line.length;
    const isOneWord = !/\s/.test(line.trim().replace(/^(\/\/|\*) /, ''));
    return line.length > MAX_COLUMNS && !isText && !isOneWord ? [index + 1] : [];
  });
};

const isTableRow = (line) => /^\s*\|/.test(line);
// Targets of links and URLs can't be broken, so they don't count towards the length of a line.
const withoutAddresses = (line) => line.replace(/\]\([^)]*\)|<[^>]*>|https?:\/\/\S+/g, '');

/**
 * Returns the numbers of the lines of a Markdown page that are too long. Rows of tables and blocks of code may be long.
 */
export const longProseLines = (source) => {
  let isCode = false;
  return source.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const isFree = isCode || isTableRow(line) || withoutAddresses(line).length <= MAX_COLUMNS;
    return isFree ? [] : [index + 1];
  });
};

/** Returns every line below `root` that is too long, as `path:line`. */
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

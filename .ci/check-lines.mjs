import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textRangesOf } from './source-parts.mjs';

const MAX_COLUMNS = 120;

/**
 * Returns the number of a line's columns that lie outside of strings and other texts. `textRanges` are the ranges of
 * all texts in the file.
 */
const columnsOutsideTexts = ([rangeStart, rangeEnd], textRanges) =>
  textRanges
    .map(([textStart, textEnd]) => [Math.max(textStart, rangeStart), Math.min(textEnd, rangeEnd)])
    .filter(([textStart, textEnd]) => textEnd > textStart)
    .reduce(
      (remainingColumns, [textStart, textEnd]) => remainingColumns - (textEnd - textStart),
      rangeEnd - rangeStart,
    );

/**
 * Returns the numbers of the code lines that are too long. A line with a string or another text may be long, because a
 * text can't be broken.
 */
export const longCodeLines = (path, source) => {
  const lines = source.split('\n');
  if (!lines.some((line) => line.length > MAX_COLUMNS)) return [];
  const textRanges = textRangesOf(path, source);
  let lineStart = 0;
  return lines.flatMap((line, index) => {
    const lineRange = [lineStart, lineStart + line.length];
    lineStart += line.length + 1;
    const overlapsText = columnsOutsideTexts(lineRange, textRanges) < line.length;
    const isOneWord = !/\s/.test(line.trim().replace(/^(\/\/|\*) /, ''));
    return line.length > MAX_COLUMNS && !overlapsText && !isOneWord ? [index + 1] : [];
  });
};

const isTableRow = (line) => /^\s*\|/.test(line);
// Targets of links and URLs can't be broken, so they don't count towards the length of a line.
const withoutUrls = (line) => line.replace(/\]\([^)]*\)|<[^>]*>|https?:\/\/\S+/g, '');

/**
 * Returns the numbers of the lines of a Markdown page that are too long. Rows of tables and blocks of code may be long.
 */
export const longProseLines = (source) => {
  let isInCodeBlock = false;
  return source.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isInCodeBlock = !isInCodeBlock;
    const isLineAllowed = isInCodeBlock || isTableRow(line) || withoutUrls(line).length <= MAX_COLUMNS;
    return isLineAllowed ? [] : [index + 1];
  });
};

/** Returns every line below `root` that is too long, as `path:line`. */
const findLongLines = (root) => {
  const filePatterns = ['*.ts', '*.tsx', '*.mts', '*.mjs', '*.cjs', '*.js', '*.md'];
  const listedFiles = execFileSync('git', ['ls-files', ...filePatterns], { cwd: root, encoding: 'utf8' }).split('\n');
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

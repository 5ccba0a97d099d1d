import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MIN_MEDIAN_LINES = 60;
const SMALL_FILE_LINES = 20;
const MAX_SMALL_FILE_SHARE = 0.1;

/** Returns true for a file of the product. Tests, stories, fixtures and test helpers don't count as product files. */
export const isProductFile = (path) =>
  /\.(tsx?|mjs|cjs|js)$/.test(path) &&
  !/\.(test|spec|stories)\.\w+$/.test(path) &&
  !/(^|\/)e2e\//.test(path) &&
  !/fixtures|testing/.test(path);

/**
 * Returns true for a front door: an `index.ts` that only exports from other files. A front door may be short, so it
 * doesn't count in the statistics.
 */
export const isBarrelFile = (path, text) =>
  /(^|\/)index\.tsx?$/.test(path) && !/^(export )?(const|let|function|class|interface|enum|async)\b/m.test(text);

/**
 * Returns statistics of the files' line counts: `files` is their number, `small` the number of short files, and `holds`
 * tells whether the median and `small` keep the limits.
 */
export const lineStatisticsOf = (lineCounts) => {
  const sortedCounts = [...lineCounts].sort((a, b) => a - b);
  const medianIndex = sortedCounts.length / 2;
  const median =
    sortedCounts.length % 2 === 1
      ? sortedCounts[Math.floor(medianIndex)]
      : ((sortedCounts[medianIndex - 1] ?? 0) + (sortedCounts[medianIndex] ?? 0)) / 2;
  const smallFileCount = sortedCounts.filter((lineCount) => lineCount < SMALL_FILE_LINES).length;
  return {
    files: sortedCounts.length,
    median,
    small: smallFileCount,
    holds: median >= MIN_MEDIAN_LINES && smallFileCount <= sortedCounts.length * MAX_SMALL_FILE_SHARE,
  };
};

/** Returns the statistics of `lineStatisticsOf` as one line to print. */
export const statisticsLineOf = ({ files, median, small }) =>
  `${files} product files, median ${median} lines (at least ${MIN_MEDIAN_LINES}), ${small} under ${SMALL_FILE_LINES} lines (at most ${Math.floor(files * MAX_SMALL_FILE_SHARE)})`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const listedFiles = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => isProductFile(path) && existsSync(join(root, path)));
  const fileSizes = listedFiles
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ path, text }) => !isBarrelFile(path, text))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  const lineStatistics = lineStatisticsOf(fileSizes.map(({ lines }) => lines));
  console.log(statisticsLineOf(lineStatistics));
  if (!lineStatistics.holds) {
    console.error('Merge files that change together; ADR 20 says what a file is. The smallest:');
    for (const { path, lines } of fileSizes.sort((a, b) => a.lines - b.lines).slice(0, 15))
      console.error(`  ${path}: ${lines}`);
    process.exitCode = 1;
  }
}

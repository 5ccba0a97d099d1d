import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Numbers of the requirements of OWASP ASVS 5.0 on levels 1 and 2. Requirements of level 3 are left out.
const REQUIREMENTS_BY_SECTION = {
  1.1: '1-2',
  1.2: '1-9',
  1.3: '1-11',
  1.4: '1-3',
  1.5: '1-2',
  2.1: '1-3',
  2.2: '1-3',
  2.3: '1-4',
  2.4: '1',
  3.2: '1-2',
  3.3: '1-4',
  3.4: '1-6',
  3.5: '1-5',
  3.7: '1-2',
  4.1: '1-3',
  4.2: '1',
  4.3: '1-2',
  4.4: '1-4',
  5.1: '1',
  5.2: '1-3',
  5.3: '1-2',
  5.4: '1-3',
  6.1: '1-3',
  6.2: '1-12',
  6.3: '1-4',
  6.4: '1-4',
  6.5: '1-5',
  6.6: '1-3',
  6.8: '1-4',
  7.1: '1-3',
  7.2: '1-4',
  7.3: '1-2',
  7.4: '1-5',
  7.5: '1-2',
  7.6: '1-2',
  8.1: '1-2',
  8.2: '1-3',
  8.3: '1',
  8.4: '1',
  9.1: '1-3',
  9.2: '1-4',
  10.1: '1-2',
  10.2: '1-2',
  10.3: '1-4',
  10.4: '1-11',
  10.5: '1-5',
  10.6: '1-2',
  10.7: '1-3',
  11.1: '1-2',
  11.2: '1-3',
  11.3: '1-3',
  11.4: '1-4',
  11.5: '1',
  11.6: '1',
  12.1: '1-3',
  12.2: '1-2',
  12.3: '1-4',
  13.1: '1',
  13.2: '1-5',
  13.3: '1-2',
  13.4: '1-5',
  14.1: '1-2',
  14.2: '1-4',
  14.3: '1-3',
  15.1: '1-3',
  15.2: '1-3',
  15.3: '1-7',
  16.1: '1',
  16.2: '1-5',
  16.3: '1-4',
  16.4: '1-3',
  16.5: '1-3',
  17.1: '1',
  17.2: '1-4',
  17.3: '1-2',
};

/** Numbers of all requirements in their order: `1.1.1`, `1.1.2` and so on. */
export const REQUIREMENTS = Object.entries(REQUIREMENTS_BY_SECTION)
  .sort(([section], [otherSection]) => section.localeCompare(otherSection, 'en', { numeric: true }))
  .flatMap(([section, range]) => {
    const [first, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
  });

// Sections of OWASP ASVS that demand documentation. A section of the checked page itself may be that documentation.
const DOCUMENTATION_SECTIONS = ['2.1', '5.1', '6.1', '7.1', '8.1', '11.1', '13.1', '14.1', '15.1', '16.1'];

const STATES = ['met', 'partly', 'open', "doesn't apply"];

/**
 * Returns the requirement numbers that the first cell of a table row names, as `1.2.6` or as a range `1.2.6–1.2.8`. The
 * list is empty for an unknown number.
 */
const numbersOf = (cell) => {
  const [first, last = first] = cell.split('–').map((number) => REQUIREMENTS.indexOf(number));
  return first < 0 || last < 0 ? [] : REQUIREMENTS.slice(first, last + 1);
};

/** Returns the rows of the tables of requirements: `[{ line, numbers, state, evidence }]`. */
export const rowsOf = (page) =>
  page.split('\n').flatMap((text, index) => {
    const [, numberCell, , state, evidence] = text.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return /^\d+\.\d+\.\d+(–|$)/.test(numberCell ?? '')
      ? [{ line: index + 1, numbers: numbersOf(numberCell), state, evidence: evidence ?? '' }]
      : [];
  });

/** Returns the files that a cell cites, each with the quoted texts that follow it: `[{ file, quotes }]`. */
const citationsIn = (evidence) =>
  [...evidence.matchAll(/`([^`]+\.[a-z]+)`([^`]*)/g)].map(([, file, rest]) => ({
    file,
    quotes: [...rest.matchAll(/„([^“]+)“/g)].map((quote) => quote[1]),
  }));

const isMachine = (file) =>
  /\.(test|spec)\.[a-z]+$/.test(file) || /^\.ci\/check-|^eslint\.config\.mjs$|^\.dependency-cruiser\.cjs$/.test(file);

const headingIdsOf = (page) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

const citationProblems = ({ file, quotes }, { paths, read }) => {
  const matches = paths.filter((path) => path === file || path.endsWith(`/${file}`));
  if (matches.length !== 1) return [`\`${file}\` names ${matches.length} files; write one path of the repository`];
  const source = read(matches[0]).replaceAll(/\\(['"`])/g, '$1');
  return quotes
    .filter((quote) => !source.includes(quote))
    .map((quote) => `${matches[0]} doesn't contain „${quote}“; quote a title as it stands there`);
};

const rowProblems = ({ numbers, state, evidence }, headingIds, repository) => {
  if (numbers.length === 0) return ['the number is no requirement of ASVS 5.0 on level 1 or 2'];
  if (!STATES.includes(state)) return [`the state „${state}“ is none of: ${STATES.join(', ')}`];
  const citations = citationsIn(evidence);
  const links = [...evidence.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id);
  const hasTest = citations.some(({ file, quotes }) => isMachine(file) && quotes.length > 0);
  const isDocumentation = numbers.every((number) =>
    DOCUMENTATION_SECTIONS.includes(number.slice(0, number.lastIndexOf('.'))),
  );
  const isShown = hasTest || (isDocumentation && links.length > 0);
  return [
    ...(state === 'met' && !isShown ? ['„met“ needs a test with its title, or a rule of a check'] : []),
    ...links.filter((id) => !headingIds.includes(id)).map((id) => `the page has no section #${id}`),
    ...citations.flatMap((citation) => citationProblems(citation, repository)),
  ];
};

/**
 * Returns every mistake in the tables of requirements, one line each: a requirement without a row or with two, a
 * citation that leads nowhere, „met“ without a test. `repository` has the paths of all files, and reads one.
 */
export const findTableProblems = (page, repository, requirements = REQUIREMENTS) => {
  const rows = rowsOf(page);
  const headingIds = headingIdsOf(page);
  const rowCountOf = (number) => rows.filter(({ numbers }) => numbers.includes(number)).length;
  return [
    ...requirements
      .filter((number) => rowCountOf(number) !== 1)
      .map((number) => `requirement ${number} has ${rowCountOf(number)} rows`),
    ...rows.flatMap((row) => rowProblems(row, headingIds, repository).map((problem) => `line ${row.line}: ${problem}`)),
  ];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const readText = (path) => readFileSync(join(root, path), 'utf8');
  const listFiles = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const paths = [...new Set(execFileSync('git', listFiles, { cwd: root, encoding: 'utf8' }).split('\n'))];
  const page = readText('docs/security.md');
  const problems = findTableProblems(page, { paths, read: readText });
  for (const problem of problems) console.error(`docs/security.md: ${problem}`);
  const rows = rowsOf(page);
  const countOf = (state) =>
    rows.filter((row) => row.state === state).reduce((count, { numbers }) => count + numbers.length, 0);
  console.log(STATES.map((state) => `${countOf(state)} ${state}`).join(', '));
  process.exitCode = problems.length === 0 ? 0 : 1;
}

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commentsOf, parseSource, textRangesOf } from './source-parts.mjs';

// Patterns of all ids that a text may cite. docs/spec/README.md lists their forms.
const ID_PATTERNS = [
  /\bS[12] ?§ ?\d+/g,
  /\b[TRDASCU]\d{2}\b/g,
  /\b[A-E]\.\d{1,2}\b/g,
  /\bcontract §\d+/gi,
  /\brecipe §\d+/gi,
  /\bDesign §\d+/g,
  /\bDecision \d+/g,
  /\bADRs? \d+/g,
];

// Matches references to documents outside of the repository. A reader can't open them, so the check reports them.
const EXTERNAL_REFERENCE = /\bDESIGN\b|providers-wire|reference\/traps\.md\b|\bVISUAL\.md\b|\.\.\/shared\/(?!data\b)/g;

/** Returns the normal form of an id: `S2 § 4` becomes `s2§4`, `ADRs 7` becomes `adr 7`. */
const normalizeId = (id) =>
  id
    .toLowerCase()
    .replace(/ ?§ ?/, '§')
    .replace(/^adrs /, 'adr ')
    .replace(/ 0+/, ' ');

const idsIn = (text) => ID_PATTERNS.flatMap((idPattern) => text.match(idPattern) ?? []);

/**
 * Returns every id that a page declares: ids at the beginning of headings, and ids in the first cell of a table's row.
 */
export const idsOfPage = (page) =>
  page.split('\n').flatMap((line) => {
    const heading = /^#+ (.+)$/.exec(line)?.[1];
    const cellId = /^\| *([TRDASCU]\d{2}) *\|/.exec(line)?.[1];
    const headingIds = heading === undefined ? [] : idsIn(heading).filter((id) => heading.startsWith(id));
    return [...headingIds, ...(cellId === undefined ? [] : [cellId])].map(normalizeId);
  });

/**
 * Returns the names of the looks (described appearances) that a text cites, for example `VISUAL: markers`. A name ends
 * at the first character that is neither a lower-case letter nor a space.
 */
const citedVisualsIn = (text) => [...text.matchAll(/\bVISUAL: ([a-z ]+)/g)].map((match) => match[1].trim());

/**
 * Returns the citations of a text that resolve to nothing: unknown ids, unknown looks (described appearances), and
 * documents outside of the repository.
 */
export const unresolvedCitationsIn = (text, { ids, looks }) => {
  // Joins the lines of a comment, because a line break may split a citation.
  const joinedText = text.replace(/\s*\n\s*(\*|\/\/)?\s*/g, ' ');
  const unknownIds = idsIn(joinedText).filter((id) => !ids.has(normalizeId(id)));
  const unknownVisuals = citedVisualsIn(joinedText).filter(
    (name) => ![...looks].some((visualName) => name.startsWith(visualName)),
  );
  return [
    ...unknownIds,
    ...unknownVisuals.map((name) => `VISUAL: ${name}`),
    ...(joinedText.match(EXTERNAL_REFERENCE) ?? []),
  ];
};

/**
 * Returns the texts of a file that may contain citations: every line of Markdown; in code the comments, and the strings
 * (titles of tests) that begin with an id.
 */
const citingTexts = (path, source) => {
  if (path.endsWith('.md')) return source.split('\n').map((text, index) => ({ text, line: index + 1 }));
  const sourceFile = parseSource(path, source);
  const lineNumberAt = (position) => sourceFile.getLineAndCharacterOfPosition(position).line + 1;
  const testTitles = textRangesOf(path, source)
    .map(([rangeStart, rangeEnd]) => ({
      text: /^.[TRDASCU]\d{2}(?= )/.exec(source.slice(rangeStart, rangeEnd))?.[0],
      start: rangeStart,
    }))
    .filter(({ text }) => text !== undefined);
  return [...commentsOf(sourceFile), ...testTitles].map(({ text, start }) => ({ text, line: lineNumberAt(start) }));
};

/** Returns the ids and the looks (described appearances) that the pages of docs/spec and docs/adr declare. */
const readCitationTargets = (root) => {
  const specFolder = join(root, 'docs/spec');
  const specPages = readdirSync(specFolder).map((name) => readFileSync(join(specFolder, name), 'utf8'));
  const adrNumbers = readdirSync(join(root, 'docs/adr')).flatMap((name) => /^\d{4}/.exec(name) ?? []);
  const visualNames = specPages.flatMap((page) => [...page.matchAll(/^#+ VISUAL: (.+)$/gm)].map((match) => match[1]));
  return {
    ids: new Set([...specPages.flatMap(idsOfPage), ...adrNumbers.map((id) => normalizeId(`ADR ${id}`))]),
    looks: new Set(visualNames),
  };
};

/** Returns every citation below `root` that resolves to nothing, one line each. */
const findUnresolvedCitations = (root) => {
  const citationTargets = readCitationTargets(root);
  const filePatterns = ['*.ts', '*.tsx', '*.mts', '*.mjs', '*.cjs', '*.md', ':!docs/spec', ':!.ci'];
  const listedFiles = execFileSync('git', ['ls-files', ...filePatterns], { cwd: root, encoding: 'utf8' }).split('\n');
  return listedFiles
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .flatMap((path) =>
      citingTexts(path, readFileSync(join(root, path), 'utf8')).flatMap(({ text, line }) =>
        unresolvedCitationsIn(text, citationTargets).map(
          (id) => `${path}:${line}: „${id}“ leads nowhere; docs/spec/README.md says what can be cited`,
        ),
      ),
    );
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findUnresolvedCitations(fileURLToPath(new URL('..', import.meta.url)));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

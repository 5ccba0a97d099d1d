import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { isProductFile } from './check-shape.mjs';
import { RETIRED_WORDS } from './retired-words.mjs';
import { commentsOf, forEachNode, parseSource } from './source-parts.mjs';

/** Splits a name into words: `FirstViewBook`, `first-view-book.ts` and `FIRST_VIEW_BOOK` are all „first view book“. */
export const spacedWordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .join(' ')
    .trim()
    .toLowerCase();

// Cache of the words of each name: most names occur many times, and every row of the table of retired words needs them.
const paddedWordsByName = new Map();
const paddedWordsOf = (name) => {
  const paddedWords = paddedWordsByName.get(name) ?? ` ${spacedWordsOf(name)} `;
  paddedWordsByName.set(name, paddedWords);
  return paddedWords;
};

// The rows for e2e of the table of retired words apply to a remote's browser tests; the rows for the remote don't.
const scopePathOf = (path) => path.replace(/^mf-[a-z0-9-]+\/(?=e2e\/)/, '');

const isInScope = (path, { scopes, not = [] }) =>
  scopes.some((scope) => scopePathOf(path).startsWith(scope)) &&
  !not.some((folder) => scopePathOf(path).startsWith(folder));

/** Returns the retired word in a name; null when the name has none. */
const retiredWordIn = (name, { words = [], names, except = [] }) => {
  if (except.some((exception) => exception.test(name))) return null;
  if (names?.test(name)) return name;
  if (words.length === 0) return null;
  const paddedWords = paddedWordsOf(name);
  return words.find((word) => paddedWords.includes(` ${word} `)) ?? null;
};

/** Returns the names, comments and error texts of a file of code: `[{ kind, text, line }]`. */
const sourcePartsOf = (path, source) => {
  const sourceFile = parseSource(path, source);
  const lineNumberAt = (position) => sourceFile.getLineAndCharacterOfPosition(position).line + 1;
  const identifierNames = [];
  const errorTexts = [];
  forEachNode(sourceFile, (node) => {
    const getNodeLine = () => lineNumberAt(node.getStart(sourceFile));
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      identifierNames.push({ kind: 'name', text: node.text, line: getNodeLine() });
    if (ts.isNewExpression(node) && node.expression.getText(sourceFile) === 'Error')
      errorTexts.push({ kind: 'error', text: node.arguments?.[0]?.getText(sourceFile) ?? '', line: getNodeLine() });
  });
  const comments = commentsOf(sourceFile).map(({ text, start }) => ({
    kind: 'comment',
    text,
    line: lineNumberAt(start),
  }));
  return { names: identifierNames, comments, errors: errorTexts };
};

const retiredWordProblem = (path, line, retiredWord, replacement) =>
  `${path}:${line}: „${retiredWord}“ was retired; say ${replacement}`;

/** Returns the retired words in a file's path, names and comments, one line each with the word to use instead. */
export const findRetiredWords = (path, source, retiredRows = RETIRED_WORDS) => {
  const rowsInScope = retiredRows.filter((retiredRow) => isInScope(path, retiredRow));
  if (rowsInScope.length === 0) return [];
  const pathProblems = rowsInScope.flatMap((retiredRow) =>
    path
      .split('/')
      .map((pathSegment) => retiredWordIn(pathSegment.replace(/\..*$/, ''), retiredRow))
      .filter((word) => word !== null)
      .map((word) => retiredWordProblem(path, 1, word, retiredRow.right)),
  );
  const { names, comments } = sourcePartsOf(path, source);
  const codeProblems = [...names, ...comments].flatMap(({ kind, text, line }) =>
    rowsInScope.flatMap((retiredRow) => {
      const retiredWord =
        kind === 'name' ? retiredWordIn(text, retiredRow) : (retiredRow.comments?.exec(text)?.[0].trim() ?? null);
      return retiredWord === null
        ? []
        : [retiredWordProblem(path, line, kind === 'name' ? text : retiredWord, retiredRow.right)];
    }),
  );
  return [...new Set([...pathProblems, ...codeProblems])];
};

// A doc comment that begins with one of these words makes its reader search for the subject.
const UNCLEAR_BEGINNINGS =
  /^\/\*\*\s*\*?\s*(What|Who|Whose|Whom|Whatever|Whoever|Whichever|He|She|They|It|That|This)\b/;

/** Returns the doc comments whose first word isn't their subject. */
const unclearCommentProblems = (path, comments) =>
  comments.flatMap(({ text, line }) => {
    const unclearBeginning = UNCLEAR_BEGINNINGS.exec(text)?.[1];
    return unclearBeginning === undefined
      ? []
      : [`${path}:${line}: a doc comment begins with „${unclearBeginning}“; name its subject`];
  });

const MIN_WORDS_OF_AN_ERROR = 3;

/**
 * Returns true when an error's message in the source can hardly tell which thing failed: it is empty, or it has fewer
 * than three words and no placeholder.
 */
const isUninformativeError = (text) => {
  const isFixedText = /^(['"]).*\1$|^`[^$]*`$/.test(text);
  return text === '' || (isFixedText && text.split(/\s+/).length < MIN_WORDS_OF_AN_ERROR);
};

/** Returns the errors of product code whose message doesn't name the thing that failed, one line each. */
const uninformativeErrorProblems = (path, errors) =>
  errors
    .filter(({ text }) => isUninformativeError(text))
    .map(({ text, line }) => `${path}:${line}: the error ${text} doesn't name what failed; add the thing and its key`);

/** Returns the unclear doc comments and error messages of a file of code, one line each. */
export const findUnclearTexts = (path, source) => {
  const { comments, errors } = sourcePartsOf(path, source);
  return [
    ...unclearCommentProblems(path, comments),
    ...(isProductFile(path) ? uninformativeErrorProblems(path, errors) : []),
  ];
};

/** Returns every retired word and unclear sentence in the tracked code below `root`. */
export const checkWords = (root) => {
  const listedFiles = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.js', '*.cjs'],
    { cwd: root, encoding: 'utf8' },
  );
  return listedFiles
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      // The scripts in .ci are exempt, because they contain the retired words for which they search.
      const retiredWordProblems = path.startsWith('.ci/') ? [] : findRetiredWords(path, source);
      return [...retiredWordProblems, ...findUnclearTexts(path, source)];
    });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkWords(fileURLToPath(new URL('..', import.meta.url)));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

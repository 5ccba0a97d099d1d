import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { RETIRED } from './retired-words.mjs';

/** `FirstViewBook`, `first-view-book.ts` and `FIRST_VIEW_BOOK` are all „first view book“. */
export const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .join(' ')
    .trim()
    .toLowerCase();

// The same few thousand names stand all over the code, and every row asks for the words of each.
const known = new Map();
const spokenOf = (name) => {
  const spoken = known.get(name) ?? ` ${wordsOf(name)} `;
  known.set(name, spoken);
  return spoken;
};

const isInScope = (path, { scopes, not = [] }) =>
  scopes.some((scope) => path.startsWith(scope)) && !not.some((folder) => path.startsWith(folder));

/** What a row finds in a name; null where nothing. */
const retiredIn = (name, { words = [], names, except = [] }) => {
  if (except.some((kept) => kept.test(name))) return null;
  if (names?.test(name)) return name;
  if (words.length === 0) return null;
  const spoken = spokenOf(name);
  return words.find((word) => spoken.includes(` ${word} `)) ?? null;
};

const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node) ||
  ts.isJsxText(node) ||
  ts.isRegularExpressionLiteral(node);

/** Names and comments of a file of code: `[{ kind, text, line }]`. */
const partsOf = (path, source) => {
  const file = ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.Latest,
    true,
    /x$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const names = [];
  const texts = [];
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      names.push({ kind: 'name', text: node.text, line: lineOf(node.getStart(file)) });
    else if (isText(node)) texts.push([node.getStart(file), node.getEnd()]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  // What is left once all texts are blank begins a comment where it says so.
  let bare = source;
  for (const [start, end] of texts) bare = bare.slice(0, start) + ' '.repeat(end - start) + bare.slice(end);
  const comments = [...bare.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)].map(({ 0: text, index }) => ({
    kind: 'comment',
    text,
    line: lineOf(index),
  }));
  return [...names, ...comments];
};

const problemOf = (path, line, found, right) => `${path}:${line}: „${found}“ was retired; say ${right}`;

/** Retired words of a file: in its path, in its names and in its comments. One line each, with the right word. */
export const findRetired = (path, source, table = RETIRED) => {
  const rows = table.filter((row) => isInScope(path, row));
  if (rows.length === 0) return [];
  const inPath = rows.flatMap((row) =>
    path
      .split('/')
      .map((part) => retiredIn(part.replace(/\..*$/, ''), row))
      .filter((found) => found !== null)
      .map((found) => problemOf(path, 1, found, row.right)),
  );
  const inCode = partsOf(path, source).flatMap(({ kind, text, line }) =>
    rows.flatMap((row) => {
      const found = kind === 'name' ? retiredIn(text, row) : (row.comments?.exec(text)?.[0].trim() ?? null);
      return found === null ? [] : [problemOf(path, line, kind === 'name' ? text : found, row.right)];
    }),
  );
  return [...new Set([...inPath, ...inCode])];
};

/** Every retired word in the tracked code below `root`. */
export const checkWords = (root) => {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.js', '*.cjs'],
    { cwd: root, encoding: 'utf8' },
  );
  return listed
    .split('\n')
    .filter((path) => path !== '' && !path.startsWith('.ci/') && existsSync(join(root, path)))
    .flatMap((path) => findRetired(path, readFileSync(join(root, path), 'utf8')));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkWords(fileURLToPath(new URL('..', import.meta.url)));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { readMessage } from './icu-messages.mjs';

const SKIPPED = new Set(['node_modules', 'dist', 'testing', 'fixtures', 'test-results']);
// Scenarios and fakes aren't checked: they hold invented people and places, which aren't translated.
const isCode = (name) =>
  /\.tsx?$/.test(name) &&
  !/\.(test|stories|scenarios)\.tsx?$|\.d\.[a-z0-9.]*ts$|^(alone|alone-fixtures|browser-doubles|fake-[a-z-]+)\.tsx?$/.test(
    name,
  );

const filesBelow = (folder) =>
  readdirSync(folder).flatMap((name) => {
    if (SKIPPED.has(name)) return [];
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return [path];
  });

/**
 * Returns each `locales/de.json` below `root` with the folder of the code that shows its texts: `src` beside `locales`,
 * or the folder of `locales` where there is no `src`. The longest folders come first.
 */
export const findPlaces = (root) =>
  filesBelow(root)
    .map((file) => relative(root, file))
    .filter((file) => /(^|\/)locales\/de\.json$/.test(file))
    .map((texts) => {
      const home = dirname(dirname(texts));
      return { texts, code: existsSync(join(root, home, 'src')) ? join(home, 'src') : home };
    })
    .sort((a, b) => b.code.length - a.code.length);

/** Attributes and properties whose text users read on the page or hear from a screen reader. */
const TEXT_ATTRIBUTES = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
]);

const WORD = /[A-Za-zÄÖÜäöüß]{2,}/;
const GERMAN = /[ÄÖÜäöüß„“]/;
/** Names that are the same in every language, so that they need no translation. */
const NAMES = /^(App Store|Google Play|Google|Facebook|Apple|PayPal|Mahlzeit|OpenStreetMap|[A-Z]{2,4})$/;

const isWords = (text) => WORD.test(text) && !NAMES.test(text.trim());

const textOf = (node) => {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
  return null;
};

/** Returns the possible literals of an expression: both sides of a condition, the parts of a sum. */
const literalsIn = (node) => {
  if (ts.isParenthesizedExpression(node)) return literalsIn(node.expression);
  if (ts.isConditionalExpression(node)) return [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    const isChoice = [
      ts.SyntaxKind.AmpersandAmpersandToken,
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
      ts.SyntaxKind.PlusToken,
    ].includes(node.operatorToken.kind);
    return isChoice ? [...literalsIn(node.left), ...literalsIn(node.right)] : [];
  }
  return textOf(node) === null ? [] : [node];
};

const spokenName = (node) =>
  ts.isJsxAttribute(node)
    ? node.name.getText()
    : ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)
      ? node.name.text
      : '';

const spokenValue = (node) => {
  if (ts.isPropertyAssignment(node)) return node.initializer;
  const value = node.initializer;
  return value === undefined ? undefined : ts.isJsxExpression(value) ? value.expression : value;
};

/** Returns the string literals of a node that users would read untranslated. */
const untranslatedLiteralsIn = (node, isPage) => {
  if (ts.isJsxText(node)) return isWords(node.text) ? [node] : [];
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent))
    return node.expression === undefined ? [] : literalsIn(node.expression);
  // In a page's code, `title` and `label` of an object are shown to users. In other code they are data, so only JSX
  // attributes count.
  if ((ts.isJsxAttribute(node) || (isPage && ts.isPropertyAssignment(node))) && TEXT_ATTRIBUTES.has(spokenName(node))) {
    const value = spokenValue(node);
    return value === undefined
      ? []
      : literalsIn(value).filter((literal) => ts.isJsxAttribute(node) || /[ ÄÖÜäöüß]|^[A-ZÄÖÜ]/.test(textOf(literal)));
  }
  if (isPage && ts.isTemplateExpression(node) && GERMAN.test(textOf(node))) return [node];
  return [];
};

/**
 * Returns the texts in a file of code that users would read but that are no key of the text table (`keys`): `[{ line,
 * text }]`. In a page's code, properties such as `title` and German templates count too; in other code only JSX counts.
 */
export const findRawTexts = (name, source, { isPage = true, keys = new Set() } = {}) => {
  const file = ts.createSourceFile(
    name,
    source,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const literals = new Map();
  const visit = (node) => {
    for (const literal of untranslatedLiteralsIn(node, isPage)) {
      const text = (ts.isJsxText(literal) ? literal.text : textOf(literal)).replace(/\s+/g, ' ').trim();
      if (isWords(text) && !keys.has(text))
        literals.set(literal.getStart(), {
          line: file.getLineAndCharacterOfPosition(literal.getStart()).line + 1,
          text,
        });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...literals.values()];
};

/** Names of the functions that show the text of a key. */
const SHOWING = new Set(['t', 'text']);

const keysIn = (node) =>
  node === undefined
    ? []
    : literalsIn(node)
        .filter(ts.isStringLiteralLike)
        .map(({ text }) => text);

/**
 * Returns the names of the values that a call passes to a text; null when the source code doesn't list them, for
 * example with a variable or a spread.
 */
const valuesIn = (node) => {
  if (node === undefined) return new Set();
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return null;
  return new Set(node.properties.map(({ name }) => name?.getText().replace(/^(['"])(.*)\1$/, '$2')));
};

/** Returns the calls that show a text of `table` but lack a value that the text needs: `[{ line, key, missing }]`. */
export const findMissingValues = (name, source, table) => {
  const file = ts.createSourceFile(
    name,
    source,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const placeholderUses = [];
  const visit = (node) => {
    const values =
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) && SHOWING.has(node.expression.text)
        ? valuesIn(node.arguments[1])
        : null;
    for (const key of values === null ? [] : keysIn(node.arguments[0]).filter((each) => Object.hasOwn(table, each))) {
      const missingValues = [...readMessage(table[key], 'de').values].filter((value) => !values.has(value));
      if (missingValues.length > 0)
        placeholderUses.push({
          line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1,
          key,
          missing: missingValues,
        });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return placeholderUses;
};

/**
 * Returns true when the code uses a key: as a whole string, as a property, or by a template that begins with the key's
 * part up to `_`.
 */
const isUsed = (key, code) => {
  if ([`'${key}'`, `"${key}"`, `\`${key}\``].some((literal) => code.includes(literal))) return true;
  if (new RegExp(`\\.${key}\\b|^ +${key}: `, 'm').test(code)) return true;
  const stem = /^([A-Za-z]+_)/.exec(key)?.[1];
  return stem !== undefined && code.includes(`\`${stem}\${`);
};

/** Proper names whose text may equal the key. */
const PROPER_NAMES = new Set(['PayPal']);

const looksLikeRawKey = (key, text) => text === key && /[a-z][A-Z]|_/.test(text) && !PROPER_NAMES.has(text);

const isEmpty = (text) => typeof text !== 'string' || text.trim() === '';

/** Matches a number or a placeholder with an ordinary space before the unit: a line could break between them. */
const LOOSE_UNIT = /[0-9}] (?:€|%|MB|km|kg|ml|m|g|l)(?![A-Za-zÄÖÜäöüß])/;

const isLoneForm = (key, table) =>
  /_(zero|one|two|few|many)$/.test(key) && `${key.replace(/_[a-z]+$/, '_other')}` in table;

/**
 * Returns the problems of a table of texts, each with its remedy. `code` is the source of all files that may show the
 * texts.
 */
export const checkTable = ({ texts, table, code, where }) =>
  Object.entries(table).flatMap(([key, text]) => {
    const problems = [];
    if (isEmpty(text)) problems.push(`${texts}: ${key} is empty; write its German text, or delete it`);
    else if (looksLikeRawKey(key, text)) problems.push(`${texts}: ${key} is its own key; write its German text`);
    else problems.push(...readMessage(text, 'de').problems.map((problem) => `${texts}: ${key} ${problem}`));
    if (!isUsed(key, code)) problems.push(`${texts}: ${key} is never shown by ${where}; delete it`);
    if (LOOSE_UNIT.test(text))
      problems.push(
        `${texts}: ${key} lets a line end between a number and its unit; put a no-break space (U+00A0) there`,
      );
    if (isLoneForm(key, table))
      problems.push(`${texts}: ${key} is half a plural; write one message, {count, plural, one {…} other {…}}`);
    return problems;
  });

const listOf = (values) => [...values].sort().join(', ');

/**
 * Returns the problems of another language's table compared with the German table. `code` is the source that must load
 * the other table.
 */
export const checkTranslation = ({ texts, table, german, code }) => {
  const language = basename(texts, '.json');
  const missingKeys = Object.keys(german)
    .filter((key) => !(key in table))
    .map((key) => `${texts}: ${key} is missing; people would read it in German`);
  const wrongTexts = Object.entries(table).flatMap(([key, text]) => {
    if (!(key in german)) return [`${texts}: ${key} is no key of de.json; delete it`];
    if (isEmpty(text)) return [`${texts}: ${key} is empty; write its text`];
    const { values, problems } = readMessage(text, language);
    const requiredValues = listOf(readMessage(german[key], 'de').values);
    return [
      ...problems.map((problem) => `${texts}: ${key} ${problem}`),
      ...(listOf(values) === requiredValues
        ? []
        : [`${texts}: ${key} shows other values than de.json (${requiredValues})`]),
    ];
  });
  const isLoaded = code.includes(`/locales/${language}.json')`);
  return [
    ...missingKeys,
    ...wrongTexts,
    ...(isLoaded
      ? []
      : [
          `${texts}: nobody loads it; hand it to defineTexts, { ${language}: () => import('…/locales/${language}.json') }`,
        ]),
  ];
};

// The error codes in errors.ts are keys of texts in `shared-ui/src/platform`, so errors.ts counts as code that shows
// these texts.
const FURTHER_CODE = { 'shared-ui/src/platform': ['api-gateway/contract/src/errors.ts'] };

/** Returns the paths of the tables in other languages that lie beside a German table. */
const furtherBeside = (root, texts) => {
  const folder = dirname(texts);
  return readdirSync(join(root, folder))
    .filter((name) => /^[a-z]{2}\.json$/.test(name) && name !== 'de.json')
    .map((name) => join(folder, name));
};

/** Returns every problem of texts below `root`, one line each. */
export const checkTexts = (root) => {
  const places = findPlaces(root);
  const tableOf = (texts) => JSON.parse(readFileSync(join(root, texts), 'utf8'));
  const codeOf = (folder) =>
    filesBelow(join(root, folder)).filter((file) => isCode(file.slice(file.lastIndexOf('/') + 1)));
  const problems = places.flatMap(({ texts, code: textsCode }) => {
    const files = [...codeOf(textsCode), ...(FURTHER_CODE[textsCode] ?? []).map((file) => join(root, file))];
    const code = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const germanTable = tableOf(texts);
    return [
      ...checkTable({ texts, table: germanTable, code, where: textsCode }),
      ...furtherBeside(root, texts).flatMap((furtherTexts) =>
        checkTranslation({ texts: furtherTexts, table: tableOf(furtherTexts), german: germanTable, code }),
      ),
    ];
  });
  const placeOf = (file) => places.find(({ code }) => !relative(join(root, code), file).startsWith('..'));
  const sources = [...new Set(places.flatMap(({ code }) => codeOf(code)))];
  const keys = new Set(places.flatMap(({ texts }) => Object.keys(tableOf(texts))));
  const rawTexts = sources.flatMap((file) => {
    const { texts, code } = placeOf(file);
    return findRawTexts(file, readFileSync(file, 'utf8'), { isPage: !code.startsWith('api-gateway/'), keys }).map(
      ({ line, text }) =>
        `${relative(root, file)}:${line}: „${text}“ is not translated; give it a key in ${texts} and show it by t('…')`,
    );
  });
  const incomplete = sources.flatMap((file) => {
    const { texts } = placeOf(file);
    return findMissingValues(file, readFileSync(file, 'utf8'), tableOf(texts)).map(
      ({ line, key, missing }) =>
        `${relative(root, file)}:${line}: ${key} needs ${missing.join(', ')}; hand it over, t('${key}', { … })`,
    );
  });
  return [...problems, ...rawTexts, ...incomplete];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkTexts(fileURLToPath(new URL('..', import.meta.url)));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

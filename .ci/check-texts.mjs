import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { readMessage } from './icu-messages.mjs';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'testing', 'fixtures', 'test-results']);
// Scenarios and fakes aren't checked: they hold invented people and places, which aren't translated.
const isCodeFile = (name) =>
  /\.tsx?$/.test(name) &&
  !/\.(test|stories|scenarios)\.tsx?$|\.d\.[a-z0-9.]*ts$|^(alone|alone-fixtures|browser-doubles|fake-[a-z-]+)\.tsx?$/.test(
    name,
  );

const filesBelow = (folder) =>
  readdirSync(folder).flatMap((name) => {
    if (SKIPPED_FOLDERS.has(name)) return [];
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return [path];
  });

/**
 * Returns each `locales/de.json` below `root` with the folder of the code that shows its texts: `src` beside `locales`,
 * or the folder of `locales` where there is no `src`. The longest folders come first.
 */
export const findTextTables = (root) =>
  filesBelow(root)
    .map((file) => relative(root, file))
    .filter((file) => /(^|\/)locales\/de\.json$/.test(file))
    .map((textsPath) => {
      const parentFolder = dirname(dirname(textsPath));
      return {
        texts: textsPath,
        code: existsSync(join(root, parentFolder, 'src')) ? join(parentFolder, 'src') : parentFolder,
      };
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

const WORD_PATTERN = /[A-Za-zÄÖÜäöüß]{2,}/;
const GERMAN_CHARACTER = /[ÄÖÜäöüß„“]/;
/** Names that are the same in every language, so that they need no translation. */
const UNTRANSLATED_NAMES = /^(App Store|Google Play|Google|Facebook|Apple|PayPal|Mahlzeit|OpenStreetMap|[A-Z]{2,4})$/;

const needsTranslation = (text) => WORD_PATTERN.test(text) && !UNTRANSLATED_NAMES.test(text.trim());

const literalTextOf = (node) => {
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
    const isChoiceOrSum = [
      ts.SyntaxKind.AmpersandAmpersandToken,
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
      ts.SyntaxKind.PlusToken,
    ].includes(node.operatorToken.kind);
    return isChoiceOrSum ? [...literalsIn(node.left), ...literalsIn(node.right)] : [];
  }
  return literalTextOf(node) === null ? [] : [node];
};

const attributeNameOf = (node) =>
  ts.isJsxAttribute(node)
    ? node.name.getText()
    : ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)
      ? node.name.text
      : '';

const attributeValueOf = (node) => {
  if (ts.isPropertyAssignment(node)) return node.initializer;
  const initializer = node.initializer;
  return initializer === undefined ? undefined : ts.isJsxExpression(initializer) ? initializer.expression : initializer;
};

/** Returns the string literals of a node that users would read untranslated. */
const untranslatedLiteralsIn = (node, isPageCode) => {
  if (ts.isJsxText(node)) return needsTranslation(node.text) ? [node] : [];
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent))
    return node.expression === undefined ? [] : literalsIn(node.expression);
  // In a page's code, `title` and `label` of an object are shown to users. In other code they are data, so only JSX
  // attributes count.
  if (
    (ts.isJsxAttribute(node) || (isPageCode && ts.isPropertyAssignment(node))) &&
    TEXT_ATTRIBUTES.has(attributeNameOf(node))
  ) {
    const attributeValue = attributeValueOf(node);
    return attributeValue === undefined
      ? []
      : literalsIn(attributeValue).filter(
          (literal) => ts.isJsxAttribute(node) || /[ ÄÖÜäöüß]|^[A-ZÄÖÜ]/.test(literalTextOf(literal)),
        );
  }
  if (isPageCode && ts.isTemplateExpression(node) && GERMAN_CHARACTER.test(literalTextOf(node))) return [node];
  return [];
};

/**
 * Returns the texts in a file of code that users would read but that are no key of the text table (`keys`): `[{ line,
 * text }]`. In a page's code, properties such as `title` and German templates count too; in other code only JSX counts.
 */
export const findRawTexts = (name, source, { isPage = true, keys = new Set() } = {}) => {
  const sourceFile = ts.createSourceFile(
    name,
    source,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const rawTextByPosition = new Map();
  const visitNode = (node) => {
    for (const literal of untranslatedLiteralsIn(node, isPage)) {
      const text = (ts.isJsxText(literal) ? literal.text : literalTextOf(literal)).replace(/\s+/g, ' ').trim();
      if (needsTranslation(text) && !keys.has(text))
        rawTextByPosition.set(literal.getStart(), {
          line: sourceFile.getLineAndCharacterOfPosition(literal.getStart()).line + 1,
          text,
        });
    }
    ts.forEachChild(node, visitNode);
  };
  visitNode(sourceFile);
  return [...rawTextByPosition.values()];
};

/** Names of the functions that show the text of a key. */
const TEXT_FUNCTIONS = new Set(['t', 'text']);

const textKeysIn = (node) =>
  node === undefined
    ? []
    : literalsIn(node)
        .filter(ts.isStringLiteralLike)
        .map(({ text }) => text);

/**
 * Returns the names of the values that a call passes to a text; null when the source code doesn't list them, for
 * example with a variable or a spread.
 */
const valueNamesIn = (node) => {
  if (node === undefined) return new Set();
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return null;
  return new Set(node.properties.map(({ name }) => name?.getText().replace(/^(['"])(.*)\1$/, '$2')));
};

/**
 * Returns the calls that show a text of `textTable` but lack a value that the text needs: `[{ line, key, missing }]`.
 */
export const findMissingValues = (name, source, textTable) => {
  const sourceFile = ts.createSourceFile(
    name,
    source,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const incompleteCalls = [];
  const visitNode = (node) => {
    const passedValueNames =
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) && TEXT_FUNCTIONS.has(node.expression.text)
        ? valueNamesIn(node.arguments[1])
        : null;
    for (const key of passedValueNames === null
      ? []
      : textKeysIn(node.arguments[0]).filter((candidateKey) => Object.hasOwn(textTable, candidateKey))) {
      const missingValueNames = [...readMessage(textTable[key], 'de').values].filter(
        (value) => !passedValueNames.has(value),
      );
      if (missingValueNames.length > 0)
        incompleteCalls.push({
          line: sourceFile.getLineAndCharacterOfPosition(node.getStart()).line + 1,
          key,
          missing: missingValueNames,
        });
    }
    ts.forEachChild(node, visitNode);
  };
  visitNode(sourceFile);
  return incompleteCalls;
};

/**
 * Returns true when the code uses a key: as a whole string, as a property, or by a template that begins with the key's
 * part up to `_`.
 */
const isKeyUsed = (key, code) => {
  if ([`'${key}'`, `"${key}"`, `\`${key}\``].some((literal) => code.includes(literal))) return true;
  if (new RegExp(`\\.${key}\\b|^ +${key}: `, 'm').test(code)) return true;
  const keyPrefix = /^([A-Za-z]+_)/.exec(key)?.[1];
  return keyPrefix !== undefined && code.includes(`\`${keyPrefix}\${`);
};

/** Proper names whose text may equal the key. */
const PROPER_NAMES = new Set(['PayPal']);

const looksLikeRawKey = (key, text) => text === key && /[a-z][A-Z]|_/.test(text) && !PROPER_NAMES.has(text);

const isEmptyText = (text) => typeof text !== 'string' || text.trim() === '';

/** Matches a number or a placeholder with an ordinary space before the unit: a line could break between them. */
const BREAKABLE_UNIT = /[0-9}] (?:€|%|MB|km|kg|ml|m|g|l)(?![A-Za-zÄÖÜäöüß])/;

/** Matches German texts that call a choice „Suche“ (search). The product's texts say „Wähle“ (choose) instead. */
const OTHER_WORD_FOR_CHOICE = /\bSuche? [^.!?]*\baus\b|\bSuche? [a-zäöüß]+ ander|\b[Aa]ussuchen\b|\b[Ww]ähl\b/;

const isLonePluralForm = (key, textTable) =>
  /_(zero|one|two|few|many)$/.test(key) && `${key.replace(/_[a-z]+$/, '_other')}` in textTable;

/**
 * Returns the problems of a table of texts, each with its remedy. `code` is the source of all files that may show the
 * texts.
 */
export const checkTextTable = ({ texts, table, code, where }) =>
  Object.entries(table).flatMap(([key, text]) => {
    const textProblems = [];
    if (isEmptyText(text)) textProblems.push(`${texts}: ${key} is empty; write its German text, or delete it`);
    else if (looksLikeRawKey(key, text)) textProblems.push(`${texts}: ${key} is its own key; write its German text`);
    else textProblems.push(...readMessage(text, 'de').problems.map((problem) => `${texts}: ${key} ${problem}`));
    if (!isKeyUsed(key, code)) textProblems.push(`${texts}: ${key} is never shown by ${where}; delete it`);
    if (BREAKABLE_UNIT.test(text))
      textProblems.push(
        `${texts}: ${key} lets a line end between a number and its unit; put a no-break space (U+00A0) there`,
      );
    if (OTHER_WORD_FOR_CHOICE.test(text))
      textProblems.push(`${texts}: ${key} has another word for a choice; write „Wähle“ or „wählen“`);
    if (isLonePluralForm(key, table))
      textProblems.push(`${texts}: ${key} is half a plural; write one message, {count, plural, one {…} other {…}}`);
    return textProblems;
  });

const sortedListOf = (values) => [...values].sort().join(', ');

/**
 * Returns the problems of another language's table compared with the German table. `code` is the source that must load
 * the other table.
 */
export const checkTranslationTable = ({ texts, table, german, code }) => {
  const language = basename(texts, '.json');
  const missingKeyProblems = Object.keys(german)
    .filter((key) => !(key in table))
    .map((key) => `${texts}: ${key} is missing; people would read it in German`);
  const wrongTextProblems = Object.entries(table).flatMap(([key, text]) => {
    if (!(key in german)) return [`${texts}: ${key} is no key of de.json; delete it`];
    if (isEmptyText(text)) return [`${texts}: ${key} is empty; write its text`];
    const { values, problems } = readMessage(text, language);
    const requiredValues = sortedListOf(readMessage(german[key], 'de').values);
    return [
      ...problems.map((problem) => `${texts}: ${key} ${problem}`),
      ...(sortedListOf(values) === requiredValues
        ? []
        : [`${texts}: ${key} shows other values than de.json (${requiredValues})`]),
    ];
  });
  const isTableLoaded = code.includes(`/locales/${language}.json')`);
  return [
    ...missingKeyProblems,
    ...wrongTextProblems,
    ...(isTableLoaded
      ? []
      : [
          `${texts}: nobody loads it; hand it to defineTexts, { ${language}: () => import('…/locales/${language}.json') }`,
        ]),
  ];
};

// The error codes in errors.ts are keys of texts in `shared-ui/src/platform`, so errors.ts counts as code that shows
// these texts.
const FURTHER_CODE_BY_FOLDER = { 'shared-ui/src/platform': ['api-gateway/contract/src/errors.ts'] };

/** Returns the paths of the tables in other languages that lie beside a German table. */
const translationPathsBeside = (root, textsPath) => {
  const folder = dirname(textsPath);
  return readdirSync(join(root, folder))
    .filter((name) => /^[a-z]{2}\.json$/.test(name) && name !== 'de.json')
    .map((name) => join(folder, name));
};

/** Returns every problem of texts below `root`, one line each. */
export const checkTexts = (root) => {
  const textTables = findTextTables(root);
  const readTextTable = (textsPath) => JSON.parse(readFileSync(join(root, textsPath), 'utf8'));
  const codeFilesIn = (folder) =>
    filesBelow(join(root, folder)).filter((file) => isCodeFile(file.slice(file.lastIndexOf('/') + 1)));
  const tableProblems = textTables.flatMap(({ texts, code: codeFolder }) => {
    const codeFiles = [
      ...codeFilesIn(codeFolder),
      ...(FURTHER_CODE_BY_FOLDER[codeFolder] ?? []).map((file) => join(root, file)),
    ];
    const code = codeFiles.map((file) => readFileSync(file, 'utf8')).join('\n');
    const germanTable = readTextTable(texts);
    return [
      ...checkTextTable({ texts, table: germanTable, code, where: codeFolder }),
      ...translationPathsBeside(root, texts).flatMap((translationPath) =>
        checkTranslationTable({
          texts: translationPath,
          table: readTextTable(translationPath),
          german: germanTable,
          code,
        }),
      ),
    ];
  });
  const textTableOf = (file) => textTables.find(({ code }) => !relative(join(root, code), file).startsWith('..'));
  const sourceFiles = [...new Set(textTables.flatMap(({ code }) => codeFilesIn(code)))];
  const textKeys = new Set(textTables.flatMap(({ texts }) => Object.keys(readTextTable(texts))));
  const rawTextProblems = sourceFiles.flatMap((file) => {
    const { texts, code } = textTableOf(file);
    return findRawTexts(file, readFileSync(file, 'utf8'), {
      isPage: !code.startsWith('api-gateway/'),
      keys: textKeys,
    }).map(
      ({ line, text }) =>
        `${relative(root, file)}:${line}: „${text}“ is not translated; give it a key in ${texts} and show it by t('…')`,
    );
  });
  const missingValueProblems = sourceFiles.flatMap((file) => {
    const { texts } = textTableOf(file);
    return findMissingValues(file, readFileSync(file, 'utf8'), readTextTable(texts)).map(
      ({ line, key, missing }) =>
        `${relative(root, file)}:${line}: ${key} needs ${missing.join(', ')}; hand it over, t('${key}', { … })`,
    );
  });
  return [...tableProblems, ...rawTextProblems, ...missingValueProblems];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkTexts(fileURLToPath(new URL('..', import.meta.url)));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

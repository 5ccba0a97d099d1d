import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  checkTranslationTable,
  checkTextTable,
  findMissingValues,
  findTextTables,
  findRawTexts,
} from './check-texts.mjs';

const rawTextsIn = (source, findOptions) => findRawTexts('page.tsx', source, findOptions).map(({ text }) => text);

for (const [caseName, source, expected] of [
  ['text between tags', 'const a = <p>Guten Tag</p>;', 'Guten Tag'],
  ['text beside a value', 'const a = <p>Noch {n} Plätze</p>;', 'Noch'],
  ['an English word', 'const a = <p>Close</p>;', 'Close'],
  ['aria-label', 'const a = <b aria-label="Schließen" />;', 'Schließen'],
  ['title', 'const a = <b title="Mehr" />;', 'Mehr'],
  ['placeholder', 'const a = <input placeholder="suchen" />;', 'suchen'],
  ['alt', "const a = <img alt={'Teller'} />;", 'Teller'],
  ['label', 'const a = <Field label="Name" />;', 'Name'],
  ['a template in an attribute', 'const a = <b aria-label={`${n} Plätze`} />;', '… Plätze'],
  ['a template between tags', 'const a = <p>{`Noch ${n} frei`}</p>;', 'Noch … frei'],
  ['one side of a choice', "const a = <b title={isOpen ? t('Open') : 'Zu'} />;", 'Zu'],
  ['a fallback', "const a = <b title={name ?? 'Unbekannt'} />;", 'Unbekannt'],
  ['a sum', "const a = <p>{n + ' frei'}</p>;", 'frei'],
  ['a property of an option', "const a = [{ id: 'list', label: 'Liste' }];", 'Liste'],
  ['a German template anywhere', 'const a = `${n} Plätze`;', '… Plätze'],
])
  it(`finds ${caseName}`, () => assert.equal(rawTextsIn(source)[0], expected));

for (const [caseName, source] of [
  ['what is translated', "const a = <b aria-label={t('Close')}>{t('Text', { n })}</b>;"],
  ['a key that is handed on', "const a = { title: 'Close' };"],
  ['signs and numbers', 'const a = <p>{n} · 100 % ({`${n} €`})</p>;'],
  ['a name', 'const a = <b title="Google Play" />;'],
  ['an empty alternative text', 'const a = <img alt="" />;'],
  ['attributes that nobody reads', 'const a = <b className="wide open" data-state={`${a} open`} />;'],
  ['messages of mistakes', "throw new Error('The page has no root');"],
])
  it(`leaves alone ${caseName}`, () => assert.deepEqual(rawTextsIn(source, { keys: new Set(['Close']) }), []));

it('leaves data of programs alone', () =>
  assert.deepEqual(rawTextsIn("const a = { label: 'Mit Fleisch', text: `${n} Stück` };", { isPage: false }), []));
it('names the line', () => assert.equal(findRawTexts('page.tsx', '\n\nconst a = <p>Guten Tag</p>;')[0].line, 3));

const checkGermanTable = (texts, code) => checkTextTable({ texts: 'de.json', table: texts, code, where: 'src' });

for (const [caseName, texts, code, expected] of [
  ['an empty text', { A: ' ' }, "t('A')", 'de.json: A is empty; write its German text, or delete it'],
  ['a key for a text', { LogIn: 'LogIn' }, "t('LogIn')", 'de.json: LogIn is its own key; write its German text'],
  ['a text that nobody shows', { A: 'Ah' }, '', 'de.json: A is never shown by src; delete it'],
  [
    'a plural form that is missing',
    { N: '{n, plural, other {Plätze}}' },
    "t('N')",
    'de.json: N lacks the plural form one of n',
  ],
  [
    'a brace that is never closed',
    { A: 'Hallo {name' },
    "t('A')",
    'de.json: A is no ICU message (EXPECT_ARGUMENT_CLOSING_BRACE)',
  ],
  [
    'a number that would be formatted elsewhere',
    { A: '{n, number}' },
    "t('A')",
    'de.json: A formats a number; hand it in as a value that platform/format has made',
  ],
  [
    'a unit that may stand alone on its line',
    { A: 'Kurz 1 € mehr' },
    "t('A')",
    'de.json: A lets a line end between a number and its unit; put a no-break space (U+00A0) there',
  ],
  [
    'the same behind a value',
    { A: '{rate} %' },
    "t('A')",
    'de.json: A lets a line end between a number and its unit; put a no-break space (U+00A0) there',
  ],
  ...['Such dir eins aus.', 'Such jemand anderen.', 'Du kannst dir eins aussuchen.', 'Wähl eins.'].map((text) => [
    `another word for a choice in „${text}“`,
    { A: text },
    "t('A')",
    'de.json: A has another word for a choice; write „Wähle“ or „wählen“',
  ]),
  ['a tag', { A: 'Hallo <b>du</b>' }, "t('A')", 'de.json: A holds a tag; give each part a key of its own'],
])
  it(`finds ${caseName}, and names the remedy`, () => assert.deepEqual(checkGermanTable(texts, code), [expected]));

it('calls a search a search', () =>
  assert.deepEqual(checkGermanTable({ A: 'Such nach einem Lokal.', B: 'Wähle eins aus.' }, "t('A'), t('B')"), []));

it('finds plurals in two keys', () => {
  assert.deepEqual(checkGermanTable({ N_one: 'Platz', N_other: 'Plätze' }, "t('N_one'), t('N_other')"), [
    'de.json: N_one is half a plural; write one message, {count, plural, one {…} other {…}}',
  ]);
});

const messages = {
  Hello: 'Hallo {name}',
  Bye: 'Tschüs',
  Seats: '{count, plural, one {ein Platz} other {{count} Plätze um {time}}}',
};
const missingValuesOf = (source) =>
  findMissingValues('page.tsx', source, messages).map(
    ({ key, missing: valueNames }) => `${key}: ${valueNames.join(', ')}`,
  );

for (const [caseName, source, expected] of [
  ['a value that nobody hands over', "t('Hello')", ['Hello: name']],
  ['one of several', "text('Seats', { count })", ['Seats: time']],
  ['either key of a choice', "t(isHere ? 'Hello' : 'Seats', { name })", ['Seats: count, time']],
  [
    'nothing where all are there',
    "t('Hello', { name: user.name }), t('Bye'), t('Seats', { count: 1, 'time': now })",
    [],
  ],
  ['nothing where the source does not tell', "t('Hello', values), t(key), t('Seats', { ...seats })", []],
  ['nothing of other functions and keys', "log('Hello'), t('Nonsense')", []],
])
  it(`finds ${caseName}`, () => assert.deepEqual(missingValuesOf(source), expected));

const checkPolishTable = (texts, code = "{ pl: () => import('../locales/pl.json') }") =>
  checkTranslationTable({
    texts: 'locales/pl.json',
    table: {
      Hello: '{name}, lo',
      Bye: 'lo',
      Seats: '{count, plural, one {{time}} few {a} many {b} other {c}}',
      ...texts,
    },
    german: messages,
    code,
  });

for (const [caseName, texts, expected] of [
  ['a text that is missing', { Hello: undefined }, 'locales/pl.json: Hello is empty; write its text'],
  ['a text that German lacks', { Thanks: 'lo' }, 'locales/pl.json: Thanks is no key of de.json; delete it'],
  [
    'other values than the German ones',
    { Hello: '{nam}, lo' },
    'locales/pl.json: Hello shows other values than de.json (name)',
  ],
  [
    'a plural form of that language that is missing',
    { Seats: '{count, plural, one {{time}} other {c}}' },
    'locales/pl.json: Seats lacks the plural form few, many of count',
  ],
])
  it(`finds in another language ${caseName}`, () => assert.deepEqual(checkPolishTable(texts), [expected]));

it('finds a language that nobody loads', () =>
  assert.match(checkPolishTable({}, '').join(), /^locales\/pl\.json: nobody loads it/));
it('finds keys that a language lacks', () =>
  assert.match(
    checkTranslationTable({
      texts: 'locales/pl.json',
      table: {},
      german: { Bye: 'Tschüs' },
      code: "/locales/pl.json')",
    }).join(),
    /^locales\/pl\.json: Bye is missing/,
  ));
it('is content with a whole language', () => assert.deepEqual(checkPolishTable({}), []));

it('takes a template with a fixed beginning for a use', () =>
  assert.deepEqual(checkGermanTable({ Status_open: 'Offen' }, 't(`Status_${status}`)'), []));

it('knows each table of texts from the tree, and the innermost code first', () => {
  const textTables = findTextTables(fileURLToPath(new URL('..', import.meta.url)));
  const codeFolderOf = (texts) => textTables.find((textTable) => textTable.texts === texts)?.code;
  assert.equal(codeFolderOf('mf-social/locales/de.json'), 'mf-social/src');
  assert.equal(codeFolderOf('shell/src/deferred/locales/de.json'), 'shell/src/deferred');
  const codeFolders = textTables.map(({ code }) => code);
  assert.ok(codeFolders.indexOf('shell/src/deferred') < codeFolders.indexOf('shell/src'));
});

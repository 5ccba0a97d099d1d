import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkTable, findPlaces, findRawTexts } from './check-texts.mjs';

const raw = (source, options) => findRawTexts('page.tsx', source, options).map(({ text }) => text);

for (const [what, source, expected] of [
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
  it(`finds ${what}`, () => assert.equal(raw(source)[0], expected));

for (const [what, source] of [
  ['what is translated', "const a = <b aria-label={t('Close')}>{t('Text', { n })}</b>;"],
  ['a key that is handed on', "const a = { title: 'Close' };"],
  ['signs and numbers', 'const a = <p>{n} · 100 % ({`${n} €`})</p>;'],
  ['a name', 'const a = <b title="Google Play" />;'],
  ['an empty alternative text', 'const a = <img alt="" />;'],
  ['attributes that nobody reads', 'const a = <b className="wide open" data-state={`${a} open`} />;'],
  ['messages of mistakes', "throw new Error('The page has no root');"],
])
  it(`leaves alone ${what}`, () => assert.deepEqual(raw(source, { keys: new Set(['Close']) }), []));

it('leaves data of programs alone', () => assert.deepEqual(raw("const a = { label: 'Mit Fleisch', text: `${n} Stück` };", { isPage: false }), []));
it('names the line', () => assert.equal(findRawTexts('page.tsx', '\n\nconst a = <p>Guten Tag</p>;')[0].line, 3));

const table = (texts, code) => checkTable({ texts: 'de.json', table: texts, code, where: 'src' });

for (const [what, texts, code, expected] of [
  ['an empty text', { A: ' ' }, "t('A')", 'de.json: A is empty; write its German text, or delete it'],
  ['a key for a text', { LogIn: 'LogIn' }, "t('LogIn')", 'de.json: LogIn is its own key; write its German text'],
  ['a text that nobody shows', { A: 'Ah' }, '', 'de.json: A is never shown by src; delete it'],
  ['a plural that is missing', { N_one: 'Ein Platz' }, "t('N')", 'de.json: N_one lacks its plural; add N_other'],
])
  it(`finds ${what}, and names the remedy`, () => assert.deepEqual(table(texts, code), [expected]));

it('takes a template with a fixed beginning for a use', () => assert.deepEqual(table({ Status_open: 'Offen' }, 't(`Status_${status}`)'), []));

it('knows each table of texts from the tree, and the innermost code first', () => {
  const places = findPlaces(fileURLToPath(new URL('..', import.meta.url)));
  const of = (texts) => places.find((place) => place.texts === texts)?.code;
  assert.equal(of('mf-social/locales/de.json'), 'mf-social/src');
  assert.equal(of('shell/src/deferred/locales/de.json'), 'shell/src/deferred');
  const folders = places.map(({ code }) => code);
  assert.ok(folders.indexOf('shell/src/deferred') < folders.indexOf('shell/src'));
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { err, ok } from '@mahlzeit/contract';
import { detectEncoding, createUtf8Converter } from './feed-encoding';
import type { FeedEncoding } from './feed-encoding';

const feedFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
afterAll(() => rmSync(feedFolder, { recursive: true }));

const writeFeedFile = (bytes: Uint8Array): string => {
  const feedFile = join(feedFolder, 'feed.json');
  writeFileSync(feedFile, bytes);
  return feedFile;
};

const sampleText = '{"name": "Arcisstraße 21, Käsespätzle für 5 €"}';
const encodeUtf16be = (plainText: string): Buffer => Buffer.from(plainText, 'utf16le').swap16();

// Bytes of the CP850 characters that occur in German menus and addresses, by character.
const CP850_BYTE_BY_CHARACTER: Readonly<Record<string, number>> = {
  ü: 0x81,
  é: 0x82,
  â: 0x83,
  ä: 0x84,
  à: 0x85,
  ê: 0x88,
  è: 0x8a,
  Ä: 0x8e,
  É: 0x90,
  ö: 0x94,
  Ö: 0x99,
  Ü: 0x9a,
  ñ: 0xa4,
  ß: 0xe1,
  '°': 0xf8,
};
const encodeCp850 = (plainText: string): Buffer =>
  Buffer.from([...plainText].map((character) => CP850_BYTE_BY_CHARACTER[character] ?? character.charCodeAt(0)));
const encodeWindows1252 = (plainText: string): Buffer =>
  Buffer.from(
    plainText
      .replaceAll('„', '\x84')
      .replaceAll('“', '\x93')
      .replaceAll('”', '\x94')
      .replaceAll('’', '\x92')
      .replaceAll('…', '\x85')
      .replaceAll('€', '\x80')
      .replaceAll('Š', '\x8a'),
    'latin1',
  );
/** Encodes a text as CESU-8: each surrogate of UTF-16 becomes a UTF-8 sequence of its own. */
const encodeCesu8 = (plainText: string): Buffer =>
  Buffer.concat(
    [...Array.from({ length: plainText.length }, (_, index) => plainText.charCodeAt(index))].map((codeUnit) =>
      codeUnit >= 0xd800 && codeUnit < 0xe000
        ? Buffer.of(0xe0 | (codeUnit >> 12), 0x80 | ((codeUnit >> 6) & 0x3f), 0x80 | (codeUnit & 0x3f))
        : Buffer.from(String.fromCharCode(codeUnit)),
    ),
  );

it.each<[string, Uint8Array, FeedEncoding]>([
  ['UTF-8', Buffer.from(sampleText), 'utf-8'],
  ['UTF-8 with letters of four bytes', Buffer.from('{"name": "🍕 \ud7ff \ue000"}'), 'utf-8'],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${sampleText}`), 'utf-8'],
  ['ASCII alone', Buffer.from('{}'), 'utf-8'],
  ['nothing', Buffer.alloc(0), 'utf-8'],
  ['Latin-1', Buffer.from('{"name": "Arcisstraße"}', 'latin1'), 'windows-1252'],
  [
    'a menu as Windows writes it',
    encodeWindows1252('{"name": "„Käsespätzle“ für 5 € … Omas’ Süßspeise"}'),
    'windows-1252',
  ],
  [
    'quotes of Windows without any other letter',
    encodeWindows1252('{"name": "„Wiener Art“, (”Alt“), Omas’ Suppe…mit Brot"}'),
    'windows-1252',
  ],
  [
    "neighbours' words as Windows writes them",
    encodeWindows1252('{"name": "Crème brûlée, jalapeños, Ragoût, Suárez, Málaga, día, Škoda"}'),
    'windows-1252',
  ],
  [
    'a menu of Windows with a space forgotten',
    encodeWindows1252('{"name": "Käse„Wiener Art“, Möhren für Bäcker"}'),
    'windows-1252',
  ],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${sampleText}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 without', Buffer.from(sampleText, 'utf16le'), 'utf-16le'],
  ['UTF-16 the other way round', encodeUtf16be(`\ufeff${sampleText}`), 'utf-16be'],
  ['UTF-16 the other way round, without its mark', encodeUtf16be(sampleText), 'utf-16be'],
])('recognises %s', async (_title, fileBytes, encoding) => {
  expect(await detectEncoding(writeFeedFile(fileBytes))).toEqual(ok(encoding));
});

it.each([
  'Käse',
  'Möhren',
  'Gemüse',
  'Süßspeise',
  'Arcisstraße 21',
  'Grießbrei',
  'Heiß',
  'Soße',
  'Äpfel',
  'Öl',
  'Übung',
  'Café Rosé',
  'Crêpes',
  'Frühstück bei 30 °C, Käsespätzle mit Röstzwiebeln à la Oma, Jalapeños',
])('refuses CP850 by its name: %s', async (encodingName) => {
  expect(await detectEncoding(writeFeedFile(encodeCp850(`{"name": "${encodingName}"}`)))).toEqual(err('cp850'));
});

it('refuses CESU-8 by its name', async () => {
  expect(await detectEncoding(writeFeedFile(encodeCesu8('{"name": "Käse 🍕"}')))).toEqual(err('cesu8'));
});

it.each<[string, Uint8Array]>([
  ['both UTF-8 and Latin-1', Buffer.concat([Buffer.from('"Käse"'), Buffer.from('"Straße"', 'latin1')])],
  ['UTF-8 with a longer form than needed', Buffer.concat([Buffer.from('"Käse"'), Buffer.of(0xe0, 0x80, 0xaf)])],
  ['UTF-8 beyond its last letter', Buffer.concat([Buffer.from('"Käse"'), Buffer.of(0xf4, 0x90, 0x80, 0x80)])],
])('refuses %s', async (_title, fileBytes) => {
  expect(await detectEncoding(writeFeedFile(fileBytes))).toEqual(err('unknownEncoding'));
});

it('recognises letters that two reads share', async () => {
  expect(await detectEncoding(writeFeedFile(Buffer.from(`${'x'.repeat(65_535)}ß€${'x'.repeat(65_533)}€😀`)))).toEqual(
    ok('utf-8'),
  );
  expect(await detectEncoding(writeFeedFile(encodeCp850(`${'x'.repeat(65_535)}äse`)))).toEqual(err('cp850'));
  expect(await detectEncoding(writeFeedFile(encodeCp850(`${'x'.repeat(65_536)}äse`)))).toEqual(err('cp850'));
});

it('rejects where there is no file', async () => {
  await expect(detectEncoding(join(feedFolder, 'none.json'))).rejects.toMatchObject({ code: 'ENOENT' });
});

it.each([
  ['utf-16le', Buffer.from(`\ufeff${sampleText}`, 'utf16le')],
  ['utf-16be', encodeUtf16be(sampleText)],
] as const)('reads %s byte by byte', async (encoding, bytes) => {
  expect(await text(Readable.from([...bytes].map((byte) => Buffer.of(byte))).pipe(createUtf8Converter(encoding)))).toBe(
    sampleText,
  );
});

it('reads the letters of Windows, which files call Latin-1', async () => {
  expect(
    await text(Readable.from([Buffer.from([0x80, 0x20, 0xdf, 0xfc])]).pipe(createUtf8Converter('windows-1252'))),
  ).toBe('€ ßü');
});

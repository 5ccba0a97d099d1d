import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { encodingOf, toUtf8 } from './feed-encoding';

const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (bytes: Uint8Array): string => {
  const file = join(folder, 'feed.json');
  writeFileSync(file, bytes);
  return file;
};

const words = '{"name": "Arcisstraße 21, Käsespätzle für 5 €"}';
const utf16be = (said: string): Buffer => Buffer.from(said, 'utf16le').swap16();

it.each<[string, Uint8Array, string | null]>([
  ['UTF-8', Buffer.from(words), 'utf-8'],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${words}`), 'utf-8'],
  ['ASCII alone', Buffer.from('{}'), 'utf-8'],
  ['nothing', Buffer.alloc(0), 'utf-8'],
  ['Latin-1', Buffer.from('{"name": "Arcisstraße"}', 'latin1'), 'windows-1252'],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${words}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 without', Buffer.from(words, 'utf16le'), 'utf-16le'],
  ['UTF-16 the other way round', utf16be(`\ufeff${words}`), 'utf-16be'],
  ['UTF-16 the other way round, without its mark', utf16be(words), 'utf-16be'],
  ['both UTF-8 and Latin-1', Buffer.concat([Buffer.from('"Käse"'), Buffer.from('"Straße"', 'latin1')]), null],
])('recognises %s', async (_what, bytes, encoding) => {
  expect(await encodingOf(fileOf(bytes))).toBe(encoding);
});

it('recognises letters that two reads share', async () => {
  expect(await encodingOf(fileOf(Buffer.from(`${'x'.repeat(65_535)}ß€${'x'.repeat(65_533)}€😀`)))).toBe('utf-8');
});

it('rejects where there is no file', async () => {
  await expect(encodingOf(join(folder, 'none.json'))).rejects.toMatchObject({ code: 'ENOENT' });
});

it.each([
  ['utf-16le', Buffer.from(`\ufeff${words}`, 'utf16le')],
  ['utf-16be', utf16be(words)],
] as const)('reads %s byte by byte', async (encoding, bytes) => {
  expect(await text(Readable.from([...bytes].map((byte) => Buffer.of(byte))).pipe(toUtf8(encoding)))).toBe(words);
});

it('reads the letters of Windows, which files call Latin-1', async () => {
  expect(await text(Readable.from([Buffer.from([0x80, 0x20, 0xdf, 0xfc])]).pipe(toUtf8('windows-1252')))).toBe('€ ßü');
});

import { isSealed, openText, sealPrefixOf, sealText } from './sealed-text';

const key = { id: 'k1', bytes: new Uint8Array(32).fill(7) };

it.each(['', 'Hallo', 'Grüße 🥨\nmit Zeilen', 'x'.repeat(100_000)])('gives back the text %#', (text) => {
  const sealedText = sealText(key, 'report.text', text);
  expect(openText(key, 'report.text', sealedText)).toBe(text);
  expect([isSealed(sealedText), sealedText.startsWith(sealPrefixOf('k1')), isSealed(text)]).toEqual([
    true,
    true,
    false,
  ]);
});

it('encrypts the same text differently each time', () =>
  expect(sealText(key, 'report.text', 'Hallo')).not.toBe(sealText(key, 'report.text', 'Hallo')));

it('does not decrypt for another key, id or column, nor a changed text', () => {
  const sealedText = sealText(key, 'report.text', 'Hallo');
  const changedCharacter = sealedText.endsWith('A') ? 'B' : 'A';
  expect([
    openText({ id: 'k1', bytes: new Uint8Array(32).fill(8) }, 'report.text', sealedText),
    openText({ ...key, id: 'k2' }, 'report.text', sealedText),
    openText(key, 'report.context', sealedText),
    openText(key, 'report.text', sealedText.slice(0, -4)),
    openText(key, 'report.text', sealedText.slice(0, -6) + changedCharacter + sealedText.slice(-5)),
    openText(key, 'report.text', 'sealed1.k1.AAAA'),
    openText(key, 'report.text', 'Hallo'),
  ]).toEqual([null, null, null, null, null, null, null]);
});

import { cleanName, messageToSend } from './typed-text';

describe('cleanName', () => {
  it.each([
    ['Jürgen Müller-Lüdenscheidt', 'Jürgen Müller-Lüdenscheidt'],
    ["Anna d'Arc", "Anna d'Arc"],
    ['李小龍', '李小龍'],
    ['👩‍🍳 Anna', '👩‍🍳 Anna'],
    ['👍🏽', '👍🏽'],
    ['  Anna \t  Blume\n', 'Anna Blume'],
    ['An\u0000na\u0007', 'Anna'],
    ['\u202EannA', 'annA'],
    ['An\u200Dna\u200B', 'Anna'],
    ['\uE000Anna\uFFFF', 'Anna'],
    ['u\u0308', 'ü'],
    ['क्षितिज', 'क्षितिज'],
    ['\uFE0FAn\u3164na \u0308', 'Anna'],
  ])('cleans %j to %j', (input, expectedName) => expect(cleanName(input)).toBe(expectedName));
});

describe('messages', () => {
  it.each<readonly [string, string | null]>([
    ['', null],
    ['  \n ', null],
    [' Bis gleich! ', 'Bis gleich!'],
    ['ä'.repeat(100), 'ä'.repeat(100)],
    ['ä'.repeat(101), null],
    ['🍲'.repeat(100), '🍲'.repeat(100)],
    [` ${'a'.repeat(100)} `, 'a'.repeat(100)],
    ...[
      '\u200b',
      '\u2800\u2800',
      '\u3164',
      '\u115f\u1160',
      '\uffa0',
      '\u00ad',
      '\u2060\u2063',
      '\u202e',
      '\u034f',
      '\ufe0f',
      '\u{e0020}',
      '\u180e',
      '\u0301',
      '\ud800',
      '\u200d \u200b',
    ].map((blankText) => [blankText, null] as const),
    ...['👨‍👩‍👧‍👦', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇩🇪', '!', '한', 'नि', '\u200bHallo\u200b', '\u{1fae9}'].map(
      (text) => [text, text] as const,
    ),
  ])('S03 sends %j as %j', (input, expected) => {
    expect(messageToSend(input)).toBe(expected);
  });
});

import { NAME_MAX_LENGTH } from './limits';
import { REPORT_TEXT_MAX_LENGTH, ReportForm } from './report';
import { UserChanges } from './user-routes';
import { cleanName, firstCharacters, messageToSend, textLength } from './typed-text';

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
    ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
    ['นั่งเล่น', 'นั่งเล่น'],
    [`Anna${'\u0321'.repeat(900)}`, `Anna${'\u0321'.repeat(8)}`],
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

describe('the length of a text', () => {
  const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';

  it.each([
    ['', 0],
    ['Suppe', 5],
    [family.repeat(15), 15],
    ['e\u0301', 1],
    ['\u{1F1E9}\u{1F1EA}', 1],
  ])('counts what people see: %j', (text, expectedLength) => expect(textLength(text)).toBe(expectedLength));

  it('cuts no emoji in half', () => {
    expect(firstCharacters(`ab${family}c`, 3)).toBe(`ab${family}`);
    expect(firstCharacters('abc', 3)).toBe('abc');
  });

  it('lets schemas count the same', () => {
    const names = (length: number) => UserChanges.safeParse({ displayName: family.repeat(length) }).success;
    expect([names(NAME_MAX_LENGTH), names(NAME_MAX_LENGTH + 1)]).toEqual([true, false]);
    const reports = (length: number) =>
      ReportForm.safeParse({ kind: 'user', key: 'a', reason: 'spam', text: family.repeat(length) }).success;
    expect([reports(REPORT_TEXT_MAX_LENGTH), reports(REPORT_TEXT_MAX_LENGTH + 1)]).toEqual([true, false]);
  });
});

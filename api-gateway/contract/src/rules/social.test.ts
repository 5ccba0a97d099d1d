import { connectionCodeOf, isChatUnread, isGroupNameTaken } from './social';

describe('connection codes', () => {
  it.each([
    ['abcd2345', 'ABCD2345'],
    [' ABCD 2345 ', 'ABCD2345'],
    ['ab-cd-23-45', 'ABCD2345'],
  ])('normalises %j to %s', (input, code) => {
    expect(connectionCodeOf(input)).toBe(code);
  });
});

describe('names of groups', () => {
  const groups = [
    { key: 'a', name: 'Kantine Süd' },
    { key: 'b', name: 'Team' },
  ];

  it.each([
    [{ key: 'c', name: 'kantine  SÜD ' }, true],
    [{ key: 'a', name: 'Kantine Süd' }, false],
    [{ key: 'a', name: 'KANTINE SÜD' }, false],
    [{ key: 'a', name: 'team' }, true],
    [{ key: 'c', name: 'Kantine Nord' }, false],
  ])('S11 of %j: is taken: %s', (editedGroup, isTaken) => {
    expect(isGroupNameTaken(groups, editedGroup)).toBe(isTaken);
  });
});

describe('an unread chat', () => {
  const reader = { uid: 'ich', read: undefined, blocked: new Set(['dieter']) };
  const messageBy = (authorKey: string) => ({ lastMessage: { authorKey, timestamp: 100 } });

  it.each([
    ['nothing was said', { lastMessage: null }, reader, false],
    ['somebody else was the last', messageBy('anna'), reader, true],
    ['the reader was the last', messageBy('ich'), reader, false],
    ['somebody blocked was the last', messageBy('dieter'), reader, false],
    ['it was read up to there', messageBy('anna'), { ...reader, read: { timestamp: 100 } }, false],
    ['it was read up to an earlier one', messageBy('anna'), { ...reader, read: { timestamp: 99 } }, true],
    [
      'the reader was the last, behind an unread one',
      { ...messageBy('ich'), saidAt: { ich: 100, anna: 90 } },
      { ...reader, read: { timestamp: 89 } },
      true,
    ],
    [
      'the reader was the last, behind one that was read',
      { ...messageBy('ich'), saidAt: { ich: 100, anna: 90 } },
      { ...reader, read: { timestamp: 90 } },
      false,
    ],
    [
      'somebody blocked was the last, behind an unread one',
      { ...messageBy('dieter'), saidAt: { dieter: 100, anna: 90 } },
      reader,
      true,
    ],
    [
      'nobody but the reader and somebody blocked has spoken',
      { ...messageBy('dieter'), saidAt: { dieter: 100, ich: 90 } },
      reader,
      false,
    ],
  ] as const)('is distinguished from a read one when %s', (_name, chat, state, expected) => {
    expect(isChatUnread(chat, state)).toBe(expected);
  });
});

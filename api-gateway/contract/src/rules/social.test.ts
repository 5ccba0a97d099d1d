import { connectionCodeOf, isChatUnread, isGroupNameTaken } from './social';

describe('connection codes', () => {
  it.each([
    ['abcd2345', 'ABCD2345'],
    [' ABCD 2345 ', 'ABCD2345'],
    ['ab-cd-23-45', 'ABCD2345'],
  ])('reads %j as %s', (typed, code) => {
    expect(connectionCodeOf(typed)).toBe(code);
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
  ])('S11 of %j: taken is %s', (edited, isTaken) => {
    expect(isGroupNameTaken(groups, edited)).toBe(isTaken);
  });
});

describe('an unread chat', () => {
  const reader = { uid: 'ich', read: undefined, blocked: new Set(['dieter']) };
  const said = (authorKey: string) => ({ lastMessage: { authorKey, timestamp: 100 } });

  it.each([
    ['nothing was said', { lastMessage: null }, reader, false],
    ['somebody else was the last', said('anna'), reader, true],
    ['the reader was the last', said('ich'), reader, false],
    ['somebody blocked was the last', said('dieter'), reader, false],
    ['it was read up to there', said('anna'), { ...reader, read: { timestamp: 100 } }, false],
    ['it was read up to an earlier one', said('anna'), { ...reader, read: { timestamp: 99 } }, true],
    [
      'the reader was the last, behind an unread one',
      { ...said('ich'), saidAt: { ich: 100, anna: 90 } },
      { ...reader, read: { timestamp: 89 } },
      true,
    ],
    [
      'the reader was the last, behind one that was read',
      { ...said('ich'), saidAt: { ich: 100, anna: 90 } },
      { ...reader, read: { timestamp: 90 } },
      false,
    ],
    [
      'somebody blocked was the last, behind an unread one',
      { ...said('dieter'), saidAt: { dieter: 100, anna: 90 } },
      reader,
      true,
    ],
    [
      'nobody but the reader and somebody blocked has spoken',
      { ...said('dieter'), saidAt: { dieter: 100, ich: 90 } },
      reader,
      false,
    ],
  ] as const)('is told from a read one where %s', (_name, chat, state, expected) => {
    expect(isChatUnread(chat, state)).toBe(expected);
  });
});

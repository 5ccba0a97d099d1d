import { connectionCodeOf, isChatUnread, isGroupNameTaken, isGroupTooSmall } from './social';

describe('connection codes', () => {
  it.each([
    ['abcd2345', 'ABCD2345'],
    [' ABCD 2345 ', 'ABCD2345'],
    ['ab-cd-23-45', 'ABCD2345'],
  ])('normalises %j to %s', (input, expectedCode) => {
    expect(connectionCodeOf(input)).toBe(expectedCode);
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

describe('the size of groups', () => {
  it.each([
    ['a new group of two', ['a', 'b'], null, false],
    ['a new group of one', ['a'], null, true],
    ['a group of two that loses one', ['a'], ['a', 'b'], true],
    ['a shrunk group that stays as it is', ['a'], ['a'], false],
    ['a shrunk group of nobody', [], [], false],
    ['a shrunk group that gets its first member back', ['a'], [], false],
    ['a shrunk group that swaps its member', ['b'], ['a'], true],
    ['a shrunk group that loses its last member', [], ['a'], true],
    ['a shrunk group that is filled by others', ['b', 'c'], ['a'], false],
  ] as const)('of %s is too small: %j', (_title, members, storedMembers, isTooSmall) => {
    expect(isGroupTooSmall(members, storedMembers)).toBe(isTooSmall);
  });
});

describe('an unread chat', () => {
  const defaultReadState = { uid: 'ich', read: undefined, blocked: new Set(['dieter']) };
  const messageBy = (authorKey: string) => ({ lastMessage: { authorKey, timestamp: 100 } });

  it.each([
    ['nothing was said', { lastMessage: null }, defaultReadState, false],
    ['somebody else was the last', messageBy('anna'), defaultReadState, true],
    ['the reader was the last', messageBy('ich'), defaultReadState, false],
    ['somebody blocked was the last', messageBy('dieter'), defaultReadState, false],
    ['it was read up to there', messageBy('anna'), { ...defaultReadState, read: { timestamp: 100 } }, false],
    ['it was read up to an earlier one', messageBy('anna'), { ...defaultReadState, read: { timestamp: 99 } }, true],
    [
      'the reader was the last, behind an unread one',
      { ...messageBy('ich'), saidAt: { ich: 100, anna: 90 } },
      { ...defaultReadState, read: { timestamp: 89 } },
      true,
    ],
    [
      'the reader was the last, behind one that was read',
      { ...messageBy('ich'), saidAt: { ich: 100, anna: 90 } },
      { ...defaultReadState, read: { timestamp: 90 } },
      false,
    ],
    [
      'somebody blocked was the last, behind an unread one',
      { ...messageBy('dieter'), saidAt: { dieter: 100, anna: 90 } },
      defaultReadState,
      true,
    ],
    [
      'nobody but the reader and somebody blocked has spoken',
      { ...messageBy('dieter'), saidAt: { dieter: 100, ich: 90 } },
      defaultReadState,
      false,
    ],
  ] as const)('is distinguished from a read one when %s', (_name, chat, readState, expected) => {
    expect(isChatUnread(chat, readState)).toBe(expected);
  });
});

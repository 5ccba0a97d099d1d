import { aChat, aPerson } from '@mahlzeit/contract/fixtures';
import {
  chatSubtitle,
  chatTitle,
  dayLabel,
  messageTime,
  otherParticipantsOf,
  previewOf,
  formatLastUse,
} from './chat-labels';

const uid = 'ich';
const people = (...names: readonly string[]) =>
  otherParticipantsOf(
    { participantKeys: [uid, ...names], participants: names.map((name) => aPerson({ key: name, displayName: name })) },
    uid,
  );
const instantAt = (text: string): number => Date.parse(`${text}:00+02:00`);
const now = instantAt('2026-06-24T12:00');

describe('the name of a chat', () => {
  it.each([
    [['Anna'], 'Anna'],
    [['Anna', 'Ben'], 'Anna (+ 1)'],
    [['Anna', 'Ben', 'Cem'], 'Anna (+ 2)'],
  ] as const)('S01 of the reader and %j is „%s“', (names, title) => {
    expect(chatTitle(people(...names))).toBe(title);
  });

  it('puts a deleted account last, and uses it when nobody else is left', () => {
    expect(
      chatTitle(
        otherParticipantsOf(
          { participantKeys: [uid, 'weg', 'a'], participants: [aPerson({ key: 'a', displayName: 'Anna' })] },
          uid,
        ),
      ),
    ).toBe('Anna (+ 1)');
    expect(chatTitle(otherParticipantsOf({ participantKeys: [uid, 'weg'], participants: [] }, uid))).toBe(
      'Gelöschtes Konto',
    );
  });

  it('lists the other participants', () => {
    expect(chatSubtitle(people('Anna Nass', 'Ben Roth', 'Cem Kaya'))).toBe('mit Ben und Cem');
    expect(chatSubtitle(people('Anna Nass'))).toBeUndefined();
  });

  it('leaves out the reader among the topic’s participants', () => {
    expect(
      otherParticipantsOf(
        { participantKeys: [], participants: [aPerson({ key: uid }), aPerson({ key: 'a' })] },
        uid,
      ).map(({ key }) => key),
    ).toEqual(['a']);
  });
});

describe('the preview', () => {
  const lastMessage = { key: 'n', content: 'Bis gleich', contentId: null, authorKey: 'Ben', timestamp: now };
  const reader = { uid, blocked: new Set(['Dieter']) };
  const preview = (
    overrides: Partial<typeof lastMessage> | { contentId: string; removed?: boolean },
    names: readonly string[],
  ) => previewOf(aChat({ lastMessage: { ...lastMessage, ...overrides } }), people(...names), reader);

  it.each([
    ['words in a chat of two', {}, ['Ben'], { text: 'Bis gleich', sharedKind: null }],
    ['words in a chat of many', {}, ['Anna', 'Ben'], { text: 'Ben: Bis gleich', sharedKind: null }],
    ['one’s own words', { authorKey: uid }, ['Ben'], { text: 'Du: Bis gleich', sharedKind: null }],
    [
      'a shared place',
      { content: 'restaurant', contentId: 'k' },
      ['Ben'],
      { text: 'Lokal geteilt', sharedKind: 'restaurant' },
    ],
    [
      'a shared invitation',
      { content: 'invitation', contentId: 'k', authorKey: uid },
      ['Ben'],
      { text: 'Du: Einladung', sharedKind: 'invitation' },
    ],
    [
      'an invitation that is gone',
      { content: 'invitation', contentId: 'k', authorKey: uid, removed: true },
      ['Ben'],
      { text: 'Die Einladung gibt es nicht mehr.', sharedKind: 'goneInvitation' },
    ],
    [
      'a blocked person’s invitation that is gone',
      { content: 'invitation', contentId: 'k', authorKey: 'Dieter', removed: true },
      ['Anna', 'Dieter'],
      { text: 'Ausgeblendete Nachricht', sharedKind: null },
    ],
    ['S02 the typed word', { content: 'restaurant' }, ['Ben'], { text: 'restaurant', sharedKind: null }],
    ['what was taken away', { content: '', authorKey: uid }, ['Ben'], { text: 'Nachricht entfernt', sharedKind: null }],
    [
      'a blocked person’s words',
      { authorKey: 'Dieter' },
      ['Anna', 'Dieter'],
      { text: 'Ausgeblendete Nachricht', sharedKind: null },
    ],
  ] as const)('is %s', (_name, message, names, expected) => {
    expect(preview(message, names)).toEqual(expected);
  });

  it('says that there is no message yet', () => {
    expect(previewOf(aChat({ lastMessage: null }), people('Ben'), reader).text).toBe('Noch nichts geschrieben');
  });
});

describe('times', () => {
  it.each([
    ['2026-06-24T11:48', '11:48'],
    ['2026-06-23T23:59', 'Gestern'],
    ['2026-06-22T10:00', 'Mo.'],
    ['2026-06-17T10:00', '17. Juni'],
    ['2025-10-05T10:00', '05.10.25'],
  ])('T16 %s becomes „%s“ in the inbox', (time, label) => {
    expect(formatLastUse(instantAt(time), now)).toBe(label);
  });

  it('T16 are the time alone today, and day and time after midnight', () => {
    const sentAt = instantAt('2026-06-24T11:48');
    expect(messageTime(sentAt, now)).toBe('11:48');
    expect(messageTime(sentAt, instantAt('2026-06-25T00:01'))).toBe('Gestern, 11:48');
    expect(messageTime(sentAt, instantAt('2026-06-27T00:01'))).toBe('Mi. 24. Juni, 11:48');
  });

  it('contain the year when it is another one', () => {
    expect(dayLabel('2025-12-31', now)).toBe('Mi. 31. Dezember 2025');
  });
});

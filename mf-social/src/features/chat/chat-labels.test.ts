import { aChat, aPerson } from '@mahlzeit/contract/fixtures';
import {
  chatSubtitleOf,
  chatTitleOf,
  relativeDayLabel,
  messageTimeLabel,
  otherParticipantsOf,
  chatPreviewOf,
  formatLastUse,
} from './chat-labels';

const readerUid = 'ich';
const chatWithPeople = (...personNames: readonly string[]) =>
  otherParticipantsOf(
    {
      participantKeys: [readerUid, ...personNames],
      participants: personNames.map((personName) => aPerson({ key: personName, displayName: personName })),
    },
    readerUid,
  );
const instantAt = (text: string): number => Date.parse(`${text}:00+02:00`);
const now = instantAt('2026-06-24T12:00');

describe('the name of a chat', () => {
  it.each([
    [['Anna'], 'Anna'],
    [['Anna', 'Ben'], 'Anna (+\u00a01)'],
    [['Anna', 'Ben', 'Cem'], 'Anna (+\u00a02)'],
  ] as const)('S01 of the reader and %j is „%s“', (names, expectedTitle) => {
    expect(chatTitleOf(chatWithPeople(...names))).toBe(expectedTitle);
  });

  it('puts a deleted account last, and uses it when nobody else is left', () => {
    expect(
      chatTitleOf(
        otherParticipantsOf(
          { participantKeys: [readerUid, 'weg', 'a'], participants: [aPerson({ key: 'a', displayName: 'Anna' })] },
          readerUid,
        ),
      ),
    ).toBe('Anna (+\u00a01)');
    expect(chatTitleOf(otherParticipantsOf({ participantKeys: [readerUid, 'weg'], participants: [] }, readerUid))).toBe(
      'Gelöschtes Konto',
    );
  });

  it('lists the other participants', () => {
    expect(chatSubtitleOf(chatWithPeople('Anna Nass', 'Ben Roth', 'Cem Kaya'))).toBe('mit Ben und Cem');
    expect(chatSubtitleOf(chatWithPeople('Anna Nass'))).toBeUndefined();
  });

  it('leaves out the reader among the topic’s participants', () => {
    expect(
      otherParticipantsOf(
        { participantKeys: [], participants: [aPerson({ key: readerUid }), aPerson({ key: 'a' })] },
        readerUid,
      ).map(({ key }) => key),
    ).toEqual(['a']);
  });
});

describe('the preview', () => {
  const latestMessage = { key: 'n', content: 'Bis gleich', contentId: null, authorKey: 'Ben', timestamp: now };
  const readerContext = { uid: readerUid, blocked: new Set(['Dieter']) };
  const previewTextOf = (
    overrides: Partial<typeof latestMessage> | { contentId: string; removed?: boolean },
    names: readonly string[],
  ) =>
    chatPreviewOf(aChat({ lastMessage: { ...latestMessage, ...overrides } }), chatWithPeople(...names), readerContext);

  it.each([
    ['words in a chat of two', {}, ['Ben'], { text: 'Bis gleich', sharedKind: null }],
    ['words in a chat of many', {}, ['Anna', 'Ben'], { text: 'Ben: Bis gleich', sharedKind: null }],
    ['one’s own words', { authorKey: readerUid }, ['Ben'], { text: 'Du: Bis gleich', sharedKind: null }],
    [
      'a shared place',
      { content: 'restaurant', contentId: 'k' },
      ['Ben'],
      { text: 'Lokal geteilt', sharedKind: 'restaurant' },
    ],
    [
      'a shared invitation',
      { content: 'invitation', contentId: 'k', authorKey: readerUid },
      ['Ben'],
      { text: 'Du: Einladung', sharedKind: 'invitation' },
    ],
    [
      'an invitation that is gone',
      { content: 'invitation', contentId: 'k', authorKey: readerUid, removed: true },
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
    [
      'what was taken away',
      { content: '', authorKey: readerUid },
      ['Ben'],
      { text: 'Nachricht entfernt', sharedKind: null },
    ],
    [
      'a blocked person’s words',
      { authorKey: 'Dieter' },
      ['Anna', 'Dieter'],
      { text: 'Ausgeblendete Nachricht', sharedKind: null },
    ],
  ] as const)('is %s', (_name, messageFields, names, expectedPreview) => {
    expect(previewTextOf(messageFields, names)).toEqual(expectedPreview);
  });

  it('says that there is no message yet', () => {
    expect(chatPreviewOf(aChat({ lastMessage: null }), chatWithPeople('Ben'), readerContext).text).toBe(
      'Noch nichts geschrieben',
    );
  });
});

describe('times', () => {
  it.each([
    ['2026-06-24T11:48', '11:48'],
    ['2026-06-23T23:59', 'Gestern'],
    ['2026-06-22T10:00', 'Mo.'],
    ['2026-06-17T10:00', '17. Juni'],
    ['2025-10-05T10:00', '05.10.25'],
  ])('T16 %s becomes „%s“ in the inbox', (instantText, expectedLabel) => {
    expect(formatLastUse(instantAt(instantText), now)).toBe(expectedLabel);
  });

  it('T16 are the time alone today, and day and time after midnight', () => {
    const sentAtMs = instantAt('2026-06-24T11:48');
    expect(messageTimeLabel(sentAtMs, now)).toBe('11:48');
    expect(messageTimeLabel(sentAtMs, instantAt('2026-06-25T00:01'))).toBe('Gestern, 11:48');
    expect(messageTimeLabel(sentAtMs, instantAt('2026-06-27T00:01'))).toBe('Mi. 24. Juni, 11:48');
  });

  it('contain the year when it is another one', () => {
    expect(relativeDayLabel('2025-12-31', now)).toBe('Mi. 31. Dezember 2025');
  });
});

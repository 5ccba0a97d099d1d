import { aChatMessage } from '@mahlzeit/contract/fixtures';
import { confirmedClientKeys, buildMessageRows, newestMessageByOthers } from './message-rules';
import type { MessageSources, UnsentMessage } from './message-rules';

const uid = 'ich';
const instantAt = (clockTime: string, isoDay = '2026-06-24'): number => Date.parse(`${isoDay}T${clockTime}:00+02:00`);
const createUnsentMessage = (overrides: Partial<UnsentMessage> = {}): UnsentMessage => ({
  clientKey: 'c1',
  chatKey: 'chat-01',
  content: 'Bin gleich da',
  timestamp: instantAt('12:00'),
  status: 'sending',
  ...overrides,
});
const createMessageSources = (overrides: Partial<MessageSources>): MessageSources => ({
  confirmedMessages: [],
  unsentMessages: [],
  uid,
  blocked: new Set(),
  isGroupChat: false,
  hasOlder: false,
  ...overrides,
});

describe('the rows of a chat', () => {
  it('are oldest first, unsent messages last', () => {
    const confirmedMessages = [
      aChatMessage({ key: 'b', timestamp: instantAt('11:02') }),
      aChatMessage({ key: 'a', timestamp: instantAt('11:01') }),
    ];
    const unsentMessages = [
      createUnsentMessage({ clientKey: 'c1' }),
      createUnsentMessage({ clientKey: 'c2', status: 'waiting' }),
    ];
    expect(buildMessageRows(createMessageSources({ confirmedMessages, unsentMessages })).map(({ key }) => key)).toEqual(
      ['a', 'b', 'own-c1', 'own-c2'],
    );
  });

  it('keep their key when an unsent message arrives, and appear once', () => {
    const arrivedMessage = aChatMessage({ key: 'n9', authorKey: uid, clientKey: 'c1', content: 'Bin gleich da' });
    const renderedRows = buildMessageRows(
      createMessageSources({ confirmedMessages: [arrivedMessage], unsentMessages: [createUnsentMessage()] }),
    );
    expect(renderedRows.map(({ key, messageKey, content }) => [key, messageKey, content.kind])).toEqual([
      ['own-c1', 'n9', 'text'],
    ]);
  });

  it('match a client key for the reader’s own messages only: others may use the same one', () => {
    const foreignMessage = aChatMessage({ key: 'n1', clientKey: 'c1' });
    expect(
      buildMessageRows(
        createMessageSources({ confirmedMessages: [foreignMessage], unsentMessages: [createUnsentMessage()] }),
      ).map(({ key }) => key),
    ).toEqual(['n1', 'own-c1']);
    expect(confirmedClientKeys([foreignMessage], uid).size).toBe(0);
  });

  it.each([
    ['a typed word', { content: 'restaurant' }, { kind: 'text', text: 'restaurant' }],
    ['another typed word', { content: 'invitation' }, { kind: 'text', text: 'invitation' }],
    [
      'a shared place',
      { content: 'restaurant', contentId: 'elbkantine' },
      { kind: 'restaurant', restaurantKey: 'elbkantine' },
    ],
    ['a shared invitation', { content: 'invitation', contentId: 'e1' }, { kind: 'invitation', invitationKey: 'e1' }],
    [
      'an invitation that is gone',
      { content: 'invitation', contentId: 'e1', removed: true },
      { kind: 'removed', removedKind: 'invitation' },
    ],
    ['words that were taken away', { content: '', removed: true }, { kind: 'removed', removedKind: 'message' }],
    [
      'a place that is gone',
      { content: 'restaurant', contentId: 'weg', removed: true },
      { kind: 'removed', removedKind: 'restaurant' },
    ],
  ] as const)('S02 show %s by the gateway’s kind', (_name, message, expectedContent) => {
    expect(buildMessageRows(createMessageSources({ confirmedMessages: [aChatMessage(message)] }))[0]?.content).toEqual(
      expectedContent,
    );
  });

  it('mark the start of a day in Berlin', () => {
    const confirmedMessages = [
      aChatMessage({ key: 'd', timestamp: instantAt('00:10', '2026-06-24') }),
      aChatMessage({ key: 'c', timestamp: instantAt('23:50', '2026-06-23') }),
      aChatMessage({ key: 'b', timestamp: instantAt('12:00', '2026-06-23') }),
    ];
    expect(buildMessageRows(createMessageSources({ confirmedMessages })).map(({ dayAbove }) => dayAbove)).toEqual([
      '2026-06-23',
      null,
      '2026-06-24',
    ]);
    expect(
      buildMessageRows(createMessageSources({ confirmedMessages, hasOlder: true })).map(({ dayAbove }) => dayAbove),
    ).toEqual([null, null, '2026-06-24']);
  });

  it('form runs of one author on one day', () => {
    const confirmedMessages = [
      aChatMessage({ key: 'd', authorKey: 'ben', timestamp: instantAt('11:04') }),
      aChatMessage({ key: 'c', authorKey: 'anna', timestamp: instantAt('11:03') }),
      aChatMessage({ key: 'b', authorKey: 'anna', timestamp: instantAt('11:02') }),
      aChatMessage({ key: 'a', authorKey: 'anna', timestamp: instantAt('11:01', '2026-06-23') }),
    ];
    expect(
      buildMessageRows(createMessageSources({ confirmedMessages })).map(({ isFirstOfRun, isLastOfRun }) => [
        isFirstOfRun,
        isLastOfRun,
      ]),
    ).toEqual([
      [true, true],
      [true, false],
      [false, true],
      [true, true],
    ]);
  });

  it('stay the same objects until their content changes: a message ends the run before it', () => {
    const [firstMessage, secondMessage, thirdMessage] = [
      aChatMessage({ key: 'a', timestamp: instantAt('11:01') }),
      aChatMessage({ key: 'b', timestamp: instantAt('11:02') }),
      aChatMessage({ key: 'c', timestamp: instantAt('11:03') }),
    ];
    const previousRows = buildMessageRows(createMessageSources({ confirmedMessages: [secondMessage, firstMessage] }));
    const nextRows = buildMessageRows(
      createMessageSources({ confirmedMessages: [thirdMessage, secondMessage, firstMessage] }),
    );
    expect(nextRows[0]).toBe(previousRows[0]);
    // The row is a new object because its other fields changed, but its content stays the same object.
    expect(nextRows[1]?.content).toBe(previousRows[1]?.content);
    expect(previousRows.map(({ isLastOfRun }) => isLastOfRun)).toEqual([false, true]);
    expect(nextRows.map(({ isLastOfRun }) => isLastOfRun)).toEqual([false, false, true]);
    expect(
      buildMessageRows(createMessageSources({ confirmedMessages: [{ ...firstMessage, content: 'anders' }] }))[0]
        ?.content,
    ).toEqual({
      kind: 'text',
      text: 'anders',
    });
    expect(
      buildMessageRows(
        createMessageSources({
          confirmedMessages: [firstMessage],
          isGroupChat: true,
          blocked: new Set([firstMessage.authorKey]),
        }),
      )[0]?.isFolded,
    ).toBe(true);
  });

  it('stay the same objects without changes: a long chat is in memory once', () => {
    const confirmedMessages = Array.from({ length: 10_000 }, (_, index) =>
      aChatMessage({
        key: `n${index}`,
        authorKey: index % 3 === 0 ? uid : 'anna',
        clientKey: null,
        timestamp: instantAt('11:00') - index * 600_000,
      }),
    );
    const previousRows = buildMessageRows(
      createMessageSources({ confirmedMessages: confirmedMessages.slice(0, -50), hasOlder: true }),
    );
    const nextRows = buildMessageRows(
      createMessageSources({
        confirmedMessages: [aChatMessage({ key: 'new', timestamp: instantAt('11:30') }), ...confirmedMessages],
      }),
    );
    const newRowKeys = new Set(nextRows.filter((row) => !previousRows.includes(row)).map(({ key }) => key));
    // Only these rows may be new: the rows of the older page, the row below that page, and the last two rows of the
    // chat.
    expect(newRowKeys.size).toBeLessThanOrEqual(50 + 1 + 2);
    expect(new Set(nextRows.map(({ day }) => day)).size).toBe(70);
  });

  it('fold messages of a blocked user in a chat of many, and only there', () => {
    const confirmedMessages = [aChatMessage({ authorKey: 'dieter' }), aChatMessage({ key: 'b', authorKey: 'anna' })];
    const blockedKeys = new Set(['dieter']);
    expect(
      buildMessageRows(createMessageSources({ confirmedMessages, blocked: blockedKeys, isGroupChat: true })).map(
        ({ isFolded }) => isFolded,
      ),
    ).toEqual([false, true]);
    expect(
      buildMessageRows(createMessageSources({ confirmedMessages, blocked: blockedKeys })).some(
        ({ isFolded }) => isFolded,
      ),
    ).toBe(false);
  });
});

it('S04 count messages of unblocked others as new only', () => {
  const ownMessage = aChatMessage({ key: 'c', authorKey: uid });
  const blockedMessage = aChatMessage({ key: 'b', authorKey: 'dieter' });
  const foreignMessage = aChatMessage({ key: 'a', authorKey: 'anna' });
  const readerContext = { uid, blocked: new Set(['dieter']) };
  expect(newestMessageByOthers([ownMessage, blockedMessage, foreignMessage], readerContext)).toBe(foreignMessage);
  expect(newestMessageByOthers([ownMessage, blockedMessage], readerContext)).toBeNull();
});

import { aChatMessage } from '@mahlzeit/contract/fixtures';
import { arrivedKeys, messageRows, newestForeign, textParts } from './message-rules';
import type { MessageSources, UnsentMessage } from './message-rules';

const uid = 'ich';
const at = (time: string, day = '2026-06-24'): number => Date.parse(`${day}T${time}:00+02:00`);
const anUnsent = (overrides: Partial<UnsentMessage> = {}): UnsentMessage => ({
  clientKey: 'c1',
  chatKey: 'chat-01',
  content: 'Bin gleich da',
  timestamp: at('12:00'),
  status: 'sending',
  ...overrides,
});
const sources = (overrides: Partial<MessageSources>): MessageSources => ({
  confirmed: [],
  unsent: [],
  uid,
  blocked: new Set(),
  isOfMany: false,
  hasOlder: false,
  ...overrides,
});

describe('the rows of a chat', () => {
  it('are oldest first, unsent messages last', () => {
    const confirmed = [
      aChatMessage({ key: 'b', timestamp: at('11:02') }),
      aChatMessage({ key: 'a', timestamp: at('11:01') }),
    ];
    const unsent = [anUnsent({ clientKey: 'c1' }), anUnsent({ clientKey: 'c2', status: 'waiting' })];
    expect(messageRows(sources({ confirmed, unsent })).map(({ key }) => key)).toEqual(['a', 'b', 'own-c1', 'own-c2']);
  });

  it('keep their key when an unsent message arrives, and appear once', () => {
    const arrived = aChatMessage({ key: 'n9', authorKey: uid, clientKey: 'c1', content: 'Bin gleich da' });
    const rows = messageRows(sources({ confirmed: [arrived], unsent: [anUnsent()] }));
    expect(rows.map(({ key, messageKey, content }) => [key, messageKey, content.kind])).toEqual([
      ['own-c1', 'n9', 'text'],
    ]);
  });

  it('match a client key for the reader’s own messages only: others may use the same one', () => {
    const foreign = aChatMessage({ key: 'n1', clientKey: 'c1' });
    expect(messageRows(sources({ confirmed: [foreign], unsent: [anUnsent()] })).map(({ key }) => key)).toEqual([
      'n1',
      'own-c1',
    ]);
    expect(arrivedKeys([foreign], uid).size).toBe(0);
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
      { kind: 'removed', what: 'invitation' },
    ],
    ['words that were taken away', { content: '', removed: true }, { kind: 'removed', what: 'message' }],
    [
      'a place that is gone',
      { content: 'restaurant', contentId: 'weg', removed: true },
      { kind: 'removed', what: 'restaurant' },
    ],
  ] as const)('S02 show %s by the gateway’s kind', (_name, message, content) => {
    expect(messageRows(sources({ confirmed: [aChatMessage(message)] }))[0]?.content).toEqual(content);
  });

  it('mark the start of a day in Berlin', () => {
    const confirmed = [
      aChatMessage({ key: 'd', timestamp: at('00:10', '2026-06-24') }),
      aChatMessage({ key: 'c', timestamp: at('23:50', '2026-06-23') }),
      aChatMessage({ key: 'b', timestamp: at('12:00', '2026-06-23') }),
    ];
    expect(messageRows(sources({ confirmed })).map(({ dayAbove }) => dayAbove)).toEqual([
      '2026-06-23',
      null,
      '2026-06-24',
    ]);
    expect(messageRows(sources({ confirmed, hasOlder: true })).map(({ dayAbove }) => dayAbove)).toEqual([
      null,
      null,
      '2026-06-24',
    ]);
  });

  it('form runs of one author on one day', () => {
    const confirmed = [
      aChatMessage({ key: 'd', authorKey: 'ben', timestamp: at('11:04') }),
      aChatMessage({ key: 'c', authorKey: 'anna', timestamp: at('11:03') }),
      aChatMessage({ key: 'b', authorKey: 'anna', timestamp: at('11:02') }),
      aChatMessage({ key: 'a', authorKey: 'anna', timestamp: at('11:01', '2026-06-23') }),
    ];
    expect(
      messageRows(sources({ confirmed })).map(({ isFirstOfRun, isLastOfRun }) => [isFirstOfRun, isLastOfRun]),
    ).toEqual([
      [true, true],
      [true, false],
      [false, true],
      [true, true],
    ]);
  });

  it('stay the same objects until their content changes: a message ends the run before it', () => {
    const [first, second, third] = [
      aChatMessage({ key: 'a', timestamp: at('11:01') }),
      aChatMessage({ key: 'b', timestamp: at('11:02') }),
      aChatMessage({ key: 'c', timestamp: at('11:03') }),
    ];
    const before = messageRows(sources({ confirmed: [second, first] }));
    const after = messageRows(sources({ confirmed: [third, second, first] }));
    expect(after[0]).toBe(before[0]);
    // A row changes with its own fields, not with its neighbours' texts.
    expect(after[1]?.content).toBe(before[1]?.content);
    expect(before.map(({ isLastOfRun }) => isLastOfRun)).toEqual([false, true]);
    expect(after.map(({ isLastOfRun }) => isLastOfRun)).toEqual([false, false, true]);
    expect(messageRows(sources({ confirmed: [{ ...first, content: 'anders' }] }))[0]?.content).toEqual({
      kind: 'text',
      text: 'anders',
    });
    expect(
      messageRows(sources({ confirmed: [first], isOfMany: true, blocked: new Set([first.authorKey]) }))[0]?.isFolded,
    ).toBe(true);
  });

  it('stay the same objects without changes: a long chat is in memory once', () => {
    const confirmed = Array.from({ length: 10_000 }, (_, place) =>
      aChatMessage({
        key: `n${place}`,
        authorKey: place % 3 === 0 ? uid : 'anna',
        clientKey: null,
        timestamp: at('11:00') - place * 600_000,
      }),
    );
    const before = messageRows(sources({ confirmed: confirmed.slice(0, -50), hasOlder: true }));
    const after = messageRows(
      sources({ confirmed: [aChatMessage({ key: 'new', timestamp: at('11:30') }), ...confirmed] }),
    );
    const fresh = new Set(after.filter((row) => !before.includes(row)).map(({ key }) => key));
    // An older page, the row below it, and the rows at the end.
    expect(fresh.size).toBeLessThanOrEqual(50 + 1 + 2);
    expect(new Set(after.map(({ day }) => day)).size).toBe(70);
  });

  it('fold messages of a blocked user in a chat of many, and only there', () => {
    const confirmed = [aChatMessage({ authorKey: 'dieter' }), aChatMessage({ key: 'b', authorKey: 'anna' })];
    const blocked = new Set(['dieter']);
    expect(messageRows(sources({ confirmed, blocked, isOfMany: true })).map(({ isFolded }) => isFolded)).toEqual([
      false,
      true,
    ]);
    expect(messageRows(sources({ confirmed, blocked })).some(({ isFolded }) => isFolded)).toBe(false);
  });
});

it('S04 count messages of unblocked others as new only', () => {
  const own = aChatMessage({ key: 'c', authorKey: uid });
  const blocked = aChatMessage({ key: 'b', authorKey: 'dieter' });
  const foreign = aChatMessage({ key: 'a', authorKey: 'anna' });
  const reader = { uid, blocked: new Set(['dieter']) };
  expect(newestForeign([own, blocked, foreign], reader)).toBe(foreign);
  expect(newestForeign([own, blocked], reader)).toBeNull();
});

describe('links in a message', () => {
  const linksOf = (text: string) => textParts(text).filter(({ href }) => href !== null);

  it.each([
    ['kein Link', []],
    [
      'Schau: https://a.example/karte?x=1.',
      [{ text: 'https://a.example/karte?x=1', href: 'https://a.example/karte?x=1' }],
    ],
    [
      '(www.a.example) und http://b.example!',
      [
        { text: 'www.a.example', href: 'https://www.a.example/' },
        { text: 'http://b.example', href: 'http://b.example/' },
      ],
    ],
  ])('are found in „%s“', (text, links) => {
    expect(linksOf(text)).toEqual(links);
  });

  it.each([
    'javascript:alert(1)',
    'https://bank.example@boese.example/',
    'https://localhost/x',
    'data:text/html,x',
    'https://',
  ])('are not found in %s', (text) => {
    expect(linksOf(text)).toEqual([]);
  });

  it.each([
    ['letters of another script', 'https://pаypal.example/login', 'https://xn--pypal-4ve.example/login'],
    [
      'the real host named behind it',
      'https://pаypal.example/?xn--pypal-4ve.example',
      'https://xn--pypal-4ve.example/?xn--pypal-4ve.example',
    ],
    [
      'the real host named behind a hash',
      'www.pаypal.example#www.xn--pypal-4ve.example',
      'https://www.xn--pypal-4ve.example/#www.xn--pypal-4ve.example',
    ],
    [
      'the real host named behind a stroke',
      'https://pаypal.example\\xn--pypal-4ve.example',
      'https://xn--pypal-4ve.example/xn--pypal-4ve.example',
    ],
    ['a sign that vanishes', 'https://bank\u{AD}.example/bank.example', 'https://bank.example/bank.example'],
    ['a number for an address', 'http://0x7f.1.1.1/127.1.1.1', 'http://127.1.1.1/127.1.1.1'],
  ])('show the real host when the written one only looks like it: %s', (_trick, written, label) => {
    expect(linksOf(written)).toEqual([{ text: label, href: label }]);
  });

  it.each([
    'https://a.example',
    'HTTPS://A.Example/Karte',
    'www.a.example?x=b.example',
    'https://a.example:8443/karte',
    'https://a.example:443/',
    'https://a.example#b',
  ])('show the written text when it is the target: %s', (written) => {
    expect(linksOf(written).map(({ text }) => text)).toEqual([written]);
  });

  it.each([
    ['Siehe https://wiki.example/Bar_(Lokal)', 'https://wiki.example/Bar_(Lokal)'],
    ['(siehe https://wiki.example/Bar_(Lokal)).', 'https://wiki.example/Bar_(Lokal)'],
    ['(https://wiki.example/Bar)', 'https://wiki.example/Bar'],
    ['[https://wiki.example/x[1]], und', 'https://wiki.example/x[1]'],
    ['„https://wiki.example/Bar?“', 'https://wiki.example/Bar'],
    ['https://wiki.example/:)', 'https://wiki.example/'],
  ])('keep brackets that they open, and no punctuation around them: %s', (text, link) => {
    expect(linksOf(text).map((part) => part.text)).toEqual([link]);
  });

  it('keep the text around them', () => {
    const text = 'Erst www.a.example, dann www.b.example.';
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});

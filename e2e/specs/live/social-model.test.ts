import {
  BlockedUser,
  BlockingUser,
  Chat,
  ChatMessage,
  ChatRead,
  chatTopic,
  Contact,
  ContactGroup,
  Notification,
  Person,
} from '@mahlzeit/contract';
import type { LiveItem } from '@mahlzeit/contract';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { seedChats } from '../../../api-gateway/src/modules/chat';
import { createMessageRepository } from '../../../api-gateway/src/modules/chat/message-repository';
import { presentMessage } from '../../../api-gateway/src/modules/chat/chat-presenter';
import { registerCompanion } from '../../../api-gateway/src/modules/chat/testing/companions';
import { befriend } from '../../../api-gateway/src/modules/contacts/testing/relations';
import { connectLive } from '../../../api-gateway/src/platform/testing/live-test-client';
import type { LiveTestClient } from '../../../api-gateway/src/platform/testing/live-test-client';
import { testGateways } from '../../../api-gateway/src/platform/testing/test-gateway';
import type { TestGateway } from '../../../api-gateway/src/platform/testing/test-gateway';
import { openSocialPage } from './social-page';
import type { Held, SocialPage } from './social-page';
import { commands, perform, turns } from './social-commands';
import type { SocialRun } from './social-commands';

/** Number of command sequences that the same three users run, each from the state in which the previous one ended. */
const SEQUENCES_A_LIFE = 20;
const LIVES = 50;
const WINDOW = 50;
/**
 * Maximum of event loop turns that the pages and the gateway may need until all changes have arrived. About fifty turns
 * are usual.
 */
const MAX_TURNS = 5_000;
const LIMIT_MS = 400_000;

const SCHEMAS = {
  contacts: Contact,
  contactGroups: ContactGroup,
  notifications: Notification,
  blockedUsers: BlockedUser,
  isBlockedBy: BlockingUser,
  chats: Chat,
  chatReads: ChatRead,
  participants: Person,
};
type Name = keyof typeof SCHEMAS;
const OWN: readonly Name[] = [
  'contacts',
  'contactGroups',
  'notifications',
  'blockedUsers',
  'isBlockedBy',
  'chats',
  'chatReads',
];

/** Members of all chats, by user number: one chat for each pair, and one for all three. */
const MEMBERS = [
  [0, 1],
  [0, 2],
  [1, 2],
  [0, 1, 2],
] as const;

const byKey = (items: readonly Held[]): string =>
  JSON.stringify([...items].sort((one, other) => (one.key < other.key ? -1 : 1)));

// Compares messages by these fields only: the response to the author holds further fields.
const textOf = (messages: readonly ChatMessage[]): string =>
  JSON.stringify(
    messages.map(({ key, chatKey, authorKey, content, contentId, timestamp, clientKey, removed }) => [
      key,
      chatKey,
      authorKey,
      content,
      contentId,
      timestamp,
      clientKey,
      removed,
    ]),
  );

/** Returns the items of a topic's first snapshot, as a new subscriber receives it. */
const snapshotOf = async (client: LiveTestClient, topic: string): Promise<readonly LiveItem[]> => {
  const items: LiveItem[] = [];
  client.say({ op: 'sub', id: topic, topic });
  for (;;) {
    const frame = await client.next('snap');
    items.push(...frame.items);
    if (!frame.more) break;
  }
  await client.next('live');
  client.say({ op: 'unsub', id: topic });
  return items;
};

const itemsOf = (items: readonly LiveItem[], name: Name): readonly Held[] =>
  items
    .filter(({ collection }) => collection === name)
    .map(({ value }) => z.parse<z.ZodMiniType<Held>>(SCHEMAS[name], value));

/** Chat as a newly opened page receives it, and all messages ever sent in the chat. */
interface FreshChat {
  readonly participants: string;
  readonly messages: readonly ChatMessage[];
}

interface FreshPage {
  readonly own: Readonly<Record<string, string>>;
  /** Snapshots of the user's chats, by key. */
  readonly chats: ReadonlyMap<string, FreshChat>;
}

const freshPage = async (
  { fresh, chats }: SocialRun,
  index: number,
  said: ReadonlyMap<string, readonly ChatMessage[]>,
): Promise<FreshPage> => {
  const client = fresh[index];
  if (client === undefined) throw new Error(`Missing live client ${index}`);
  const me = await snapshotOf(client, 'me');
  const freshChats = new Map<string, FreshChat>();
  for (const { key } of chats.filter(({ people }) => people.includes(index))) {
    const items = await snapshotOf(client, chatTopic(key));
    const messages = said.get(key) ?? [];
    const snapshotMessages = items
      .filter(({ collection }) => collection === 'messages')
      .map(({ value }) => z.parse(ChatMessage, value));
    expect(byKey(snapshotMessages)).toBe(byKey(messages.slice(0, WINDOW)));
    freshChats.set(key, { participants: byKey(itemsOf(items, 'participants')), messages });
  }
  return { own: Object.fromEntries(OWN.map((name) => [name, byKey(itemsOf(me, name))])), chats: freshChats };
};

/** Returns all messages ever sent, by chat key, the newest first. */
const allSaid = async ({ gateway, chats }: SocialRun): Promise<ReadonlyMap<string, readonly ChatMessage[]>> => {
  const messages = createMessageRepository(gateway.database.knex);
  const messagesByChat = new Map<string, readonly ChatMessage[]>();
  for (const { key } of chats)
    messagesByChat.set(key, (await messages.list(key, { limit: 10_000, before: null })).map(presentMessage));
  return messagesByChat;
};

/** Returns the differences between a page and a newly opened one; empty if there are none. */
const differences = (page: SocialPage, fresh: FreshPage): readonly string[] => {
  const own = page.own();
  if (own === null) return ['me is not live'];
  const ofChats = page.openChats().flatMap((key) => {
    const [{ messages, participants }, known] = [page.chat(key), fresh.chats.get(key)];
    const { status, items, hasOlder } = messages.get();
    if (known === undefined)
      return status === 'gone' && items.length === 0 && participants.get().items.length === 0
        ? []
        : [`${key}: ${status}, ${items.length} messages of others`];
    const isEnough = hasOlder ? items.length >= WINDOW : items.length === known.messages.length;
    const isSame = textOf(items) === textOf(known.messages.slice(0, items.length));
    const isKnown = byKey(participants.get().items) === known.participants;
    return status === 'live' && isEnough && isSame && isKnown
      ? []
      : [
          `${key}: ${status}, ${items.length} of ${known.messages.length}, ${isSame ? 'the same' : 'others'}, participants ${isKnown ? 'the same' : 'others'}`,
        ];
  });
  return [
    ...OWN.filter((name) => byKey(own[name] ?? []) !== fresh.own[name]).map(
      (name) => `${name}: ${byKey(own[name] ?? [])} is not ${fresh.own[name]}`,
    ),
    ...ofChats,
  ];
};

const isSent = ({ unsent }: SocialPage): boolean => unsent.get().every(({ status }) => status === 'refused');

/**
 * Waits until a condition holds, while the network delivers. The pages' timers advance in between, because retries wait
 * for them.
 */
const until = async (
  pages: readonly SocialPage[],
  isThere: (turn: number) => boolean,
  missing: () => string,
): Promise<void> => {
  for (let turn = 1; !isThere(turn); turn += 1) {
    if (turn > MAX_TURNS) throw new Error(missing());
    await turns(1);
    if (turn % 20 === 0) for (const page of pages) page.timers.advance(2_000);
  }
};

/** Lets all pages reconnect and receive all changes, until each page holds what a newly opened page receives. */
const settle = async (life: SocialRun): Promise<void> => {
  const { pages, pending } = life;
  await Promise.all(pending.splice(0));
  for (const page of pages) {
    page.loseAnswers(0);
    page.setOffline(false);
  }
  await until(
    pages,
    () => pages.every(isSent),
    () => `unsent: ${JSON.stringify(pages.map(({ unsent }) => unsent.get()))}`,
  );
  const messagesByChat = await allSaid(life);
  const fresh = await Promise.all(pages.map((_, index) => freshPage(life, index, messagesByChat)));
  for (const [index, page] of pages.entries()) {
    const expectedPage = fresh[index];
    if (expectedPage === undefined) throw new Error(`Missing fresh page ${index}`);
    let [seen, left]: [number, readonly string[]] = [-1, []];
    await until(
      [page],
      (turn) => {
        // Compares again after a change, and every fifty turns: a change of a collection's status alone isn't counted
        // as a change.
        if (seen !== page.changes() || turn % 50 === 0) left = differences(page, expectedPage);
        seen = page.changes();
        return left.length === 0;
      },
      () => `person ${index}: ${left.join('; ')}`,
    );
  }
};

const StoredNames = z.array(z.object({ chat_key: z.string(), author: z.string(), client_key: z.string() }));

/** Expects each message to be either stored once or refused because one user has blocked the other, and never both. */
const expectAllSaidOnce = async ({ gateway, chats, pages, said, given }: SocialRun): Promise<void> => {
  const rows = z.parse(
    StoredNames,
    await gateway.database
      .knex('chat_message')
      .whereIn(
        'chat_key',
        chats.map(({ key }) => key),
      )
      .whereNotNull('client_key')
      .select('chat_key', 'author', 'client_key'),
  );
  const stored = rows.map(({ chat_key, author, client_key }) => `${chat_key} ${author} ${client_key}`);
  const refused = pages.flatMap(({ uid, unsent }) =>
    unsent.get().map(({ chatKey, clientKey }) => `${chatKey} ${uid} ${clientKey}`),
  );
  expect([...stored, ...refused].sort()).toEqual([...said, ...given].sort());
  for (const page of pages) {
    for (const { chatKey, clientKey } of page.unsent.get()) {
      expect(chats.find(({ key }) => key === chatKey)?.people).toHaveLength(2);
      given.delete(`${chatKey} ${page.uid} ${clientKey}`);
      page.unsent.discard(clientKey);
    }
  }
};

describe('pages of three people who write, read, block, unblock and group each other', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let lives = 0;

  beforeAll(async () => {
    // Frames are limited to this size, so that snapshots come in several parts.
    gateway = await gateways.start({ liveLimits: { frameBytes: 4_096 } });
  });

  const begin = async (): Promise<SocialRun> => {
    lives += 1;
    const people = [
      await registerCompanion(gateway, `anna${lives}`),
      await registerCompanion(gateway, `ben${lives}`),
      await registerCompanion(gateway, `cem${lives}`),
    ];
    await befriend(gateway, people);
    const chats = MEMBERS.map((indexes, index) => ({ key: `life-${lives}-${index}`, people: indexes }));
    const now = gateway.clock.now();
    await gateway.database.write(({ knex }) =>
      seedChats(
        knex,
        chats.map(({ key, people: indexes }) => ({
          key,
          uids: indexes.map((index) => people[index]?.uid ?? ''),
          createdAt: now - 1_000,
          // Chats of two hold a little less than one window of messages, the chat of all three more than two windows.
          messages: Array.from({ length: indexes.length === 2 ? WINDOW - 2 : 2 * WINDOW + 20 }, (_, index) => ({
            author: people[indexes[index % 2] ?? 0]?.uid ?? '',
            sentAt: now - 900 + index,
            content: `Früher ${index}`,
          })),
          read: {},
        })),
      ),
    );
    const isIn = (uid: string, chatKey: string): boolean =>
      chats.some(({ key, people: indexes }) => key === chatKey && indexes.some((index) => people[index]?.uid === uid));
    const pages = await Promise.all(
      people.map(({ account, browser }) =>
        openSocialPage(gateway.url, { account, cookie: browser.cookie ?? '' }, { isIn }),
      ),
    );
    const fresh = await Promise.all(people.map(({ idToken }) => connectLive(gateway.url, { token: idToken })));
    return { gateway, people, pages, fresh, chats, blocks: new Set(), said: new Set(), given: new Set(), pending: [] };
  };

  it(
    `hold what a fresh snapshot says after each of many sequences, apply no event twice, and hear of no chat that they may not read`,
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(commands, { minLength: SEQUENCES_A_LIFE, maxLength: SEQUENCES_A_LIFE }),
          async (sequences) => {
            const life = await begin();
            try {
              for (const sequence of sequences) {
                // The clock advances by a second for each sequence, because the gateway limits the frames that a socket
                // may send per second.
                gateway.clock.advance(1_000);
                for (const command of sequence) await perform(life, command);
                await settle(life);
                await expectAllSaidOnce(life);
                expect(life.pages.flatMap(({ failures }) => failures)).toEqual([]);
              }
            } finally {
              for (const page of life.pages) page.close();
              for (const client of life.fresh) client.cut();
            }
          },
        ),
        { numRuns: LIVES, endOnFailure: true, interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true },
      );
    },
    LIMIT_MS + 30_000,
  );
});

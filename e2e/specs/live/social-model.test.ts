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
import { makeContacts } from '../../../api-gateway/src/modules/contacts/testing/relations';
import { connectLive } from '../../../api-gateway/src/platform/testing/live-test-client';
import type { LiveTestClient } from '../../../api-gateway/src/platform/testing/live-test-client';
import { testGateways } from '../../../api-gateway/src/platform/testing/test-gateway';
import type { TestGateway } from '../../../api-gateway/src/platform/testing/test-gateway';
import { openSocialPage } from './social-page';
import type { HeldItem, SocialPage } from './social-page';
import { commands, performCommand, waitTurns } from './social-commands';
import type { SocialRun } from './social-commands';

/** Number of command sequences that the same three users run, each from the state in which the previous one ended. */
const SEQUENCES_PER_RUN = 20;
const RUN_COUNT = 50;
const MESSAGE_WINDOW = 50;
/**
 * Maximum of event loop turns that the pages and the gateway may need until all changes have arrived. About fifty turns
 * are usual.
 */
const MAX_TURNS = 5_000;
const TIME_LIMIT_MS = 400_000;

const SCHEMA_BY_COLLECTION = {
  contacts: Contact,
  contactGroups: ContactGroup,
  notifications: Notification,
  blockedUsers: BlockedUser,
  isBlockedBy: BlockingUser,
  chats: Chat,
  chatReads: ChatRead,
  participants: Person,
};
type CollectionName = keyof typeof SCHEMA_BY_COLLECTION;
const OWN_COLLECTIONS: readonly CollectionName[] = [
  'contacts',
  'contactGroups',
  'notifications',
  'blockedUsers',
  'isBlockedBy',
  'chats',
  'chatReads',
];

/** Members of all chats, by user number: one chat for each pair, and one for all three. */
const CHAT_MEMBERS = [
  [0, 1],
  [0, 2],
  [1, 2],
  [0, 1, 2],
] as const;

const sortedJson = (items: readonly HeldItem[]): string =>
  JSON.stringify([...items].sort((one, other) => (one.key < other.key ? -1 : 1)));

// Compares messages by these fields only: the response to the author holds further fields.
const messagesText = (messages: readonly ChatMessage[]): string =>
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

const itemsOf = (items: readonly LiveItem[], name: CollectionName): readonly HeldItem[] =>
  items
    .filter(({ collection }) => collection === name)
    .map(({ value }) => z.parse<z.ZodMiniType<HeldItem>>(SCHEMA_BY_COLLECTION[name], value));

/** Chat as a newly opened page receives it, and all messages ever sent in the chat. */
interface NewChat {
  readonly participants: string;
  readonly messages: readonly ChatMessage[];
}

interface FreshPage {
  readonly ownCollectionTexts: Readonly<Record<string, string>>;
  /** Snapshots of the user's chats, by key. */
  readonly chats: ReadonlyMap<string, NewChat>;
}

const readFreshPage = async (
  { freshClients, chats }: SocialRun,
  index: number,
  messagesByChat: ReadonlyMap<string, readonly ChatMessage[]>,
): Promise<FreshPage> => {
  const client = freshClients[index];
  if (client === undefined) throw new Error(`Missing live client ${index}`);
  const meItems = await snapshotOf(client, 'me');
  const freshChats = new Map<string, NewChat>();
  for (const { key } of chats.filter(({ people }) => people.includes(index))) {
    const items = await snapshotOf(client, chatTopic(key));
    const messages = messagesByChat.get(key) ?? [];
    const snapshotMessages = items
      .filter(({ collection }) => collection === 'messages')
      .map(({ value }) => z.parse(ChatMessage, value));
    expect(sortedJson(snapshotMessages)).toBe(sortedJson(messages.slice(0, MESSAGE_WINDOW)));
    freshChats.set(key, { participants: sortedJson(itemsOf(items, 'participants')), messages });
  }
  return {
    ownCollectionTexts: Object.fromEntries(OWN_COLLECTIONS.map((name) => [name, sortedJson(itemsOf(meItems, name))])),
    chats: freshChats,
  };
};

/** Returns all messages ever sent, by chat key, the newest first. */
const readAllMessages = async ({ gateway, chats }: SocialRun): Promise<ReadonlyMap<string, readonly ChatMessage[]>> => {
  const messages = createMessageRepository(gateway.database.knex);
  const messagesByChat = new Map<string, readonly ChatMessage[]>();
  for (const { key } of chats)
    messagesByChat.set(key, (await messages.list(key, { limit: 10_000, before: null })).map(presentMessage));
  return messagesByChat;
};

/** Returns the differences between a page and a newly opened one; empty if there are none. */
const differences = (page: SocialPage, fresh: FreshPage): readonly string[] => {
  const ownCollections = page.ownCollections();
  if (ownCollections === null) return ['me is not live'];
  const chatDifferences = page.openChats().flatMap((key) => {
    const [{ messages, participants }, freshChat] = [page.chat(key), fresh.chats.get(key)];
    const { status, items, hasOlder } = messages.get();
    if (freshChat === undefined)
      return status === 'gone' && items.length === 0 && participants.get().items.length === 0
        ? []
        : [`${key}: ${status}, ${items.length} messages of others`];
    const hasEnoughMessages = hasOlder ? items.length >= MESSAGE_WINDOW : items.length === freshChat.messages.length;
    const hasSameMessages = messagesText(items) === messagesText(freshChat.messages.slice(0, items.length));
    const hasSameParticipants = sortedJson(participants.get().items) === freshChat.participants;
    return status === 'live' && hasEnoughMessages && hasSameMessages && hasSameParticipants
      ? []
      : [
          `${key}: ${status}, ${items.length} of ${freshChat.messages.length}, ${hasSameMessages ? 'the same' : 'others'}, participants ${hasSameParticipants ? 'the same' : 'others'}`,
        ];
  });
  return [
    ...OWN_COLLECTIONS.filter((name) => sortedJson(ownCollections[name] ?? []) !== fresh.ownCollectionTexts[name]).map(
      (name) => `${name}: ${sortedJson(ownCollections[name] ?? [])} is not ${fresh.ownCollectionTexts[name]}`,
    ),
    ...chatDifferences,
  ];
};

const areMessagesSent = ({ unsentMessages }: SocialPage): boolean =>
  unsentMessages.get().every(({ status }) => status === 'refused');

/**
 * Waits until a condition holds, while the network delivers. The pages' timers advance in between, because retries wait
 * for them.
 */
const waitUntil = async (
  pages: readonly SocialPage[],
  isDone: (turn: number) => boolean,
  failureText: () => string,
): Promise<void> => {
  for (let turn = 1; !isDone(turn); turn += 1) {
    if (turn > MAX_TURNS) throw new Error(failureText());
    await waitTurns(1);
    if (turn % 20 === 0) for (const page of pages) page.timers.advance(2_000);
  }
};

/** Lets all pages reconnect and receive all changes, until each page holds what a newly opened page receives. */
const waitUntilSettled = async (run: SocialRun): Promise<void> => {
  const { pages, pendingMessages } = run;
  await Promise.all(pendingMessages.splice(0));
  for (const page of pages) {
    page.loseAnswers(0);
    page.setOffline(false);
  }
  await waitUntil(
    pages,
    () => pages.every(areMessagesSent),
    () => `unsent: ${JSON.stringify(pages.map(({ unsentMessages }) => unsentMessages.get()))}`,
  );
  const messagesByChat = await readAllMessages(run);
  const freshPages = await Promise.all(pages.map((_, index) => readFreshPage(run, index, messagesByChat)));
  for (const [index, page] of pages.entries()) {
    const expectedPage = freshPages[index];
    if (expectedPage === undefined) throw new Error(`Missing fresh page ${index}`);
    let [comparedChanges, remainingDifferences]: [number, readonly string[]] = [-1, []];
    await waitUntil(
      [page],
      (turn) => {
        // Compares again after a change, and every fifty turns: a change of a collection's status alone isn't counted
        // as a change.
        if (comparedChanges !== page.changeCount() || turn % 50 === 0)
          remainingDifferences = differences(page, expectedPage);
        comparedChanges = page.changeCount();
        return remainingDifferences.length === 0;
      },
      () => `person ${index}: ${remainingDifferences.join('; ')}`,
    );
  }
};

const StoredNames = z.array(z.object({ chat_key: z.string(), author: z.string(), client_key: z.string() }));

/** Expects each message to be either stored once or refused because one user has blocked the other, and never both. */
const expectAllStoredOnce = async ({
  gateway,
  chats,
  pages,
  acceptedMessages,
  sentMessages,
}: SocialRun): Promise<void> => {
  const messageRows = z.parse(
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
  const storedMessages = messageRows.map(({ chat_key, author, client_key }) => `${chat_key} ${author} ${client_key}`);
  const refusedMessages = pages.flatMap(({ uid, unsentMessages }) =>
    unsentMessages.get().map(({ chatKey, clientKey }) => `${chatKey} ${uid} ${clientKey}`),
  );
  expect([...storedMessages, ...refusedMessages].sort()).toEqual([...acceptedMessages, ...sentMessages].sort());
  for (const page of pages) {
    for (const { chatKey, clientKey } of page.unsentMessages.get()) {
      expect(chats.find(({ key }) => key === chatKey)?.people).toHaveLength(2);
      sentMessages.delete(`${chatKey} ${page.uid} ${clientKey}`);
      page.unsentMessages.discard(clientKey);
    }
  }
};

describe('pages of three people who write, read, block, unblock and group each other', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let runCount = 0;

  beforeAll(async () => {
    // Frames are limited to this size, so that snapshots come in several parts.
    gateway = await gateways.start({ liveLimits: { frameBytes: 4_096 } });
  });

  const startRun = async (): Promise<SocialRun> => {
    runCount += 1;
    const people = [
      await registerCompanion(gateway, `anna${runCount}`),
      await registerCompanion(gateway, `ben${runCount}`),
      await registerCompanion(gateway, `cem${runCount}`),
    ];
    await makeContacts(gateway, people);
    const chats = CHAT_MEMBERS.map((indexes, index) => ({ key: `life-${runCount}-${index}`, people: indexes }));
    const now = gateway.clock.now();
    await gateway.database.write(({ knex }) =>
      seedChats(
        knex,
        chats.map(({ key, people: indexes }) => ({
          key,
          uids: indexes.map((index) => people[index]?.uid ?? ''),
          createdAt: now - 1_000,
          // Chats of two hold a little less than one window of messages, the chat of all three more than two windows.
          messages: Array.from(
            { length: indexes.length === 2 ? MESSAGE_WINDOW - 2 : 2 * MESSAGE_WINDOW + 20 },
            (_, index) => ({
              author: people[indexes[index % 2] ?? 0]?.uid ?? '',
              sentAt: now - 900 + index,
              content: `Früher ${index}`,
            }),
          ),
          read: {},
        })),
      ),
    );
    const isParticipant = (uid: string, chatKey: string): boolean =>
      chats.some(({ key, people: indexes }) => key === chatKey && indexes.some((index) => people[index]?.uid === uid));
    const pages = await Promise.all(
      people.map(({ account, browser }) =>
        openSocialPage(gateway.url, { account, cookie: browser.cookie ?? '' }, { isParticipant }),
      ),
    );
    const freshClients = await Promise.all(people.map(({ idToken }) => connectLive(gateway.url, { token: idToken })));
    return {
      gateway,
      people,
      pages,
      freshClients,
      chats,
      blockedPairs: new Set(),
      acceptedMessages: new Set(),
      sentMessages: new Set(),
      pendingMessages: [],
    };
  };

  it(
    `hold what a fresh snapshot says after each of many sequences, apply no event twice, and hear of no chat that they may not read`,
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(commands, { minLength: SEQUENCES_PER_RUN, maxLength: SEQUENCES_PER_RUN }),
          async (sequences) => {
            const run = await startRun();
            try {
              for (const sequence of sequences) {
                // The clock advances by a second for each sequence, because the gateway limits the frames that a socket
                // may send per second.
                gateway.clock.advance(1_000);
                for (const command of sequence) await performCommand(run, command);
                await waitUntilSettled(run);
                await expectAllStoredOnce(run);
                expect(run.pages.flatMap(({ failures }) => failures)).toEqual([]);
              }
            } finally {
              for (const page of run.pages) page.close();
              for (const client of run.freshClients) client.terminate();
            }
          },
        ),
        {
          numRuns: RUN_COUNT,
          endOnFailure: true,
          interruptAfterTimeLimit: TIME_LIMIT_MS,
          markInterruptAsFailure: true,
        },
      );
    },
    TIME_LIMIT_MS + 30_000,
  );
});

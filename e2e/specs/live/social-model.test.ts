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
import { commandsArbitrary, performCommand, waitTurns } from './social-commands';
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
  JSON.stringify([...items].sort((firstItem, secondItem) => (firstItem.key < secondItem.key ? -1 : 1)));

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
const readSnapshot = async (client: LiveTestClient, topic: string): Promise<readonly LiveItem[]> => {
  const items: LiveItem[] = [];
  client.say({ op: 'sub', id: topic, topic });
  for (;;) {
    const snapshotFrame = await client.next('snap');
    items.push(...snapshotFrame.items);
    if (!snapshotFrame.more) break;
  }
  await client.next('live');
  client.say({ op: 'unsub', id: topic });
  return items;
};

const parseItemsOfCollection = (items: readonly LiveItem[], collectionName: CollectionName): readonly HeldItem[] =>
  items
    .filter(({ collection }) => collection === collectionName)
    .map(({ value }) => z.parse<z.ZodMiniType<HeldItem>>(SCHEMA_BY_COLLECTION[collectionName], value));

/** Data of one chat: the snapshot that a newly opened page receives, and all messages ever sent in the chat. */
interface FreshChat {
  readonly participants: string;
  readonly messages: readonly ChatMessage[];
}

interface FreshPage {
  readonly ownCollectionTexts: Readonly<Record<string, string>>;
  /** Snapshots of the user's chats, by key. */
  readonly chats: ReadonlyMap<string, FreshChat>;
}

const readFreshPage = async (
  { freshClients, chats }: SocialRun,
  personIndex: number,
  messagesByChat: ReadonlyMap<string, readonly ChatMessage[]>,
): Promise<FreshPage> => {
  const client = freshClients[personIndex];
  if (client === undefined) throw new Error(`Missing live client ${personIndex}`);
  const meItems = await readSnapshot(client, 'me');
  const freshChats = new Map<string, FreshChat>();
  for (const { key } of chats.filter(({ people }) => people.includes(personIndex))) {
    const items = await readSnapshot(client, chatTopic(key));
    const messages = messagesByChat.get(key) ?? [];
    const snapshotMessages = items
      .filter(({ collection }) => collection === 'messages')
      .map(({ value }) => z.parse(ChatMessage, value));
    expect(sortedJson(snapshotMessages)).toBe(sortedJson(messages.slice(0, MESSAGE_WINDOW)));
    freshChats.set(key, { participants: sortedJson(parseItemsOfCollection(items, 'participants')), messages });
  }
  return {
    ownCollectionTexts: Object.fromEntries(
      OWN_COLLECTIONS.map((collectionName) => [
        collectionName,
        sortedJson(parseItemsOfCollection(meItems, collectionName)),
      ]),
    ),
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
const findDifferences = (page: SocialPage, freshPage: FreshPage): readonly string[] => {
  const ownCollections = page.ownCollections();
  if (ownCollections === null) return ['me is not live'];
  const chatDifferences = page.openChats().flatMap((chatKey) => {
    const [{ messages, participants }, freshChat] = [page.chat(chatKey), freshPage.chats.get(chatKey)];
    const { status, items, hasOlder } = messages.get();
    if (freshChat === undefined)
      return status === 'gone' && items.length === 0 && participants.get().items.length === 0
        ? []
        : [`${chatKey}: ${status}, ${items.length} messages of others`];
    const hasExpectedMessageCount = hasOlder
      ? items.length >= MESSAGE_WINDOW
      : items.length === freshChat.messages.length;
    const hasSameMessages = messagesText(items) === messagesText(freshChat.messages.slice(0, items.length));
    const hasSameParticipants = sortedJson(participants.get().items) === freshChat.participants;
    return status === 'live' && hasExpectedMessageCount && hasSameMessages && hasSameParticipants
      ? []
      : [
          `${chatKey}: ${status}, ${items.length} of ${freshChat.messages.length}, ${hasSameMessages ? 'the same' : 'others'}, participants ${hasSameParticipants ? 'the same' : 'others'}`,
        ];
  });
  return [
    ...OWN_COLLECTIONS.filter(
      (collectionName) =>
        sortedJson(ownCollections[collectionName] ?? []) !== freshPage.ownCollectionTexts[collectionName],
    ).map(
      (collectionName) =>
        `${collectionName}: ${sortedJson(ownCollections[collectionName] ?? [])} is not ${freshPage.ownCollectionTexts[collectionName]}`,
    ),
    ...chatDifferences,
  ];
};

const hasSentAllMessages = ({ unsentMessages }: SocialPage): boolean =>
  unsentMessages.get().every(({ status }) => status === 'refused');

/**
 * Waits until a condition holds, while the network delivers messages. The pages' timers advance meanwhile, because
 * retries wait for these timers.
 */
const waitUntil = async (
  pages: readonly SocialPage[],
  isConditionMet: (turn: number) => boolean,
  failureText: () => string,
): Promise<void> => {
  for (let turn = 1; !isConditionMet(turn); turn += 1) {
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
    () => pages.every(hasSentAllMessages),
    () => `unsent: ${JSON.stringify(pages.map(({ unsentMessages }) => unsentMessages.get()))}`,
  );
  const messagesByChat = await readAllMessages(run);
  const freshPages = await Promise.all(pages.map((_, personIndex) => readFreshPage(run, personIndex, messagesByChat)));
  for (const [personIndex, page] of pages.entries()) {
    const expectedPage = freshPages[personIndex];
    if (expectedPage === undefined) throw new Error(`Missing fresh page ${personIndex}`);
    let [comparedChangeCount, remainingDifferences]: [number, readonly string[]] = [-1, []];
    await waitUntil(
      [page],
      (turn) => {
        // Compares again after a change, and every fifty turns: when only the status of a collection changes, the
        // change counter stays the same.
        if (comparedChangeCount !== page.changeCount() || turn % 50 === 0)
          remainingDifferences = findDifferences(page, expectedPage);
        comparedChangeCount = page.changeCount();
        return remainingDifferences.length === 0;
      },
      () => `person ${personIndex}: ${remainingDifferences.join('; ')}`,
    );
  }
};

const StoredMessageRows = z.array(z.object({ chat_key: z.string(), author: z.string(), client_key: z.string() }));

/** Expects each message to be either stored once or refused because one user has blocked the other, and never both. */
const expectAllStoredOnce = async ({
  gateway,
  chats,
  pages,
  acceptedMessages,
  sentMessages,
}: SocialRun): Promise<void> => {
  const messageRows = z.parse(
    StoredMessageRows,
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
    // Messages to clients are limited to this size, so that snapshots are split into several messages.
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
    const chats = CHAT_MEMBERS.map((memberIndexes, index) => ({
      key: `life-${runCount}-${index}`,
      people: memberIndexes,
    }));
    const startTimeMs = gateway.clock.now();
    await gateway.database.write(({ knex }) =>
      seedChats(
        knex,
        chats.map(({ key, people: memberIndexes }) => ({
          key,
          uids: memberIndexes.map((index) => people[index]?.uid ?? ''),
          createdAt: startTimeMs - 1_000,
          // Chats of two users hold a little less than one window of messages (the number that a page loads at once).
          // The chat of all three users holds more than two windows.
          messages: Array.from(
            { length: memberIndexes.length === 2 ? MESSAGE_WINDOW - 2 : 2 * MESSAGE_WINDOW + 20 },
            (_, index) => ({
              author: people[memberIndexes[index % 2] ?? 0]?.uid ?? '',
              sentAt: startTimeMs - 900 + index,
              content: `Früher ${index}`,
            }),
          ),
          read: {},
        })),
      ),
    );
    const isChatParticipant = (uid: string, chatKey: string): boolean =>
      chats.some(
        ({ key, people: memberIndexes }) =>
          key === chatKey && memberIndexes.some((index) => people[index]?.uid === uid),
      );
    const pages = await Promise.all(
      people.map(({ account, browser }) =>
        openSocialPage(gateway.url, { account, cookie: browser.cookie ?? '' }, { isParticipant: isChatParticipant }),
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
          fc.array(commandsArbitrary, { minLength: SEQUENCES_PER_RUN, maxLength: SEQUENCES_PER_RUN }),
          async (commandSequences) => {
            const run = await startRun();
            try {
              for (const commandSequence of commandSequences) {
                // The clock advances by one second for each sequence, because the gateway limits the number of messages
                // that a WebSocket may send per second.
                gateway.clock.advance(1_000);
                for (const command of commandSequence) await performCommand(run, command);
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

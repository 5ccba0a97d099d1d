import {
  BlockedUser,
  BlockingUser,
  Chat,
  ChatMessage,
  ChatRead,
  chatTopic,
  Contact,
  ContactGroup,
  Invitation,
  Notification,
  Person,
} from '@mahlzeit/contract';
import type { LiveItem } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { presentMessage } from '../../../api-gateway/src/modules/chat/chat-presenter';
import { createMessageRepository } from '../../../api-gateway/src/modules/chat/message-repository';
import type { LiveTestClient } from '../../../api-gateway/src/platform/testing/live-test-client';
import type { TestGateway } from '../../../api-gateway/src/platform/testing/test-gateway';
import type { HeldItem, SocialPage } from './social-page';

/** Number of messages in the first snapshot of a chat. */
export const MESSAGE_WINDOW = 50;

/** Schemas of the collections in the topic `me` that the pages hold. */
const OWN_SCHEMAS = {
  invitations: Invitation,
  contacts: Contact,
  contactGroups: ContactGroup,
  notifications: Notification,
  blockedUsers: BlockedUser,
  isBlockedBy: BlockingUser,
  chats: Chat,
  chatReads: ChatRead,
};

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
const readSnapshot = async (
  client: LiveTestClient,
  topic: string,
  whenRefused: Promise<never>,
): Promise<readonly LiveItem[]> => {
  const items: LiveItem[] = [];
  client.say({ op: 'sub', id: topic, topic });
  for (;;) {
    const snapshotFrame = await Promise.race([client.next('snap'), whenRefused]);
    items.push(...snapshotFrame.items);
    if (!snapshotFrame.more) break;
  }
  await Promise.race([client.next('live'), whenRefused]);
  client.say({ op: 'unsub', id: topic });
  return items;
};

const itemsOf = <Item>(
  items: readonly LiveItem[],
  collectionName: string,
  schema: z.ZodMiniType<Item>,
): readonly Item[] =>
  items.filter(({ collection }) => collection === collectionName).map(({ value }) => z.parse(schema, value));

/** Data of one chat: the snapshot that a newly opened page receives, and all messages ever sent in the chat. */
interface FreshChat {
  readonly participants: string;
  readonly formerParticipants: string;
  readonly messages: readonly ChatMessage[];
}

/** Data that a newly opened page receives. */
export interface FreshPage {
  readonly ownCollectionTexts: Readonly<Record<string, string>>;
  /** Snapshots of the user's chats, by key. */
  readonly chats: ReadonlyMap<string, FreshChat>;
  /** Chats and invitations in the topic `me`. */
  readonly listedChats: readonly Chat[];
  readonly invitations: readonly Invitation[];
}

/**
 * Reads what a newly opened page of a user receives. `chatKeys` are the chats that the user may read, `messagesByChat`
 * holds all messages ever sent.
 */
export const readFreshPage = async (
  client: LiveTestClient,
  chatKeys: readonly string[],
  messagesByChat: ReadonlyMap<string, readonly ChatMessage[]>,
): Promise<FreshPage> => {
  const whenRefused = client.next('err').then(({ id, code }) => Promise.reject(new Error(`${id}: ${code}`)));
  whenRefused.catch(() => undefined);
  const userItems = await readSnapshot(client, 'me', whenRefused);
  const freshChats = new Map<string, FreshChat>();
  for (const key of chatKeys) {
    const items = await readSnapshot(client, chatTopic(key), whenRefused);
    const messages = messagesByChat.get(key) ?? [];
    expect(sortedJson(itemsOf(items, 'messages', ChatMessage))).toBe(sortedJson(messages.slice(0, MESSAGE_WINDOW)));
    freshChats.set(key, {
      participants: sortedJson(itemsOf(items, 'participants', Person)),
      formerParticipants: sortedJson(itemsOf(items, 'formerParticipants', Person)),
      messages,
    });
  }
  return {
    ownCollectionTexts: Object.fromEntries(
      Object.entries(OWN_SCHEMAS).map(([collectionName, schema]) => [
        collectionName,
        sortedJson(itemsOf<HeldItem>(userItems, collectionName, schema)),
      ]),
    ),
    chats: freshChats,
    listedChats: itemsOf(userItems, 'chats', Chat),
    invitations: itemsOf(userItems, 'invitations', Invitation),
  };
};

/** Returns all messages ever sent, by chat key, the newest first. */
export const readAllMessages = async (
  { database }: Pick<TestGateway, 'database'>,
  chatKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly ChatMessage[]>> => {
  const messages = createMessageRepository(database.knex);
  const messagesByChat = new Map<string, readonly ChatMessage[]>();
  for (const key of chatKeys)
    messagesByChat.set(key, (await messages.list(key, { limit: 10_000, before: null })).map(presentMessage));
  return messagesByChat;
};

const differencesInChat = (page: SocialPage, chatKey: string, freshChat: FreshChat | undefined): readonly string[] => {
  const { messages, participants, formerParticipants } = page.chat(chatKey);
  const { status, items, hasOlder } = messages.get();
  if (freshChat === undefined)
    return status === 'gone' && items.length === 0 && participants.get().items.length === 0
      ? []
      : [`${chatKey}: ${status}, ${items.length} messages of others`];
  const hasExpectedMessageCount = hasOlder
    ? items.length >= MESSAGE_WINDOW
    : items.length === freshChat.messages.length;
  const hasSameMessages = messagesText(items) === messagesText(freshChat.messages.slice(0, items.length));
  const hasSamePeople =
    sortedJson(participants.get().items) === freshChat.participants &&
    sortedJson(formerParticipants.get().items) === freshChat.formerParticipants;
  return status === 'live' && hasExpectedMessageCount && hasSameMessages && hasSamePeople
    ? []
    : [
        `${chatKey}: ${status}, ${items.length} of ${freshChat.messages.length}, ${hasSameMessages ? 'the same' : 'others'}, people ${hasSamePeople ? 'the same' : 'others'}`,
      ];
};

/** Returns the differences between a page and a newly opened one; empty if there are none. */
export const findDifferences = (page: SocialPage, freshPage: FreshPage): readonly string[] => {
  const ownCollections = page.ownCollections();
  if (ownCollections === null) return ['me is not live'];
  return [
    ...Object.keys(OWN_SCHEMAS)
      .filter(
        (collectionName) =>
          sortedJson(ownCollections[collectionName] ?? []) !== freshPage.ownCollectionTexts[collectionName],
      )
      .map(
        (collectionName) =>
          `${collectionName}: ${sortedJson(ownCollections[collectionName] ?? [])} is not ${freshPage.ownCollectionTexts[collectionName]}`,
      ),
    ...page.openChats().flatMap((chatKey) => differencesInChat(page, chatKey, freshPage.chats.get(chatKey))),
  ];
};

/** Returns whether the gateway has decided about each message that the page was told to send. */
export const hasSentAllMessages = ({ unsentMessages }: SocialPage): boolean =>
  unsentMessages.get().every(({ status }) => status === 'refused');

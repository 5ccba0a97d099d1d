import { Account, chatTopic, LiveItem, meTopic, User } from '@mahlzeit/contract';
import { array, int, object, optional, safeParse } from '@mahlzeit/contract/zod';
import type { Collections, LiveValue } from '../live/topic-view';
import type { TopicCache } from '../live/live-client';
import type { SessionCache } from '../session/session-actions';
import { hintOwnerOf } from '../session/session-tabs';
import type { OfflineCache, RowId } from './offline-cache';

const SESSION_ROW: RowId = { group: { name: 'session', maxRows: 1 }, name: '' };

const CachedSession = object({ account: Account, user: optional(User), policyVersion: optional(int()) });

/** Creates the cache of the session's account, by which a page without a network knows its user. It has no token. */
export const createSessionCache = (cache: OfflineCache): SessionCache => ({
  put: ({ account, user, policyVersion }) => cache.put(SESSION_ROW, () => ({ account, user, policyVersion })),
  async find(owner) {
    cache.setOwner(owner);
    const session = safeParse(CachedSession, (await cache.find(SESSION_ROW))?.value);
    if (session.success && hintOwnerOf(session.data.account) === owner) return session.data;
    cache.setOwner(null);
    return undefined;
  },
  erase: cache.erase,
});

const ME_GROUP = { name: 'me', maxRows: 1 };
const CHAT_GROUP = { name: 'chat', maxRows: 50 };

/** Number of messages of a chat that stay: as many as its topic begins with. */
const MAX_MESSAGES = 50;

/**
 * Returns the row of a topic; null for a topic that isn't stored. Places are stored as answers of routes: a list
 * follows each of its places, and most of them nobody looks at.
 */
const rowIdOf = (topic: string): RowId | null => {
  if (topic === meTopic) return { group: ME_GROUP, name: topic };
  return topic.startsWith(chatTopic('')) ? { group: CHAT_GROUP, name: topic } : null;
};

const timestampOf = ({ timestamp }: LiveValue): number => (typeof timestamp === 'number' ? timestamp : 0);

const itemsToStore = (collection: string, itemByKey: ReadonlyMap<string, LiveValue>): readonly [string, LiveValue][] =>
  collection === 'messages'
    ? [...itemByKey].sort(([, a], [, b]) => timestampOf(b) - timestampOf(a)).slice(0, MAX_MESSAGES)
    : [...itemByKey];

const liveItemsOf = (collections: Collections): readonly LiveItem[] =>
  [...collections].flatMap(([collection, itemByKey]) =>
    itemsToStore(collection, itemByKey).map(([key, value]) => ({ collection, key, value })),
  );

/** Creates the cache of the user's own topic and of the chats that were open. */
export const createTopicCache = (cache: OfflineCache): TopicCache => ({
  put(topic, collections) {
    const id = rowIdOf(topic);
    if (id !== null) cache.put(id, () => liveItemsOf(collections));
  },
  remove(topic) {
    const id = rowIdOf(topic);
    if (id !== null) cache.remove(id);
  },
  async find(topic) {
    const id = rowIdOf(topic);
    const row = id === null ? undefined : await cache.find(id);
    const items = safeParse(array(LiveItem), row?.value);
    if (id === null || row === undefined || !items.success) return undefined;
    cache.addShown(id, row);
    return items.data;
  },
});

import type { Account, ChatMessage, ServerFrame } from '@mahlzeit/contract';
import { chatTopic, Invitation, meTopic, Notification } from '@mahlzeit/contract';
import type { CollectionHolder, Platform } from '@mahlzeit/shared-ui/platform';
import { createLiveClient } from '@mahlzeit/shared-ui/platform/standalone';
import { createListeners, createPlatform, defineCollection } from '@mahlzeit/shared-ui/platform';
import * as z from 'zod/mini';
import {
  liveBlockingUsers,
  liveChatReads,
  liveChats,
  liveFormerParticipants,
  liveMessages,
  liveParticipants,
} from '../../../mf-social/src/features/chat/chat-api';
import type { UnsentMessages } from '../../../mf-social/src/features/chat/unsent-messages';
import { createUnsentMessages } from '../../../mf-social/src/features/chat/unsent-messages';
import {
  liveBlockedUsers,
  liveContactGroups,
  liveContacts,
} from '../../../mf-social/src/features/contacts/contact-collections';
import type { HandDrivenTimers } from './hand-driven-timers';
import { createHandDrivenTimers } from './hand-driven-timers';
import { createSocketNetwork } from './ws-socket';

/** Item that a page holds in a collection. All items have a key, whatever their other fields are. */
export interface HeldItem {
  readonly key: string;
}

/** Rules for what a page may receive. */
export interface SocialRights {
  /**
   * Returns whether a frame may reach a user. `chatKey` is null for a frame that doesn't belong to a chat's topic. A
   * refusal may reach everybody.
   */
  mayReceive(uid: string, chatKey: string | null, frame: ServerFrame): boolean;
}

/** Collections of a chat that the page has open. */
interface OpenChat {
  readonly messages: CollectionHolder<ChatMessage>;
  readonly participants: CollectionHolder<HeldItem>;
  readonly formerParticipants: CollectionHolder<HeldItem>;
}

/**
 * Page of the product without its screens. The session, the live client, the store and the collections are the
 * product's own code.
 */
export interface SocialPage {
  readonly uid: string;
  readonly timers: HandDrivenTimers;
  readonly unsentMessages: UnsentMessages;
  /** Errors that the page has caused so far. They count even if the final state is right. */
  readonly failures: readonly string[];
  /** Returns how often the page's collections have reported a change. */
  changeCount(): number;
  /** Collections of the topic `me` by name, as the page holds them; null while one of them isn't up to date. */
  ownCollections(): Readonly<Record<string, readonly HeldItem[]>> | null;
  /**
   * Loads older chats that the page's list doesn't hold yet, as it does while its end is visible: a chat that comes
   * back after it was removed may be one of them.
   */
  loadOlderChats(): void;
  openChats(): readonly string[];
  chat(chatKey: string): OpenChat;
  openChat(chatKey: string): void;
  closeChat(chatKey: string): void;
  /** Makes the network drop the next `count` responses, although the gateway has handled their requests. */
  loseAnswers(count: number): void;
  /** Cuts the open connections and fails requests, or restores the network. */
  setOffline(isOffline: boolean): void;
  cutConnection(): void;
  /** Makes the network deliver the last `count` changes a second time. */
  repeatChanges(count: number): void;
  /** Simulates the browser's event that the network is back. */
  restoreNetwork(): void;
  close(): void;
}

/** Registered user, with the cookie of their browser. */
export interface SocialPerson {
  readonly account: Account;
  cookie: string;
}

const liveNotifications = defineCollection({ topic: meTopic, collection: 'notifications', schema: Notification });

const ownInvitations = defineCollection({ topic: meTopic, collection: 'invitations', schema: Invitation });

const OWN_COLLECTIONS = {
  invitations: ownInvitations,
  contacts: liveContacts,
  contactGroups: liveContactGroups,
  notifications: liveNotifications,
  blockedUsers: liveBlockedUsers,
  isBlockedBy: liveBlockingUsers,
  chats: liveChats,
  chatReads: liveChatReads,
};

const Claims = z.object({ sub: z.string() });
const uidOf = (token: string): string =>
  z.parse(Claims, JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).sub;

/**
 * Creates the network between a browser and the gateways. A test can interrupt this network or make it lose responses.
 * `nextUrl` returns the gateway to which the next request leads.
 */
const createNetwork = (nextUrl: () => string, person: SocialPerson) => {
  const networkState = { isOffline: false, lost: 0 };
  const sendRequest = async (request: Request): Promise<Response> => {
    if (networkState.isOffline) throw new TypeError('offline');
    const headers = new Headers(request.headers);
    headers.set('Cookie', person.cookie);
    const { pathname, search } = new URL(request.url);
    const response = await fetch(new URL(pathname + search, nextUrl()), {
      method: request.method,
      headers,
      signal: request.signal,
      body: request.body === null ? null : await request.text(),
    });
    for (const cookieHeader of response.headers.getSetCookie()) person.cookie = cookieHeader.split(';')[0] ?? '';
    if (networkState.lost === 0) return response;
    networkState.lost -= 1;
    await response.arrayBuffer();
    throw new TypeError('the answer is lost');
  };
  return { network: networkState, sendRequest };
};

const createStorage = () => {
  const textByName = new Map<string, string>();
  return {
    getItem: (itemName: string) => textByName.get(itemName) ?? null,
    setItem: (itemName: string, itemText: string) => void textByName.set(itemName, itemText),
    removeItem: (itemName: string) => void textByName.delete(itemName),
  };
};

const readNumberField = (item: HeldItem, fieldName: string): number | null => {
  const fieldValue: unknown = Reflect.get(item, fieldName);
  return typeof fieldValue === 'number' ? fieldValue : null;
};

/** Time of a row's last change; null if the row has no time of a change. */
const changeTimeOf = (item: HeldItem): number | null =>
  readNumberField(item, 'updatedAt') ?? readNumberField(item, 'timestamp');

/**
 * Reports states that no collection may ever show: a row twice, a message out of order, or a row that returns to an
 * older state.
 */
const createOrderCheck = (
  collectionName: string,
  holder: CollectionHolder<HeldItem>,
  reportFailure: (message: string) => void,
): (() => void) => {
  const isNewestFirst = collectionName === 'chats' || collectionName.startsWith('messages of ');
  let latestTimes = new Map<string, number>();
  return () => {
    const { status, items } = holder.get();
    if (status !== 'live' && status !== 'stale') latestTimes = new Map();
    if (new Set(items.map(({ key }) => key)).size < items.length) reportFailure(`${collectionName}: a row twice`);
    for (const [index, item] of items.entries()) {
      const [changeTime, nextItem] = [changeTimeOf(item), items[index + 1]];
      if (changeTime === null) continue;
      if (isNewestFirst && nextItem !== undefined && (changeTimeOf(nextItem) ?? Infinity) > changeTime)
        reportFailure(`${collectionName}: ${nextItem.key} out of order`);
      if (changeTime < (latestTimes.get(item.key) ?? -Infinity))
        reportFailure(`${collectionName}: ${item.key} went back`);
      latestTimes.set(item.key, changeTime);
    }
  };
};

/**
 * Checks the messages of the live connection: the change numbers of a topic have no gaps, and no message belongs to a
 * chat that the user may not read.
 */
const createFrameCheck = (rights: SocialRights, reportFailure: (message: string) => void) => {
  const reachedCursors = new Map<string, string>();
  const sequenceNumberOf = (cursor: string): number => Number(cursor.split('.')[1]);
  const onFrame = (frame: ServerFrame, token: string): void => {
    if (!('id' in frame) || frame.id === undefined) return;
    const uid = uidOf(token);
    const chatKey = frame.id.startsWith('chat/') ? frame.id.slice('chat/'.length) : null;
    if (frame.op !== 'err' && !rights.mayReceive(uid, chatKey, frame))
      reportFailure(`${frame.op} of ${frame.id} for ${uid}`);
    if (frame.op === 'delta') {
      const previousCursor = reachedCursors.get(frame.id);
      // A subscription that has just ended may still deliver a message before the next subscription starts at an
      // earlier cursor. Only cursors that move forward are checked.
      if (
        previousCursor !== undefined &&
        sequenceNumberOf(frame.cursor) > sequenceNumberOf(previousCursor) &&
        sequenceNumberOf(frame.cursor) - sequenceNumberOf(previousCursor) !== frame.ops.length
      )
        reportFailure(`${frame.id}: ${previousCursor} to ${frame.cursor} by ${frame.ops.length}`);
    }
    if (frame.op === 'delta' || frame.op === 'live' || (frame.op === 'snap' && !frame.more))
      reachedCursors.set(frame.id, frame.cursor);
    if (frame.op === 'reset') reachedCursors.delete(frame.id);
  };
  return onFrame;
};

/**
 * Opens a page of a user in a browser with the user's session cookie, and waits until the page has restored the
 * session. `nextUrl` returns the gateway to which the next request or connection leads.
 */
export const openSocialPage = async (
  nextUrl: () => string,
  person: SocialPerson,
  rights: SocialRights,
): Promise<SocialPage> => {
  const {
    account: { uid },
  } = person;
  const failures: string[] = [];
  const reportFailure = (message: string): void => void failures.push(message);
  const timers = createHandDrivenTimers();
  const wire = createSocketNetwork(nextUrl, { onFrame: createFrameCheck(rights, reportFailure) });
  const { network, sendRequest } = createNetwork(nextUrl, person);
  const onlineListeners = createListeners();
  const subscribeToNothing = () => () => undefined;
  const storage = createStorage();
  const platform: Platform = createPlatform({
    origin: nextUrl(),
    sendRequest,
    openSocket: wire.openSocket,
    loadLive: () => Promise.resolve({ createLiveClient }),
    hint: { owner: () => uid, set: () => undefined, clear: () => undefined },
    tabs: { post: () => undefined, listen: subscribeToNothing },
    withLock: (lockedTask) => lockedTask(),
    timers,
    elapsed: () => 0,
    firstTime: { now: 0, elapsedAtMs: 0 },
    signals: {
      onVisible: subscribeToNothing,
      onPageShow: subscribeToNothing,
      onOnline: onlineListeners.add,
    },
    random: () => 0.7,
    storage: () => storage,
  });
  const { store } = platform;
  let createdKeyCount = 0;
  const unsentMessages = createUnsentMessages({
    shell: platform,
    storage: () => storage,
    timers,
    onOnline: onlineListeners.add,
    createKey: () => `${uid}-${(createdKeyCount += 1)}`,
  });
  let changeCount = 0;
  const stopByCollection = new Map<string, () => void>();
  const followCollection = (collectionName: string, holder: CollectionHolder<HeldItem>): void => {
    const checkOrder = createOrderCheck(collectionName, holder, reportFailure);
    stopByCollection.set(
      collectionName,
      holder.subscribe(() => {
        changeCount += 1;
        checkOrder();
      }),
    );
  };
  const unfollowCollection = (collectionName: string): void => {
    stopByCollection.get(collectionName)?.();
    stopByCollection.delete(collectionName);
  };
  const ownCollections = Object.entries(OWN_COLLECTIONS).map(([name, collection]) => ({
    name,
    holder: collection.of(store),
  }));
  const chats = new Map<string, OpenChat>();
  const chat = (chatKey: string): OpenChat => {
    const chatToOpen = chats.get(chatKey) ?? {
      messages: liveMessages.of(store, chatKey),
      participants: liveParticipants.of(store, chatKey),
      formerParticipants: liveFormerParticipants.of(store, chatKey),
    };
    chats.set(chatKey, chatToOpen);
    return chatToOpen;
  };
  const sessionReady = new Promise<void>((resolve) => {
    const stopSessionListener = platform.session.subscribe(() => {
      if (platform.session.get().status !== 'known') return;
      stopSessionListener();
      resolve();
    });
  });
  platform.start();
  await sessionReady;
  for (const { name, holder } of ownCollections) followCollection(name, holder);
  stopByCollection.set(
    'unsent',
    unsentMessages.subscribe(() => (changeCount += 1)),
  );

  return {
    uid,
    timers,
    unsentMessages,
    failures,
    changeCount: () => changeCount,
    ownCollections() {
      const collectionViews = ownCollections.map(({ name, holder }) => [name, holder.get()] as const);
      return collectionViews.every(([, { status }]) => status === 'live')
        ? Object.fromEntries(collectionViews.map(([collectionName, { items }]) => [collectionName, items]))
        : null;
    },
    loadOlderChats() {
      const { hasOlder, loadOlder } = liveChats.of(store).get();
      if (hasOlder) loadOlder();
    },
    openChats: () =>
      [...stopByCollection.keys()].flatMap((collectionName) =>
        collectionName.startsWith('messages of ') ? [collectionName.slice('messages of '.length)] : [],
      ),
    chat,
    openChat(chatKey) {
      if (stopByCollection.has(`messages of ${chatKey}`)) return;
      followCollection(`messages of ${chatKey}`, chat(chatKey).messages);
      followCollection(`participants of ${chatKey}`, chat(chatKey).participants);
      followCollection(`formerParticipants of ${chatKey}`, chat(chatKey).formerParticipants);
    },
    closeChat(chatKey) {
      unfollowCollection(`messages of ${chatKey}`);
      unfollowCollection(`participants of ${chatKey}`);
      unfollowCollection(`formerParticipants of ${chatKey}`);
      wire.forgetTopic(chatTopic(chatKey));
    },
    loseAnswers: (count) => void (network.lost = count),
    setOffline(isOffline) {
      network.isOffline = isOffline;
      if (isOffline) wire.cutConnections();
      else onlineListeners.emit();
    },
    cutConnection: wire.cutConnections,
    repeatChanges: wire.repeatSubscriptions,
    restoreNetwork: () => onlineListeners.emit(),
    close() {
      for (const collectionName of [...stopByCollection.keys()]) unfollowCollection(collectionName);
      platform.stop();
    },
  };
};

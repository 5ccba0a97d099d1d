import { readChat } from '@mahlzeit/contract';
import type { Chat, ChatMessage } from '@mahlzeit/contract';
import { browserTimers, useCollection, useLiveStatus, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import type { CollectionView } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { liveBlockedUsers } from '../contacts';
import { liveBlockingUsers, liveChatReads, liveChats, liveMessages, liveParticipants } from './chat-api';
import { othersIn } from './chat-labels';
import type { ChatPerson } from './chat-labels';
import { arrivedKeys, messageRows, newestForeign } from './message-rules';
import type { MessageRow } from './message-rules';
import { unsentMessagesOf } from './unsent-messages';
import type { UnsentMessages } from './unsent-messages';

/** Keys of the users whom the reader blocks. */
export const useBlocked = (): ReadonlySet<string> => {
  const { items } = useCollection(liveBlockedUsers);
  return useMemo(() => new Set(items.map(({ key }) => key)), [items]);
};

/** Reason why nobody can write in a chat. */
export type WritingHindrance = 'youBlocked' | 'blocksYou' | 'gone';

/** People of a chat, and the consequences for the reader. */
export interface ChatPeople {
  readonly uid: string;
  /** All participants except the reader. */
  readonly otherPeople: readonly ChatPerson[];
  readonly isOfMany: boolean;
  readonly blockedKeys: ReadonlySet<string>;
  readonly writingHindrance: WritingHindrance | null;
}

/** State of one chat, as its screen needs it. */
export interface OpenChat extends ChatPeople {
  readonly messages: CollectionView<ChatMessage>;
  /** Rows of the chat, oldest first. */
  readonly rows: readonly MessageRow[];
  /** Newest message of another user who isn't blocked. */
  readonly newest: ChatMessage | null;
  /**
   * Message to mark as read once the end of the chat is visible: `newest`, or the newest message of all when only pages
   * that aren't loaded can hold messages of others.
   */
  readonly readUpTo: ChatMessage | null;
  readonly unsentMessages: UnsentMessages;
}

type Listed = Pick<Chat, 'participantKeys' | 'participants'>;

const NOBODY: Listed = { participantKeys: [], participants: [] };

/**
 * Creates a selector of the chat's people in the inbox. Returns the same object until the people change; the chat's
 * document changes with each message.
 */
const createListedReader = (chatKey: string) => {
  let current = NOBODY;
  return (chats: readonly Chat[]): Listed => {
    const { participantKeys, participants } = chats.find(({ key }) => key === chatKey) ?? NOBODY;
    const isSame =
      JSON.stringify([participantKeys, participants]) ===
      JSON.stringify([current.participantKeys, current.participants]);
    if (!isSame) current = { participantKeys, participants };
    return current;
  };
};

const useListed = (chatKey: string): Listed => {
  const { store } = useShell();
  const holder = liveChats.of(store);
  const selectPeople = useMemo(() => createListedReader(chatKey), [chatKey]);
  return useSyncExternalStore(holder.subscribe, () => selectPeople(holder.get().items));
};

const useOthers = (chatKey: string, uid: string): readonly ChatPerson[] => {
  const { items: participants } = useCollection(liveParticipants, chatKey);
  const listedChat = useListed(chatKey);
  // The chat's own topic receives changes first; the inbox may have the names earlier.
  return useMemo(
    () =>
      othersIn({ ...listedChat, participants: participants.length > 0 ? participants : listedChat.participants }, uid),
    [participants, listedChat, uid],
  );
};

const useWritingHindrance = (
  otherPeople: readonly ChatPerson[],
  blockedKeys: ReadonlySet<string>,
): WritingHindrance | null => {
  const blocking = useCollection(liveBlockingUsers).items;
  const [otherPerson, ...furtherPeople] = otherPeople;
  if (otherPerson === undefined || furtherPeople.length > 0) return null;
  if (otherPerson.isGone) return 'gone';
  if (blockedKeys.has(otherPerson.key)) return 'youBlocked';
  return blocking.some(({ key }) => key === otherPerson.key) ? 'blocksYou' : null;
};

/** Follows the people of a chat. */
export const useChatPeople = (chatKey: string): ChatPeople => {
  const uid = useUid() ?? '';
  const blockedKeys = useBlocked();
  const otherPeople = useOthers(chatKey, uid);
  return {
    uid,
    otherPeople,
    isOfMany: otherPeople.length > 1,
    blockedKeys,
    writingHindrance: useWritingHindrance(otherPeople, blockedKeys),
  };
};

/** Returns the loading status of a chat's messages. New messages don't render the component again. */
export const useChatStatus = (chatKey: string): OpenChat['messages']['status'] => {
  const { store } = useShell();
  const holder = liveMessages.of(store, chatKey);
  return useSyncExternalStore(holder.subscribe, () => holder.get().status);
};

/** Follows the messages of a chat with these people. */
export const useChat = (chatKey: string, people: ChatPeople): OpenChat => {
  const shell = useShell();
  const { uid, blockedKeys, isOfMany } = people;
  const messages = useCollection(liveMessages, chatKey);
  const unsentMessages = unsentMessagesOf(shell);
  const allUnsent = useSyncExternalStore(unsentMessages.subscribe, unsentMessages.get);
  const { items: confirmedMessages, hasOlder } = messages;
  const rows = useMemo(
    () =>
      messageRows({
        confirmedMessages,
        unsentMessages: allUnsent.filter((message) => message.chatKey === chatKey),
        uid,
        blocked: blockedKeys,
        isOfMany,
        hasOlder,
      }),
    [confirmedMessages, allUnsent, chatKey, uid, blockedKeys, isOfMany, hasOlder],
  );
  useEffect(
    () => unsentMessages.confirm(arrivedKeys(confirmedMessages, uid)),
    [unsentMessages, confirmedMessages, uid],
  );
  const newest = newestForeign(confirmedMessages, { uid, blocked: blockedKeys });
  const readUpTo = newest ?? (hasOlder ? (confirmedMessages[0] ?? null) : null);
  return { ...people, messages, rows, newest, readUpTo, unsentMessages };
};

const onVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Returns whether the page is visible. */
const useIsInFront = (): boolean => useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');

/** Reading state of a chat. */
interface Reading {
  /** Whether others have written messages that the reader has not seen (S04). */
  readonly hasUnseen: boolean;
}

/** Delay in ms: the request that marks messages as read must not delay the frame that shows them. */
const READ_AFTER_MS = 100;

/**
 * Interval in ms between two marks. A burst of messages is marked once; otherwise each of ten readers would cause a
 * write for each message.
 */
export const READ_EVERY_MS = 1_000;

/** Marks messages as read up to a key. A mark that failed may be repeated. */
const createReadMarker = (mark: (messageKey: string) => Promise<boolean>) => {
  let markedKey: string | null = null;
  let next: string | null = null;
  let stopWaiting: (() => void) | null = null;
  const sendMark = async (messageKey: string): Promise<void> => {
    const isMarked = await mark(messageKey);
    if (!isMarked && markedKey === messageKey) markedKey = null;
  };
  const sayNext = (): void => {
    stopWaiting = next === null ? null : browserTimers.after(READ_EVERY_MS, sayNext);
    // No caller waits for the result.
    if (next !== null) void sendMark(next);
    next = null;
  };
  return {
    read(messageKey: string): void {
      if (markedKey === messageKey) return;
      [markedKey, next] = [messageKey, messageKey];
      stopWaiting ??= browserTimers.after(READ_AFTER_MS, sayNext);
    },
    /** Sends the pending mark at once, when the chat is left or the page is hidden. */
    leaveChat(): void {
      stopWaiting?.();
      stopWaiting = null;
      if (next !== null) void sendMark(next);
      next = null;
    },
  };
};

/**
 * Remembers the newest visible message. A plain object, no React state: a message that becomes visible would cause
 * another render of all.
 */
const createSeen = () => {
  let newest: string | null = null;
  return {
    newest: (): string | null => newest,
    mark: (messageKey: string | null): void => void (newest = messageKey),
  };
};

/**
 * Calls back when the chat is left, the page is hidden or its tab is closed: a phone may never show a hidden page
 * again.
 */
const useLeaving = (leaveChat: () => void): void => {
  useEffect(() => {
    const stop = onVisibility(() => {
      if (document.visibilityState === 'hidden') leaveChat();
    });
    window.addEventListener('pagehide', leaveChat);
    return () => {
      stop();
      window.removeEventListener('pagehide', leaveChat);
      leaveChat();
    };
  }, [leaveChat]);
};

/**
 * Marks a chat as read once its end is visible on a visible page: once for each newest message, and again after a
 * failure when the connection is back.
 */
export const useReading = (
  chatKey: string,
  { newest, readUpTo }: Pick<OpenChat, 'newest' | 'readUpTo'>,
  isAtEnd: boolean,
): Reading => {
  const { apiClient } = useShell();
  const isInFront = useIsInFront();
  const isOnline = useLiveStatus() === 'online';
  const chatRead = useCollection(liveChatReads).items.find(({ key }) => key === chatKey);
  const [newestSeen] = useState(createSeen);
  const marker = useMemo(
    () =>
      createReadMarker(
        async (messageKey) =>
          (await apiClient.call(readChat, { params: { chatKey }, body: { messageKey }, keepalive: true })).ok,
      ),
    [apiClient, chatKey],
  );
  const key = newest?.key ?? null;
  const isSeen = isAtEnd && isInFront;
  const unreadKey =
    readUpTo !== null && (chatRead === undefined || chatRead.timestamp < readUpTo.timestamp) ? readUpTo.key : null;
  useEffect(() => {
    if (isSeen) newestSeen.mark(key);
  }, [newestSeen, isSeen, key]);
  useEffect(() => {
    if (isSeen && isOnline && unreadKey !== null) marker.read(unreadKey);
  }, [marker, isSeen, isOnline, unreadKey]);
  useLeaving(marker.leaveChat);
  return { hasUnseen: !isSeen && key !== null && key !== newestSeen.newest() };
};

/** Returns a predicate for people who can be invited: no deleted account, no block in either direction (S06). */
export const useIsInvitable = (): ((person: ChatPerson) => boolean) => {
  const blockedKeys = useBlocked();
  const blocking = useCollection(liveBlockingUsers).items;
  return ({ key, isGone }) => !isGone && !blockedKeys.has(key) && !blocking.some((user) => user.key === key);
};

/** Returns the people of a chat who can be invited, without the reader. */
export const useInvitablePeople = (chatKey: string): readonly ChatPerson[] =>
  useOthers(chatKey, useUid() ?? '').filter(useIsInvitable());

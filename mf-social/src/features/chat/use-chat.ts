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

/** Keys of those whom the reader blocks. */
export const useBlocked = (): ReadonlySet<string> => {
  const { items } = useCollection(liveBlockedUsers);
  return useMemo(() => new Set(items.map(({ key }) => key)), [items]);
};

/** Why nothing can be written here. */
export type WritingHindrance = 'youBlocked' | 'blocksYou' | 'gone';

/** Who is in a chat, and what that means for its reader. */
export interface ChatPeople {
  readonly uid: string;
  /** Everybody but the reader. */
  readonly others: readonly ChatPerson[];
  readonly isOfMany: boolean;
  readonly blocked: ReadonlySet<string>;
  readonly hindrance: WritingHindrance | null;
}

/** One chat as its screen has it. */
export interface OpenChat extends ChatPeople {
  readonly messages: CollectionView<ChatMessage>;
  /** The oldest first. */
  readonly rows: readonly MessageRow[];
  /** The newest message of somebody else that counts as news. */
  readonly newest: ChatMessage | null;
  /**
   * What counts as read once the end is in sight: the same, or the newest of all where only pages that aren't loaded
   * can hold what others said.
   */
  readonly readUpTo: ChatMessage | null;
  readonly unsent: UnsentMessages;
}

type Listed = Pick<Chat, 'participantKeys' | 'participants'>;

const NOBODY: Listed = { participantKeys: [], participants: [] };

/**
 * Reads who is in a chat out of the inbox: the same object until that changes. The chat itself changes with each
 * message.
 */
const createListedReader = (chatKey: string) => {
  let held = NOBODY;
  return (chats: readonly Chat[]): Listed => {
    const { participantKeys, participants } = chats.find(({ key }) => key === chatKey) ?? NOBODY;
    const isSame =
      JSON.stringify([participantKeys, participants]) === JSON.stringify([held.participantKeys, held.participants]);
    if (!isSame) held = { participantKeys, participants };
    return held;
  };
};

const useListed = (chatKey: string): Listed => {
  const { store } = useShell();
  const holder = liveChats.of(store);
  const read = useMemo(() => createListedReader(chatKey), [chatKey]);
  return useSyncExternalStore(holder.subscribe, () => read(holder.get().items));
};

const useOthers = (chatKey: string, uid: string): readonly ChatPerson[] => {
  const { items: participants } = useCollection(liveParticipants, chatKey);
  const listed = useListed(chatKey);
  // The chat's own topic knows of changes first; the inbox may have the names before it.
  return useMemo(
    () => othersIn({ ...listed, participants: participants.length > 0 ? participants : listed.participants }, uid),
    [participants, listed, uid],
  );
};

const useHindrance = (others: readonly ChatPerson[], blocked: ReadonlySet<string>): WritingHindrance | null => {
  const blocking = useCollection(liveBlockingUsers).items;
  const [other, ...more] = others;
  if (other === undefined || more.length > 0) return null;
  if (other.isGone) return 'gone';
  if (blocked.has(other.key)) return 'youBlocked';
  return blocking.some(({ key }) => key === other.key) ? 'blocksYou' : null;
};

/** Follows who is in a chat. */
export const useChatPeople = (chatKey: string): ChatPeople => {
  const uid = useUid() ?? '';
  const blocked = useBlocked();
  const others = useOthers(chatKey, uid);
  return { uid, others, isOfMany: others.length > 1, blocked, hindrance: useHindrance(others, blocked) };
};

/** Whether a chat's messages are there; draws nothing anew for each of them. */
export const useChatStatus = (chatKey: string): OpenChat['messages']['status'] => {
  const { store } = useShell();
  const holder = liveMessages.of(store, chatKey);
  return useSyncExternalStore(holder.subscribe, () => holder.get().status);
};

/** Follows what is said in a chat of these people. */
export const useChat = (chatKey: string, people: ChatPeople): OpenChat => {
  const shell = useShell();
  const { uid, blocked, isOfMany } = people;
  const messages = useCollection(liveMessages, chatKey);
  const unsent = unsentMessagesOf(shell);
  const allUnsent = useSyncExternalStore(unsent.subscribe, unsent.get);
  const { items: confirmed, hasOlder } = messages;
  const rows = useMemo(
    () =>
      messageRows({
        confirmed,
        unsent: allUnsent.filter((message) => message.chatKey === chatKey),
        uid,
        blocked,
        isOfMany,
        hasOlder,
      }),
    [confirmed, allUnsent, chatKey, uid, blocked, isOfMany, hasOlder],
  );
  useEffect(() => unsent.confirm(arrivedKeys(confirmed, uid)), [unsent, confirmed, uid]);
  const newest = newestForeign(confirmed, { uid, blocked });
  const readUpTo = newest ?? (hasOlder ? (confirmed[0] ?? null) : null);
  return { ...people, messages, rows, newest, readUpTo, unsent };
};

const onVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Whether the page is in front. */
const useIsInFront = (): boolean => useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');

/** What of a chat was seen. */
interface Reading {
  /** S04: somebody else has written what was not seen yet. */
  readonly hasUnseen: boolean;
}

/** To say that a message was read must not hold up the frame that shows it. */
const READ_AFTER_MS = 100;

/**
 * Of messages that come one upon the other it is said once, or each of ten readers would make the gateway write for
 * each.
 */
export const READ_EVERY_MS = 1_000;

/** Says up to which message was read; one for which that failed may be said again. */
const createReadMarker = (mark: (messageKey: string) => Promise<boolean>) => {
  let asked: string | null = null;
  let next: string | null = null;
  let stopWaiting: (() => void) | null = null;
  const say = async (messageKey: string): Promise<void> => {
    const isMarked = await mark(messageKey);
    if (!isMarked && asked === messageKey) asked = null;
  };
  const sayNext = (): void => {
    stopWaiting = next === null ? null : browserTimers.after(READ_EVERY_MS, sayNext);
    // Nobody waits for it.
    if (next !== null) void say(next);
    next = null;
  };
  return {
    read(messageKey: string): void {
      if (asked === messageKey) return;
      [asked, next] = [messageKey, messageKey];
      stopWaiting ??= browserTimers.after(READ_AFTER_MS, sayNext);
    },
    /** The chat is left, or the page put away: what was read is said at once. */
    leave(): void {
      stopWaiting?.();
      stopWaiting = null;
      if (next !== null) void say(next);
      next = null;
    },
  };
};

/**
 * The newest message that was in sight. No state: a message that is seen as it is drawn would have all drawn once more,
 * for nothing.
 */
const createSeen = () => {
  let newest: string | null = null;
  return {
    newest: (): string | null => newest,
    mark: (messageKey: string | null): void => void (newest = messageKey),
  };
};

/**
 * Calls back where the chat is left, the page goes behind another one, or its tab is closed: a phone that is put away
 * may never come back to it.
 */
const useLeaving = (leave: () => void): void => {
  useEffect(() => {
    const stop = onVisibility(() => {
      if (document.visibilityState === 'hidden') leave();
    });
    window.addEventListener('pagehide', leave);
    return () => {
      stop();
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [leave]);
};

/**
 * Marks a chat as read once its end is in sight and the page in front: once for each newest message, and again where
 * that failed and the connection is back.
 */
export const useReading = (
  chatKey: string,
  { newest, readUpTo }: Pick<OpenChat, 'newest' | 'readUpTo'>,
  isAtEnd: boolean,
): Reading => {
  const { apiClient } = useShell();
  const isInFront = useIsInFront();
  const isOnline = useLiveStatus() === 'online';
  const read = useCollection(liveChatReads).items.find(({ key }) => key === chatKey);
  const [seen] = useState(createSeen);
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
    readUpTo !== null && (read === undefined || read.timestamp < readUpTo.timestamp) ? readUpTo.key : null;
  useEffect(() => {
    if (isSeen) seen.mark(key);
  }, [seen, isSeen, key]);
  useEffect(() => {
    if (isSeen && isOnline && unreadKey !== null) marker.read(unreadKey);
  }, [marker, isSeen, isOnline, unreadKey]);
  useLeaving(marker.leave);
  return { hasUnseen: !isSeen && key !== null && key !== seen.newest() };
};

/** Whether somebody in a chat may be invited: nobody who is gone, no block in either direction (S06). */
export const useIsInvitable = (): ((person: ChatPerson) => boolean) => {
  const blocked = useBlocked();
  const blocking = useCollection(liveBlockingUsers).items;
  return ({ key, isGone }) => !isGone && !blocked.has(key) && !blocking.some((user) => user.key === key);
};

/** Those in a chat who may be invited; the reader is none of them. */
export const useInvitablePeople = (chatKey: string): readonly ChatPerson[] =>
  useOthers(chatKey, useUid() ?? '').filter(useIsInvitable());

import { readChat } from '@mahlzeit/contract';
import type { ChatMessage } from '@mahlzeit/contract';
import { useCollection, useLiveStatus, useSession, useShell } from '@mahlzeit/shared-ui/platform';
import type { CollectionView } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
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

/** Uid of the member who reads; empty while nobody is known. */
export const useUid = (): string => {
  const session = useSession();
  return session.status === 'known' ? session.account.uid : '';
};

/** Why nothing can be written here. */
export type WritingHindrance = 'youBlocked' | 'blocksYou' | 'gone';

/** One chat as its screen has it. */
export interface OpenChat {
  readonly uid: string;
  readonly messages: CollectionView<ChatMessage>;
  /** The oldest first. */
  readonly rows: readonly MessageRow[];
  /** Everybody but the reader. */
  readonly others: readonly ChatPerson[];
  readonly isOfMany: boolean;
  readonly blocked: ReadonlySet<string>;
  /** The newest message of somebody else that counts as news. */
  readonly newest: ChatMessage | null;
  readonly hindrance: WritingHindrance | null;
  readonly unsent: UnsentMessages;
}

const useOthers = (chatKey: string, uid: string): readonly ChatPerson[] => {
  const { items: participants } = useCollection(liveParticipants, chatKey);
  const chat = useCollection(liveChats).items.find(({ key }) => key === chatKey);
  return useMemo(() => {
    // The chat's own topic knows of changes first; the inbox may have the names before it.
    const known = participants.length > 0 ? participants : chat?.participants ?? [];
    return othersIn({ participantKeys: chat?.participantKeys ?? [], participants: known }, uid);
  }, [participants, chat, uid]);
};

const useHindrance = (others: readonly ChatPerson[], blocked: ReadonlySet<string>): WritingHindrance | null => {
  const blocking = useCollection(liveBlockingUsers).items;
  const [other, ...more] = others;
  if (other === undefined || more.length > 0) return null;
  if (other.isGone) return 'gone';
  if (blocked.has(other.key)) return 'youBlocked';
  return blocking.some(({ key }) => key === other.key) ? 'blocksYou' : null;
};

/** Follows one chat. */
export const useChat = (chatKey: string): OpenChat => {
  const shell = useShell();
  const uid = useUid();
  const messages = useCollection(liveMessages, chatKey);
  const unsent = unsentMessagesOf(shell);
  const allUnsent = useSyncExternalStore(unsent.subscribe, unsent.get);
  const blocked = useBlocked();
  const others = useOthers(chatKey, uid);
  const isOfMany = others.length > 1;
  const { items: confirmed, hasOlder } = messages;
  const rows = useMemo(
    () => messageRows({ confirmed, unsent: allUnsent.filter((message) => message.chatKey === chatKey), uid, blocked, isOfMany, hasOlder }),
    [confirmed, allUnsent, chatKey, uid, blocked, isOfMany, hasOlder],
  );
  useEffect(() => unsent.confirm(arrivedKeys(confirmed, uid)), [unsent, confirmed, uid]);
  const newest = newestForeign(confirmed, { uid, blocked });
  return { uid, messages, rows, others, isOfMany, blocked, newest, hindrance: useHindrance(others, blocked), unsent };
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

/** Marks a chat as read once its end is in sight and the page in front: once for each newest message, and again where that failed and the connection is back. */
export const useReading = (chatKey: string, { newest }: Pick<OpenChat, 'newest'>, isAtEnd: boolean): Reading => {
  const { apiClient } = useShell();
  const isInFront = useIsInFront();
  const isOnline = useLiveStatus() === 'online';
  const read = useCollection(liveChatReads).items.find(({ key }) => key === chatKey);
  const [seenKey, setSeenKey] = useState<string | null>(null);
  const asked = useRef<string | null>(null);
  const key = newest?.key ?? null;
  const isSeen = isAtEnd && isInFront;
  if (isSeen && seenKey !== key) setSeenKey(key);
  const isUnread = newest !== null && (read === undefined || read.timestamp < newest.timestamp);
  useEffect(() => {
    if (!isSeen || !isUnread || key === null || !isOnline || asked.current === key) return;
    asked.current = key;
    const mark = async (): Promise<void> => {
      const marked = await apiClient.call(readChat, { params: { chatKey }, body: { messageKey: key } });
      if (!marked.ok) asked.current = null;
    };
    // Nobody waits for it.
    void mark();
  }, [apiClient, chatKey, isSeen, isUnread, isOnline, key]);
  return { hasUnseen: key !== null && key !== seenKey };
};

/** Those in a chat who may be invited: not the reader, nobody who is gone, no block in either direction (S06). */
export const useInvitablePeople = (chatKey: string): readonly ChatPerson[] => {
  const others = useOthers(chatKey, useUid());
  const blocked = useBlocked();
  const blocking = useCollection(liveBlockingUsers).items;
  return others.filter(({ key, isGone }) => !isGone && !blocked.has(key) && !blocking.some((user) => user.key === key));
};

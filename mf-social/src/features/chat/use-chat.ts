import { readChat } from '@mahlzeit/contract';
import type { Chat, ChatMessage } from '@mahlzeit/contract';
import { MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { browserTimers, useCollection, useLiveStatus, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import type { CollectionView } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { liveBlockedUsers, liveContacts } from '../contacts';
import {
  liveBlockingUsers,
  liveChatReads,
  liveChats,
  liveFormerParticipants,
  liveMessages,
  liveParticipants,
} from './chat-api';
import { formerPeopleOf, otherParticipantsOf } from './chat-labels';
import type { ChatPerson } from './chat-labels';
import { confirmedClientKeys, buildMessageRows, newestMessageByOthers } from './message-rules';
import type { MessageRow } from './message-rules';
import { unsentMessagesOf } from './unsent-messages';
import type { UnsentMessages } from './unsent-messages';

/** Returns the keys of the users whom the current user blocks. */
export const useBlockedKeys = (): ReadonlySet<string> => {
  const { items } = useCollection(liveBlockedUsers);
  return useMemo(() => new Set(items.map(({ key }) => key)), [items]);
};

/**
 * Reason why the current user can't write in a chat: in a chat with one other person, this person blocks the user or is
 * blocked, or the account was deleted; or all others have left the own chat of a meetup.
 */
export type WritingHindrance = 'youBlocked' | 'blocksYou' | 'gone' | 'alone';

/** People of a chat, and values that are computed from them for the current user. */
export interface ChatPeople {
  readonly uid: string;
  /** All participants of the chat except the current user. */
  readonly otherPeople: readonly ChatPerson[];
  /** Possible authors of messages: `otherPeople`, and those who have left the own chat of a meetup. */
  readonly authors: readonly ChatPerson[];
  /** Whether messages of others can have several authors. */
  readonly isGroupChat: boolean;
  readonly blockedKeys: ReadonlySet<string>;
  readonly writingHindrance: WritingHindrance | null;
}

/** Everything that the page shows of one chat: people, messages and unsent messages. */
export interface OpenChat extends ChatPeople {
  readonly messages: CollectionView<ChatMessage>;
  /** Rows of the chat, oldest first. */
  readonly rows: readonly MessageRow[];
  /** Newest message of another user whom the current user doesn't block; null if there is none. */
  readonly newest: ChatMessage | null;
  /**
   * Message that is marked as read once the end of the chat is visible. Usually it is `newest`. If messages of other
   * users can only be in older pages that aren't loaded, it is the newest message of all.
   */
  readonly readUpTo: ChatMessage | null;
  readonly unsentMessages: UnsentMessages;
  /**
   * Keys of the authors whose links are shown as plain text: strangers to whom the current user hasn't replied in this
   * chat.
   */
  readonly unansweredStrangers: ReadonlySet<string>;
}

type InboxParticipants = Pick<Chat, 'participantKeys' | 'participants' | 'formerParticipants'>;

const NO_PARTICIPANTS: InboxParticipants = { participantKeys: [], participants: [], formerParticipants: [] };

/**
 * Creates a selector for the people of a chat in the inbox. The chat's document changes with each message; the selector
 * returns the same object until the people change.
 */
const createParticipantSelector = (chatKey: string) => {
  let currentParticipants = NO_PARTICIPANTS;
  return (chats: readonly Chat[]): InboxParticipants => {
    const chat = chats.find(({ key }) => key === chatKey) ?? NO_PARTICIPANTS;
    const { participantKeys, participants, formerParticipants = [] } = chat;
    const nextParticipants = { participantKeys, participants, formerParticipants };
    if (JSON.stringify(nextParticipants) !== JSON.stringify(currentParticipants))
      currentParticipants = nextParticipants;
    return currentParticipants;
  };
};

const useInboxParticipants = (chatKey: string): InboxParticipants => {
  const { store } = useShell();
  const chatCollection = liveChats.of(store);
  const selectParticipants = useMemo(() => createParticipantSelector(chatKey), [chatKey]);
  return useSyncExternalStore(chatCollection.subscribe, () => selectParticipants(chatCollection.get().items));
};

const useOtherParticipants = (chatKey: string, uid: string): readonly ChatPerson[] => {
  const { items: participants } = useCollection(liveParticipants, chatKey);
  const inboxParticipants = useInboxParticipants(chatKey);
  // The chat's live topic delivers changes of participants earlier than the inbox. Until this topic is loaded, the
  // names come from the inbox.
  return useMemo(
    () =>
      otherParticipantsOf(
        { ...inboxParticipants, participants: participants.length > 0 ? participants : inboxParticipants.participants },
        uid,
      ),
    [participants, inboxParticipants, uid],
  );
};

const useFormerPeople = (chatKey: string, uid: string): readonly ChatPerson[] => {
  const { items: formerParticipants, status } = useCollection(liveFormerParticipants, chatKey);
  const inboxParticipants = useInboxParticipants(chatKey).formerParticipants;
  return useMemo(
    () => formerPeopleOf(status === 'loading' ? (inboxParticipants ?? []) : formerParticipants, uid),
    [formerParticipants, inboxParticipants, status, uid],
  );
};

const useWritingHindrance = (
  { otherPeople, authors }: Pick<ChatPeople, 'otherPeople' | 'authors'>,
  blockedKeys: ReadonlySet<string>,
): WritingHindrance | null => {
  const blockingUsers = useCollection(liveBlockingUsers).items;
  const [otherPerson, ...remainingPeople] = otherPeople;
  if (otherPerson === undefined && authors.length > 0) return 'alone';
  if (otherPerson === undefined || remainingPeople.length > 0) return null;
  if (otherPerson.isGone) return 'gone';
  if (blockedKeys.has(otherPerson.key)) return 'youBlocked';
  return blockingUsers.some(({ key }) => key === otherPerson.key) ? 'blocksYou' : null;
};

/** Returns the people of a chat, and renders again when they change. */
export const useChatPeople = (chatKey: string): ChatPeople => {
  const uid = useUid() ?? '';
  const blockedKeys = useBlockedKeys();
  const participants = useOtherParticipants(chatKey, uid);
  const formerPeople = useFormerPeople(chatKey, uid);
  const { otherPeople, authors } = useMemo(() => {
    // The chat's topic reports sooner than the inbox that a person has left, so people who have left are removed from
    // the inbox's list.
    const remainingPeople = participants.filter(({ key }) => !formerPeople.some((person) => person.key === key));
    return { otherPeople: remainingPeople, authors: [...remainingPeople, ...formerPeople] };
  }, [participants, formerPeople]);
  return {
    uid,
    otherPeople,
    authors,
    isGroupChat: authors.length > 1,
    blockedKeys,
    writingHindrance: useWritingHindrance({ otherPeople, authors }, blockedKeys),
  };
};

const NO_STRANGERS: ReadonlySet<string> = new Set();

/** Returns whether a user has written in a chat. Returns true if an older gateway doesn't send this information. */
const hasWrittenIn = ({ saidAt }: Pick<Chat, 'saidAt'>, uid: string): boolean => saidAt === undefined || uid in saidAt;

/**
 * Returns the keys of the authors who aren't contacts of the current user. The list is empty once the current user has
 * written in the chat. A link in the first message of a stranger may lead anywhere.
 */
const useUnansweredStrangers = (
  chatKey: string,
  { uid, authors }: Pick<ChatPeople, 'uid' | 'authors'>,
): ReadonlySet<string> => {
  const { store } = useShell();
  const chatCollection = liveChats.of(store);
  const hasAnswered = useSyncExternalStore(chatCollection.subscribe, () => {
    const chat = chatCollection.get().items.find(({ key }) => key === chatKey);
    return chat === undefined || hasWrittenIn(chat, uid);
  });
  const { items: contacts } = useCollection(liveContacts);
  return useMemo(() => {
    if (hasAnswered) return NO_STRANGERS;
    const contactKeys = new Set(contacts.map(({ key }) => key));
    return new Set(authors.flatMap(({ key }) => (contactKeys.has(key) ? [] : [key])));
  }, [hasAnswered, contacts, authors]);
};

/** Returns the loading status of a chat's messages. New messages don't cause another render. */
export const useChatStatus = (chatKey: string): OpenChat['messages']['status'] => {
  const { store } = useShell();
  const messageCollection = liveMessages.of(store, chatKey);
  return useSyncExternalStore(messageCollection.subscribe, () => messageCollection.get().status);
};

/**
 * Returns the messages and rows of a chat with the people in `chatPeople`, and renders again when a message changes.
 */
export const useChat = (chatKey: string, chatPeople: ChatPeople): OpenChat => {
  const shell = useShell();
  const { uid, blockedKeys, isGroupChat } = chatPeople;
  const messages = useCollection(liveMessages, chatKey);
  const unsentMessages = unsentMessagesOf(shell);
  const allUnsentMessages = useSyncExternalStore(unsentMessages.subscribe, unsentMessages.get);
  const { items: confirmedMessages, hasOlder } = messages;
  const rows = useMemo(
    () =>
      buildMessageRows({
        confirmedMessages,
        unsentMessages: allUnsentMessages.filter((message) => message.chatKey === chatKey),
        uid,
        blocked: blockedKeys,
        isGroupChat,
        hasOlder,
      }),
    [confirmedMessages, allUnsentMessages, chatKey, uid, blockedKeys, isGroupChat, hasOlder],
  );
  useEffect(
    () => unsentMessages.confirm(confirmedClientKeys(confirmedMessages, uid)),
    [unsentMessages, confirmedMessages, uid],
  );
  const newestMessage = newestMessageByOthers(confirmedMessages, { uid, blocked: blockedKeys });
  const readUpTo = newestMessage ?? (hasOlder ? (confirmedMessages[0] ?? null) : null);
  const unansweredStrangers = useUnansweredStrangers(chatKey, chatPeople);
  return { ...chatPeople, messages, rows, newest: newestMessage, readUpTo, unsentMessages, unansweredStrangers };
};

const subscribeToVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Returns whether the page is visible, and renders again when that changes. */
const useIsPageVisible = (): boolean =>
  useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible');

interface ReadingState {
  /** Whether other users have written messages that the current user has not seen (S04). */
  readonly hasUnseen: boolean;
}

/**
 * Delay in ms before the first request that marks messages as read. Without a delay this request would delay the frame
 * that shows the message.
 */
const READ_DELAY_MS = 100;

/**
 * Shortest interval in ms between two requests that mark messages as read. A burst of messages causes one request;
 * otherwise each of ten readers would cause one database write for each message.
 */
export const READ_INTERVAL_MS = 1_000;

/**
 * Creates a marker that marks all messages up to a key as read. After a failed request the same key can be marked
 * again.
 */
const createReadMarker = (sendReadMark: (messageKey: string) => Promise<boolean>) => {
  let markedMessageKey: string | null = null;
  let pendingMessageKey: string | null = null;
  let cancelMarkTimer: (() => void) | null = null;
  const markMessageRead = async (messageKey: string): Promise<void> => {
    const isReadMarked = await sendReadMark(messageKey);
    if (!isReadMarked && markedMessageKey === messageKey) markedMessageKey = null;
  };
  const markPendingMessage = (): void => {
    cancelMarkTimer = pendingMessageKey === null ? null : browserTimers.after(READ_INTERVAL_MS, markPendingMessage);
    // The promise isn't awaited, because `markMessageRead` handles a failure itself.
    if (pendingMessageKey !== null) void markMessageRead(pendingMessageKey);
    pendingMessageKey = null;
  };
  return {
    read(messageKey: string): void {
      if (markedMessageKey === messageKey) return;
      [markedMessageKey, pendingMessageKey] = [messageKey, messageKey];
      cancelMarkTimer ??= browserTimers.after(READ_DELAY_MS, markPendingMessage);
    },
    /** Sends the pending request at once, because the user leaves the chat or the page becomes hidden. */
    leaveChat(): void {
      cancelMarkTimer?.();
      cancelMarkTimer = null;
      if (pendingMessageKey !== null) void markMessageRead(pendingMessageKey);
      pendingMessageKey = null;
    },
  };
};

/**
 * Stores the newest message that was visible. It is a plain object and no React state, because a state would render the
 * chat again for each visible message.
 */
const createSeenMarker = () => {
  let newestSeenKey: string | null = null;
  return {
    newest: (): string | null => newestSeenKey,
    mark: (messageKey: string | null): void => void (newestSeenKey = messageKey),
  };
};

/**
 * Calls `leaveChat` when the user leaves the chat, or when the page is hidden or closed: a phone may close a hidden
 * page without further notice.
 */
const useOnChatLeft = (leaveChat: () => void): void => {
  useEffect(() => {
    const unsubscribe = subscribeToVisibility(() => {
      if (document.visibilityState === 'hidden') leaveChat();
    });
    window.addEventListener('pagehide', leaveChat);
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', leaveChat);
      leaveChat();
    };
  }, [leaveChat]);
};

/**
 * Marks a chat as read once its end is visible on a visible page. Each newest message is marked once; a failed request
 * is repeated when the connection is back.
 */
export const useMarkChatRead = (
  chatKey: string,
  { newest, readUpTo }: Pick<OpenChat, 'newest' | 'readUpTo'>,
  isScrolledToEnd: boolean,
): ReadingState => {
  const { apiClient } = useShell();
  const isPageVisible = useIsPageVisible();
  const isOnline = useLiveStatus() === 'online';
  const ownChatRead = useCollection(liveChatReads).items.find(({ key }) => key === chatKey);
  const [newestSeenMarker] = useState(createSeenMarker);
  const readMarker = useMemo(
    () =>
      createReadMarker(
        async (messageKey) =>
          (await apiClient.call(readChat, { params: { chatKey }, body: { messageKey }, keepalive: true })).ok,
      ),
    [apiClient, chatKey],
  );
  const newestMessageKey = newest?.key ?? null;
  const isListEndSeen = isScrolledToEnd && isPageVisible;
  const unreadMessageKey =
    readUpTo !== null && (ownChatRead === undefined || ownChatRead.timestamp < readUpTo.timestamp)
      ? readUpTo.key
      : null;
  useEffect(() => {
    if (isListEndSeen) newestSeenMarker.mark(newestMessageKey);
  }, [newestSeenMarker, isListEndSeen, newestMessageKey]);
  useEffect(() => {
    if (isListEndSeen && isOnline && unreadMessageKey !== null) readMarker.read(unreadMessageKey);
  }, [readMarker, isListEndSeen, isOnline, unreadMessageKey]);
  useOnChatLeft(readMarker.leaveChat);
  return { hasUnseen: !isListEndSeen && newestMessageKey !== null && newestMessageKey !== newestSeenMarker.newest() };
};

/**
 * Returns a function that tells whether a person can be invited: the account exists, and neither the current user nor
 * this person blocks the other (S06).
 */
export const useIsInvitable = (): ((person: ChatPerson) => boolean) => {
  const blockedKeys = useBlockedKeys();
  const blockingUsers = useCollection(liveBlockingUsers).items;
  return ({ key, isGone }) =>
    !isGone && !blockedKeys.has(key) && !blockingUsers.some((blockingUser) => blockingUser.key === key);
};

/** People of a chat whom the current user can invite to a meetup. */
interface InvitablePeople {
  /** At most as many people as a meetup may have guests. */
  readonly people: readonly ChatPerson[];
  /**
   * Whether the chat has more people who could be invited than a meetup may have guests; the own chat of a meetup can
   * have more.
   */
  readonly hasMore: boolean;
}

/** Returns the people of a chat who can be invited, without the current user. */
export const useInvitablePeople = (chatKey: string): InvitablePeople => {
  const people = useOtherParticipants(chatKey, useUid() ?? '').filter(useIsInvitable());
  return { people: people.slice(0, MAX_OTHER_PEOPLE), hasMore: people.length > MAX_OTHER_PEOPLE };
};

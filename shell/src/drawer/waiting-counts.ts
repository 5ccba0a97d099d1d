import { BlockedUser, Chat, ChatRead, Invitation, meTopic } from '@mahlzeit/contract';
import type { Account } from '@mahlzeit/contract';
import { isChatUnread } from '@mahlzeit/contract/rules';
import {
  browserTimers,
  createStoredText,
  defineCollection,
  UNSENT_MESSAGES,
  useCollection,
  useNow,
  userStorageKey,
} from '@mahlzeit/shared-ui/platform';
import type { WaitingCountName } from '@mahlzeit/shared-ui/shell-entries';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** Person for whom something is counted, and the current time in epoch milliseconds. */
export interface CountContext {
  readonly uid: string;
  readonly now: number;
}

/** Returns whether an invitation to a future meetup still waits for the person's answer. */
const waitsForAnswer = ({ isOwn, status, date, attendees }: Invitation, { uid, now }: CountContext): boolean =>
  !isOwn &&
  status !== 'canceled' &&
  Date.parse(date) >= now &&
  attendees.some((attendee) => attendee.uid === uid && attendee.status === 'pending');

/** Returns the number of invitations that the person hasn't answered. */
export const countUnansweredInvitations = (invitations: readonly Invitation[], countContext: CountContext): number =>
  invitations.filter((invitation) => waitsForAnswer(invitation, countContext)).length;

/** Chats of a person, with the person's read positions and blocked users. */
interface ReadChats {
  readonly chats: readonly Chat[];
  readonly chatReads: readonly ChatRead[];
  readonly blockedUsers: readonly BlockedUser[];
}

/** Returns the number of chats with messages that the person hasn't read. */
export const countUnreadChats = (
  { chats, chatReads, blockedUsers }: ReadChats,
  { uid }: Pick<CountContext, 'uid'>,
): number => {
  const blockedKeys = new Set(blockedUsers.map(({ key }) => key));
  return chats.filter((chat) =>
    isChatUnread(chat, { uid, blocked: blockedKeys, read: chatReads.find(({ key }) => key === chat.key) }),
  ).length;
};

/** Numbers of unread or unanswered things, by their name. */
export type WaitingCounts = Readonly<Record<WaitingCountName, number>>;

const zeroCounts: WaitingCounts = { unreadChats: 0, unansweredInvitations: 0 };
/**
 * Live collection of invitations. The newest ones, which the live topic contains, suffice: older ones are past and need
 * no answer.
 */
const liveInvitations = defineCollection({ topic: meTopic, collection: 'invitations', schema: Invitation });
/** Chats, read positions and blocked users of the current user, from which unread chats are counted. */
export const liveChats = defineCollection({ topic: meTopic, collection: 'chats', schema: Chat });
export const liveChatReads = defineCollection({ topic: meTopic, collection: 'chatReads', schema: ChatRead });
export const liveBlockedUsers = defineCollection({ topic: meTopic, collection: 'blockedUsers', schema: BlockedUser });

const useUnreadChats = (account: Account | null): number => {
  const collectionArg = account === null ? null : '';
  const chats = useCollection(liveChats, collectionArg).items;
  const chatReads = useCollection(liveChatReads, collectionArg).items;
  const blockedUsers = useCollection(liveBlockedUsers, collectionArg).items;
  return account === null ? 0 : countUnreadChats({ chats, chatReads, blockedUsers }, account);
};

/**
 * Returns the numbers of unread and unanswered things for a user. They come from live data that the shell receives
 * anyway, so no remote is loaded for them (Design §2).
 */
export const useWaitingCounts = (account: Account | null): WaitingCounts => {
  const isMember = account?.loggedIn === true;
  const unreadCount = useUnreadChats(isMember ? account : null);
  const invitations = useCollection(liveInvitations, isMember ? '' : null).items;
  const now = useNow();
  return isMember
    ? {
        unreadChats: unreadCount,
        unansweredInvitations: countUnansweredInvitations(invitations, { uid: account.uid, now }),
      }
    : zeroCounts;
};

const subscribeToStorage = (listener: () => void): (() => void) => {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};

/** Time in ms after which an unsent message counts as waiting, because sending usually takes less. */
const MAX_USUAL_SENDING_MS = 2_000;

/**
 * Returns whether messages of the user wait to be sent. They are read from the storage, so the remote mf-social isn't
 * loaded for them.
 */
export const useHasWaitingMessages = (account: Account | null): boolean => {
  const storageKey = account?.loggedIn === true ? userStorageKey(account.uid, UNSENT_MESSAGES) : null;
  const hasUnsentMessages = useSyncExternalStore(
    subscribeToStorage,
    () => storageKey !== null && createStoredText(() => window.localStorage, storageKey).read() !== null,
  );
  const [isSendingSlow, setIsSendingSlow] = useState(false);
  useEffect(() => {
    if (!hasUnsentMessages) return undefined;
    const cancelTimer = browserTimers.after(MAX_USUAL_SENDING_MS, () => setIsSendingSlow(true));
    return () => {
      cancelTimer();
      setIsSendingSlow(false);
    };
  }, [hasUnsentMessages]);
  return hasUnsentMessages && isSendingSlow;
};

/**
 * Returns whether this shell computes a number of this name. A remote of a newer release may declare an unknown name.
 */
export const isWaitingCount = (countName: string): countName is WaitingCountName =>
  Object.hasOwn(zeroCounts, countName);

import { BlockedUser, Chat, ChatRead, Invitation, meTopic } from '@mahlzeit/contract';
import type { Account } from '@mahlzeit/contract';
import { isChatUnread } from '@mahlzeit/contract/rules';
import { defineCollection, useCollection, useNow } from '@mahlzeit/shared-ui/platform';
import type { WaitingCount } from '@mahlzeit/shared-ui/shell-entries';

/** Person and time of a count. */
export interface Counting {
  readonly uid: string;
  readonly now: number;
}

/** Whether an invitation to a future meetup has no answer of this person. */
const waitsFor = ({ isOwn, status, date, attendees }: Invitation, { uid, now }: Counting): boolean =>
  !isOwn &&
  status !== 'canceled' &&
  Date.parse(date) >= now &&
  attendees.some((attendee) => attendee.uid === uid && attendee.status === 'pending');

/** Counts the invitations without this person's answer. */
export const countToAnswer = (invitations: readonly Invitation[], counting: Counting): number =>
  invitations.filter((invitation) => waitsFor(invitation, counting)).length;

/** Chats, reads and blocked users of a reader. */
interface ReadChats {
  readonly chats: readonly Chat[];
  readonly reads: readonly ChatRead[];
  readonly blockedUsers: readonly BlockedUser[];
}

/** Counts the chats with unread messages of this person. */
export const countUnread = ({ chats, reads, blockedUsers }: ReadChats, { uid }: Pick<Counting, 'uid'>): number => {
  const blocked = new Set(blockedUsers.map(({ key }) => key));
  return chats.filter((chat) => isChatUnread(chat, { uid, blocked, read: reads.find(({ key }) => key === chat.key) }))
    .length;
};

/** Number of waiting things, by the name of the count. */
export type WaitingCounts = Readonly<Record<WaitingCount, number>>;

const noCounts: WaitingCounts = { unreadChats: 0, unansweredInvitations: 0 };
/** Only the window of the topic: past invitations need no answer. */
const liveInvitations = defineCollection({ topic: meTopic, collection: 'invitations', schema: Invitation });
const liveChats = defineCollection({ topic: meTopic, collection: 'chats', schema: Chat });
const liveChatReads = defineCollection({ topic: meTopic, collection: 'chatReads', schema: ChatRead });
const liveBlockedUsers = defineCollection({ topic: meTopic, collection: 'blockedUsers', schema: BlockedUser });

const useUnreadChats = (account: Account | null): number => {
  const arg = account === null ? null : '';
  const chats = useCollection(liveChats, arg).items;
  const reads = useCollection(liveChatReads, arg).items;
  const blockedUsers = useCollection(liveBlockedUsers, arg).items;
  return account === null ? 0 : countUnread({ chats, reads, blockedUsers }, account);
};

/** Counts from live data that the shell has anyway: no remote is loaded for it (Design §2). */
export const useWaitingCounts = (account: Account | null): WaitingCounts => {
  const isMember = account?.loggedIn === true;
  const unread = useUnreadChats(isMember ? account : null);
  const invitations = useCollection(liveInvitations, isMember ? '' : null).items;
  const now = useNow();
  return isMember
    ? { unreadChats: unread, unansweredInvitations: countToAnswer(invitations, { uid: account.uid, now }) }
    : noCounts;
};

/** Whether the shell computes a count of this name: a newer remote may name another one. */
export const isWaitingCount = (name: string): name is WaitingCount => Object.hasOwn(noCounts, name);

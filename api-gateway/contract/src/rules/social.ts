import { GROUP_MIN_MEMBERS } from '../limits';

/** Name under which other people see a user who has not chosen one. */
export const NAMELESS_PERSON = 'Jemand';

/** Name in place of that of a deleted account. */
export const DELETED_PERSON = 'Gelöschtes Konto';

/**
 * Normalises a connection code for comparison: people dictate codes, and write them in groups with spaces or hyphens.
 */
export const connectionCodeOf = (input: string): string => input.replace(/[\s-]+/g, '').toUpperCase();

/** Normalises the name of a contact group for comparison. Names that differ only in spaces or case become equal. */
const normalizedGroupName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase('de');

/**
 * Checks whether another contact group of the owner already has this name. An edited group may keep its own name (S11).
 */
export const isGroupNameTaken = (
  groups: readonly { readonly key: string; readonly name: string }[],
  editedGroup: { readonly key: string; readonly name: string },
): boolean =>
  groups.some(
    ({ key, name }) => key !== editedGroup.key && normalizedGroupName(name) === normalizedGroupName(editedGroup.name),
  );

/**
 * Checks whether a contact group would have too few members. A stored group that has become too small, because contacts
 * were removed or deleted, may keep its members or get more. `storedMembers` are those of its stored members who still
 * are contacts with an account; null for a new group.
 */
export const isGroupTooSmall = (members: readonly string[], storedMembers: readonly string[] | null): boolean =>
  members.length < GROUP_MIN_MEMBERS &&
  (storedMembers === null || storedMembers.some((storedMember) => !members.includes(storedMember)));

/** Data of one user that decides whether a chat is unread for this user. */
export interface ChatReadState {
  /** Uid of the user who reads the chat. */
  readonly uid: string;
  /** Time up to which the user has read the chat; undefined when the user has read nothing of it. */
  readonly read: { readonly timestamp: number } | undefined;
  /** Uids of the people whom the user blocks. Their messages are never unread. */
  readonly blocked: ReadonlySet<string>;
}

/** Fields of a chat that decide whether it is unread. */
interface ReadableChat {
  readonly lastMessage: { readonly authorKey: string; readonly timestamp: number } | null;
  /** Time of each member's last message. */
  readonly saidAt?: Readonly<Record<string, number>> | undefined;
}

/**
 * Checks whether a chat is unread: another member has sent a message after the position up to which the user has read.
 * A later message of the user's own doesn't count as reading.
 */
export const isChatUnread = (
  { lastMessage, saidAt }: ReadableChat,
  { uid, read, blocked: blockedUids }: ChatReadState,
): boolean =>
  Object.entries({ ...saidAt, ...(lastMessage !== null && { [lastMessage.authorKey]: lastMessage.timestamp }) }).some(
    ([authorUid, writtenAt]) =>
      authorUid !== uid && !blockedUids.has(authorUid) && (read === undefined || read.timestamp < writtenAt),
  );

/** Most people of a meetup or a chat, the user included (DESIGN §13.2). */
export const MAX_ATTENDEES = 10;

/** Most others that somebody chooses for a meetup, a chat or a group: the user counts as one (S2§5). */
export const MAX_OTHERS = MAX_ATTENDEES - 1;

/** Most characters of a chat message, as people count them. */
export const CHAT_MESSAGE_MAX_LENGTH = 100;

/** Fewest characters of a search for people to add (S2§9). */
export const CONTACT_SEARCH_MIN_LENGTH = 2;

/** Fewest characters of a search for people to block. */
export const BLOCK_SEARCH_MIN_LENGTH = 3;

/** Fewest characters of a connection code (S2§5: longer than three). */
export const CONNECTION_CODE_MIN_LENGTH = 4;

/** Fewest members of a group. */
export const GROUP_MIN_MEMBERS = 2;

/** Most contacts of one person, and most people whom one person blocks: each page that opens gets all of them. */
export const MAX_CONTACTS = 2_000;

/** Most groups of one person. */
export const MAX_GROUPS = 200;

/** How many people are suggested where contacts are added. */
export const SUGGESTED_CONTACTS = 4;

/** Most addresses of one import. */
export const IMPORT_MAX_EMAILS = 200;

/** Characters of a message as people count them: an emoji of several code units is one. */
export const messageLength = (text: string): number => [...text].length;

// Neither a space nor what is never drawn (DI), nor a sign that stands on another, nor Braille without a dot.
const VISIBLE = /[^\p{DI}\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\u2800]/u;

/**
 * A message as it is sent: without spaces around it. null where nothing in it is to be seen or it is too long (S03).
 */
export const messageToSend = (typed: string): string | null => {
  const text = typed.trim();
  return !VISIBLE.test(text) || messageLength(text) > CHAT_MESSAGE_MAX_LENGTH ? null : text;
};

/** A connection code as it is compared: people read codes to each other and write them in groups. */
export const connectionCodeOf = (typed: string): string => typed.replace(/[\s-]+/g, '').toUpperCase();

/** Group names are the same where people would take them for the same. */
const comparable = (name: string): string => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase('de');

/** Whether another group of the same owner has this name already; the one that is edited may keep its own (S11). */
export const isGroupNameTaken = (
  groups: readonly { readonly key: string; readonly name: string }[],
  edited: { readonly key: string; readonly name: string },
): boolean => groups.some(({ key, name }) => key !== edited.key && comparable(name) === comparable(edited.name));

/** What tells whether somebody has read a chat. */
export interface ChatReadState {
  /** The reader's own uid. */
  readonly uid: string;
  /** How far they have read; undefined where they never have. */
  readonly read: { readonly timestamp: number } | undefined;
  /** Whom they block: what those say waits for nobody. */
  readonly blocked: ReadonlySet<string>;
}

/** What of a chat tells whether it was read. */
interface ReadableChat {
  readonly lastMessage: { readonly authorKey: string; readonly timestamp: number } | null;
  /** When each has said something last. */
  readonly saidAt?: Readonly<Record<string, number>> | undefined;
}

/** Whether somebody else has said something later than what the reader has seen, whoever has spoken since. */
export const isChatUnread = ({ lastMessage, saidAt }: ReadableChat, { uid, read, blocked }: ChatReadState): boolean =>
  Object.entries({ ...saidAt, ...(lastMessage !== null && { [lastMessage.authorKey]: lastMessage.timestamp }) }).some(
    ([author, at]) => author !== uid && !blocked.has(author) && (read === undefined || read.timestamp < at),
  );

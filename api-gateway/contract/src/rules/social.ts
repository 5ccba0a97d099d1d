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

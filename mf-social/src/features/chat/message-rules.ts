import type { ChatMessage } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';

/** Message of the current user that the gateway has not confirmed yet. */
export interface UnsentMessage {
  readonly clientKey: string;
  readonly chatKey: string;
  readonly content: string;
  /** Time at which the user wrote the message, in ms of the server's clock. */
  readonly timestamp: number;
  /**
   * `sending`: the request is running. `waiting`: the message is sent again later, at the latest when the connection is
   * back. `refused`: the gateway rejected the message.
   */
  readonly status: 'sending' | 'waiting' | 'refused';
}

/** Content of a message in the list: text, a shared restaurant or invitation, removed content or an unsent message. */
export type RowContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'restaurant'; readonly restaurantKey: string }
  | { readonly kind: 'invitation'; readonly invitationKey: string }
  | { readonly kind: 'removed'; readonly removedKind: 'restaurant' | 'invitation' | 'message' }
  | { readonly kind: 'unsent'; readonly text: string; readonly status: UnsentMessage['status'] };

/** One message of the chat, with fields that depend on the messages before and after it. */
export interface MessageRow {
  /** Key of the row in the list. It stays the same when an unsent message is confirmed. */
  readonly key: string;
  /** Key of the message in the gateway; null for an unsent message. */
  readonly messageKey: string | null;
  readonly clientKey: string | null;
  readonly authorKey: string;
  readonly isOwn: boolean;
  readonly timestamp: number;
  readonly content: RowContent;
  /**
   * Whether the text is hidden until the user taps it: the author is blocked, and the chat has more than two people.
   */
  readonly isFolded: boolean;
  /** Day in Berlin on which the message was written, `YYYY-MM-DD`. */
  readonly day: string;
  /** Same as `day` on the first message of that day, otherwise null. */
  readonly dayAbove: string | null;
  /**
   * `isFirstOfRun` and `isLastOfRun` tell whether the row is the first or the last one of consecutive messages of one
   * author on one day.
   */
  readonly isFirstOfRun: boolean;
  readonly isLastOfRun: boolean;
}

/** Messages and other data from which `buildMessageRows` builds the rows of one chat. */
export interface MessageSources {
  /** Confirmed messages, newest first, as in the collection. */
  readonly confirmedMessages: readonly ChatMessage[];
  /** Unsent messages in the order in which they were written. */
  readonly unsentMessages: readonly UnsentMessage[];
  /** Key of the account of the user who reads the chat. */
  readonly uid: string;
  readonly blocked: ReadonlySet<string>;
  readonly isGroupChat: boolean;
  /**
   * Whether the gateway has older messages that aren't loaded yet. The first row then has no day heading, because its
   * day may begin in an older message.
   */
  readonly hasOlder: boolean;
}

// Returns the content of a message. A message that only contains the word „restaurant“ is plain text. A message shares
// content only when the gateway gave it a `contentId` (S02).
const rowContentOf = ({ content, contentId, removed }: ChatMessage): RowContent => {
  if (contentId === null)
    return removed ? { kind: 'removed', removedKind: 'message' } : { kind: 'text', text: content };
  if (content === 'restaurant')
    return removed ? { kind: 'removed', removedKind: 'restaurant' } : { kind: 'restaurant', restaurantKey: contentId };
  return removed ? { kind: 'removed', removedKind: 'invitation' } : { kind: 'invitation', invitationKey: contentId };
};

const rowKeyOf = ({ key, clientKey }: ChatMessage, isOwn: boolean): string =>
  isOwn && clientKey !== null ? `own-${clientKey}` : key;

/** Returns the client keys of the current user's own messages that the gateway has confirmed. */
export const confirmedClientKeys = (confirmedMessages: readonly ChatMessage[], uid: string): ReadonlySet<string> =>
  new Set(
    confirmedMessages.flatMap(({ authorKey, clientKey }) =>
      authorKey === uid && clientKey !== null ? [clientKey] : [],
    ),
  );

/** Fields of a message's row that depend on the neighbouring messages and on the current user. */
type RowContext = Pick<MessageRow, 'isOwn' | 'isFolded' | 'day' | 'dayAbove' | 'isFirstOfRun' | 'isLastOfRun'>;

// Rows are cached by their message. When one message arrives in a chat with ten thousand messages, all other rows stay
// the same objects.
const rowByMessage = new WeakMap<ChatMessage, MessageRow>();

const hasRowContext = (
  row: MessageRow,
  { isOwn, isFolded, dayAbove, isFirstOfRun, isLastOfRun }: RowContext,
): boolean =>
  row.isOwn === isOwn &&
  row.isFolded === isFolded &&
  row.dayAbove === dayAbove &&
  row.isFirstOfRun === isFirstOfRun &&
  row.isLastOfRun === isLastOfRun;

// `confirmedRow` and `unsentRow` list all fields in the same order, because objects of the same shape need less memory
// than spread objects.
const confirmedRow = (message: ChatMessage, rowContext: RowContext): MessageRow => {
  const cachedRow = rowByMessage.get(message);
  if (cachedRow !== undefined && hasRowContext(cachedRow, rowContext)) return cachedRow;
  const { key, clientKey, authorKey, timestamp } = message;
  const { isOwn, isFolded, day, dayAbove, isFirstOfRun, isLastOfRun } = rowContext;
  const row: MessageRow = {
    key: rowKeyOf(message, isOwn),
    messageKey: key,
    clientKey,
    authorKey,
    isOwn,
    timestamp,
    content: cachedRow?.content ?? rowContentOf(message),
    isFolded,
    day,
    dayAbove,
    isFirstOfRun,
    isLastOfRun,
  };
  rowByMessage.set(message, row);
  return row;
};

const unsentRow = (
  { clientKey, content, timestamp, status }: UnsentMessage,
  uid: string,
  surroundings: RowContext,
): MessageRow => ({
  ...surroundings,
  key: `own-${clientKey}`,
  messageKey: null,
  clientKey,
  authorKey: uid,
  timestamp,
  content: { kind: 'unsent', text: content, status },
});

/** Message together with its day, before it is compared with its neighbours. */
interface RowSource {
  readonly authorKey: string;
  readonly day: string;
  toRow(rowContext: RowContext): MessageRow;
}

const rowSourcesOf = ({ confirmedMessages, unsentMessages, uid }: MessageSources): readonly RowSource[] => {
  const ownConfirmedClientKeys = confirmedClientKeys(confirmedMessages, uid);
  let day = '';
  // All messages of one day share one string, which saves memory.
  const groupedDayOf = (timestamp: number, sharedDay?: string): string => {
    const messageDay = sharedDay ?? berlinDay(timestamp);
    if (messageDay !== day) day = messageDay;
    return day;
  };
  return [
    ...[...confirmedMessages].reverse().map((message) => ({
      authorKey: message.authorKey,
      day: groupedDayOf(message.timestamp, rowByMessage.get(message)?.day),
      toRow: (surroundings: RowContext) => confirmedRow(message, surroundings),
    })),
    ...unsentMessages
      .filter(({ clientKey }) => !ownConfirmedClientKeys.has(clientKey))
      .map((message) => ({
        authorKey: uid,
        day: groupedDayOf(message.timestamp),
        toRow: (surroundings: RowContext) => unsentRow(message, uid, surroundings),
      })),
  ];
};

/**
 * Builds the rows of a chat, oldest first. Unchanged rows are the same objects as before. Unsent messages come last. An
 * unsent message that the gateway has confirmed is left out.
 */
export const buildMessageRows = (sources: MessageSources): readonly MessageRow[] => {
  const { uid, blocked, isGroupChat, hasOlder } = sources;
  const rowSources = rowSourcesOf(sources);
  const isInSameRunAsNext = (index: number): boolean =>
    rowSources[index]?.authorKey === rowSources[index + 1]?.authorKey &&
    rowSources[index]?.day === rowSources[index + 1]?.day;
  return rowSources.map(({ authorKey, day, toRow }, index) => {
    const isFirstOfDay = index === 0 ? !hasOlder : day !== rowSources[index - 1]?.day;
    return toRow({
      isOwn: authorKey === uid,
      isFolded: isGroupChat && blocked.has(authorKey),
      day,
      dayAbove: isFirstOfDay ? day : null,
      isFirstOfRun: index === 0 || !isInSameRunAsNext(index - 1),
      isLastOfRun: index === rowSources.length - 1 || !isInSameRunAsNext(index),
    });
  });
};

/**
 * Returns the newest message of another user. Messages of users whom the current user blocks don't count. Null if there
 * is none.
 */
export const newestMessageByOthers = (
  confirmedMessages: readonly ChatMessage[],
  { uid, blocked }: Pick<MessageSources, 'uid' | 'blocked'>,
): ChatMessage | null =>
  confirmedMessages.find(({ authorKey }) => authorKey !== uid && !blocked.has(authorKey)) ?? null;

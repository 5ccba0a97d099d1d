import type { ChatMessage } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';

/** A message of the reader's own that the gateway has not confirmed yet. */
export interface UnsentMessage {
  readonly clientKey: string;
  readonly chatKey: string;
  readonly content: string;
  /** When it was written, by the domain clock. */
  readonly timestamp: number;
  /** `sending`: on its way; `waiting`: goes out once the connection is back; `refused`: the gateway doesn't take it. */
  readonly status: 'sending' | 'waiting' | 'refused';
}

/** What a row of the chat shows. */
export type RowContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'restaurant'; readonly restaurantKey: string }
  | { readonly kind: 'invitation'; readonly invitationKey: string }
  | { readonly kind: 'removed'; readonly what: 'restaurant' | 'invitation' | 'message' }
  | { readonly kind: 'unsent'; readonly text: string; readonly status: UnsentMessage['status'] };

/** One message as it stands in the chat. */
export interface MessageRow {
  /** Stays the same while an unsent message becomes a confirmed one. */
  readonly key: string;
  /** Key on the wire; null for what is unsent. */
  readonly messageKey: string | null;
  readonly clientKey: string | null;
  readonly authorKey: string;
  readonly isOwn: boolean;
  readonly timestamp: number;
  readonly content: RowContent;
  /** Of somebody whom the reader blocks, in a chat of many: shown once it is tapped. */
  readonly isFolded: boolean;
  /** `YYYY-MM-DD` on which it was written, in Berlin. */
  readonly day: string;
  /** The same where that day begins above it. */
  readonly dayAbove: string | null;
  /** First and last of what one person says in a row. */
  readonly isFirstOfRun: boolean;
  readonly isLastOfRun: boolean;
}

/** What rows are made of. */
export interface MessageSources {
  /** Newest first, as the collection holds them. */
  readonly confirmed: readonly ChatMessage[];
  /** In the order in which they were written. */
  readonly unsent: readonly UnsentMessage[];
  /** The reader. */
  readonly uid: string;
  readonly blocked: ReadonlySet<string>;
  readonly isOfMany: boolean;
  /** Older ones are still to come: which day began above the first row isn't known. */
  readonly hasOlder: boolean;
}

// S02: the typed word „restaurant“ is a text; only what the gateway gave a contentId was shared.
const contentOf = ({ content, contentId, removed }: ChatMessage): RowContent => {
  if (contentId === null) return removed ? { kind: 'removed', what: 'message' } : { kind: 'text', text: content };
  if (content === 'restaurant')
    return removed ? { kind: 'removed', what: 'restaurant' } : { kind: 'restaurant', restaurantKey: contentId };
  return removed ? { kind: 'removed', what: 'invitation' } : { kind: 'invitation', invitationKey: contentId };
};

const rowKeyOf = ({ key, clientKey }: ChatMessage, isOwn: boolean): string =>
  isOwn && clientKey !== null ? `own-${clientKey}` : key;

/** The client's keys of the reader's own messages that have arrived. */
export const arrivedKeys = (confirmed: readonly ChatMessage[], uid: string): ReadonlySet<string> =>
  new Set(
    confirmed.flatMap(({ authorKey, clientKey }) => (authorKey === uid && clientKey !== null ? [clientKey] : [])),
  );

/** What of a row depends on more than its message. */
type Surroundings = Pick<MessageRow, 'isOwn' | 'isFolded' | 'day' | 'dayAbove' | 'isFirstOfRun' | 'isLastOfRun'>;

// Of ten thousand messages one is new: the others stay the same objects, which nobody holds twice then.
const knownRows = new WeakMap<ChatMessage, MessageRow>();

const isSameIn = (row: MessageRow, { isOwn, isFolded, dayAbove, isFirstOfRun, isLastOfRun }: Surroundings): boolean =>
  row.isOwn === isOwn &&
  row.isFolded === isFolded &&
  row.dayAbove === dayAbove &&
  row.isFirstOfRun === isFirstOfRun &&
  row.isLastOfRun === isLastOfRun;

// Both name each field: an object that is spread into another needs more memory.
const confirmedRow = (message: ChatMessage, around: Surroundings): MessageRow => {
  const known = knownRows.get(message);
  if (known !== undefined && isSameIn(known, around)) return known;
  const { key, clientKey, authorKey, timestamp } = message;
  const { isOwn, isFolded, day, dayAbove, isFirstOfRun, isLastOfRun } = around;
  const row: MessageRow = {
    key: rowKeyOf(message, isOwn),
    messageKey: key,
    clientKey,
    authorKey,
    isOwn,
    timestamp,
    content: known?.content ?? contentOf(message),
    isFolded,
    day,
    dayAbove,
    isFirstOfRun,
    isLastOfRun,
  };
  knownRows.set(message, row);
  return row;
};

const unsentRow = (
  { clientKey, content, timestamp, status }: UnsentMessage,
  uid: string,
  around: Surroundings,
): MessageRow => ({
  ...around,
  key: `own-${clientKey}`,
  messageKey: null,
  clientKey,
  authorKey: uid,
  timestamp,
  content: { kind: 'unsent', text: content, status },
});

/** One message on its way to become a row. */
interface Line {
  readonly authorKey: string;
  readonly day: string;
  rowIn(around: Surroundings): MessageRow;
}

const linesOf = ({ confirmed, unsent, uid }: MessageSources): readonly Line[] => {
  const arrived = arrivedKeys(confirmed, uid);
  let day = '';
  // Those of one day share its name.
  const dayOf = (timestamp: number, known?: string): string => {
    const next = known ?? berlinDay(timestamp);
    if (next !== day) day = next;
    return day;
  };
  return [
    ...[...confirmed].reverse().map((message) => ({
      authorKey: message.authorKey,
      day: dayOf(message.timestamp, knownRows.get(message)?.day),
      rowIn: (around: Surroundings) => confirmedRow(message, around),
    })),
    ...unsent
      .filter(({ clientKey }) => !arrived.has(clientKey))
      .map((message) => ({
        authorKey: uid,
        day: dayOf(message.timestamp),
        rowIn: (around: Surroundings) => unsentRow(message, uid, around),
      })),
  ];
};

/**
 * The rows of a chat, the oldest first; those that haven't changed are the same objects. What is unsent stands last,
 * and goes once it is among the confirmed ones.
 */
export const messageRows = (sources: MessageSources): readonly MessageRow[] => {
  const { uid, blocked, isOfMany, hasOlder } = sources;
  const lines = linesOf(sources);
  const goesOn = (at: number): boolean =>
    lines[at]?.authorKey === lines[at + 1]?.authorKey && lines[at]?.day === lines[at + 1]?.day;
  return lines.map(({ authorKey, day, rowIn }, at) => {
    const beginsDay = at === 0 ? !hasOlder : day !== lines[at - 1]?.day;
    return rowIn({
      isOwn: authorKey === uid,
      isFolded: isOfMany && blocked.has(authorKey),
      day,
      dayAbove: beginsDay ? day : null,
      isFirstOfRun: at === 0 || !goesOn(at - 1),
      isLastOfRun: at === lines.length - 1 || !goesOn(at),
    });
  });
};

/** The newest message of somebody else whom the reader doesn't block; null where nobody else has said anything. */
export const newestForeign = (
  confirmed: readonly ChatMessage[],
  { uid, blocked }: Pick<MessageSources, 'uid' | 'blocked'>,
): ChatMessage | null => confirmed.find(({ authorKey }) => authorKey !== uid && !blocked.has(authorKey)) ?? null;

/** A part of a message: words, or an address that leads out of the app. */
export interface TextPart {
  readonly text: string;
  readonly href: string | null;
}

const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"]+/giu;

const AFTER_ADDRESS = /[.,;:!?'“”’»)\]]$/u;

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

/** An address without the signs that end the sentence around it; a bracket that it opens itself belongs to it. */
const withoutEnd = (found: string): string => {
  const sign = AFTER_ADDRESS.exec(found)?.[0];
  if (sign === undefined) return found;
  const opening = OPENING[sign];
  return opening !== undefined && countOf(found, sign) <= countOf(found, opening)
    ? found
    : withoutEnd(found.slice(0, -1));
};

/**
 * The address behind what looks like one, as the browser would open it; null where it would deceive: a name in front of
 * the host hides the host.
 */
const addressOf = (written: string): URL | null => {
  const whole = /^www\./iu.test(written) ? `https://${written}` : written;
  const address = URL.canParse(whole) ? new URL(whole) : null;
  return address === null || address.username !== '' || address.password !== '' || !address.hostname.includes('.')
    ? null
    : address;
};

/** The host and port as they are written: all between `//` and what ends them for a browser. */
const writtenHost = (written: string): string =>
  /^(?:https?:\/\/)?([^/?#\\]*)/iu.exec(written)?.[1]?.toLowerCase() ?? '';

/** What a link says: what was written, or, where its host only looks like another one, the address as it is. */
const labelOf = (written: string, { hostname, port, href }: URL): string => {
  const host = writtenHost(written);
  return host === hostname || (host.replace(/:\d*$/u, '') === hostname && (port === '' || host.endsWith(`:${port}`)))
    ? written
    : href;
};

/** The parts of a text. Links say where they lead. */
export const textParts = (text: string): readonly TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const written = withoutEnd(found);
    const address = addressOf(written);
    if (address === null) continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: labelOf(written, address), href: address.href });
    end = index + written.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
};

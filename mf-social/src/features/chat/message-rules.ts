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
  | { readonly kind: 'removed'; readonly what: 'restaurant' | 'invitation' }
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
  /** `YYYY-MM-DD` where a day begins above it. */
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

type Draft = Omit<MessageRow, 'dayAbove' | 'isFirstOfRun' | 'isLastOfRun'>;

// S02: the typed word „restaurant“ is a text; only what the gateway gave a contentId was shared.
const contentOf = ({ content, contentId, removed }: ChatMessage): RowContent => {
  if (contentId === null) return { kind: 'text', text: content };
  if (content === 'restaurant') return removed ? { kind: 'removed', what: 'restaurant' } : { kind: 'restaurant', restaurantKey: contentId };
  return removed ? { kind: 'removed', what: 'invitation' } : { kind: 'invitation', invitationKey: contentId };
};

const rowKeyOf = ({ key, clientKey }: ChatMessage, isOwn: boolean): string => (isOwn && clientKey !== null ? `own-${clientKey}` : key);

const confirmedDraft = (message: ChatMessage, { uid, blocked, isOfMany }: MessageSources): Draft => {
  const isOwn = message.authorKey === uid;
  return {
    key: rowKeyOf(message, isOwn), messageKey: message.key, clientKey: message.clientKey, authorKey: message.authorKey, isOwn, timestamp: message.timestamp,
    content: contentOf(message), isFolded: isOfMany && blocked.has(message.authorKey),
  };
};

const unsentDraft = ({ clientKey, content, timestamp, status }: UnsentMessage, uid: string): Draft => ({
  key: `own-${clientKey}`, messageKey: null, clientKey, authorKey: uid, isOwn: true, timestamp, content: { kind: 'unsent', text: content, status }, isFolded: false,
});

/** The client's keys of the reader's own messages that have arrived. */
export const arrivedKeys = (confirmed: readonly ChatMessage[], uid: string): ReadonlySet<string> =>
  new Set(confirmed.flatMap(({ authorKey, clientKey }) => (authorKey === uid && clientKey !== null ? [clientKey] : [])));

// Of ten thousand messages one is new.
const knownDays = new WeakMap<ChatMessage, string>();

const dayOf = (message: ChatMessage): string => {
  const day = knownDays.get(message) ?? berlinDay(message.timestamp);
  knownDays.set(message, day);
  return day;
};

const knownRows = new WeakMap<ChatMessage, MessageRow>();

const isSameContent = (one: RowContent, other: RowContent): boolean => JSON.stringify(one) === JSON.stringify(other);

const isSameRow = (one: MessageRow, other: MessageRow): boolean =>
  one.key === other.key && one.isOwn === other.isOwn && one.isFolded === other.isFolded && one.dayAbove === other.dayAbove
  && one.isFirstOfRun === other.isFirstOfRun && one.isLastOfRun === other.isLastOfRun && isSameContent(one.content, other.content);

/** The row that was made of this message before, where it says the same: only what has changed is drawn anew. */
const reusedRow = (message: ChatMessage | undefined, row: MessageRow): MessageRow => {
  if (message === undefined) return row;
  const known = knownRows.get(message);
  if (known !== undefined && isSameRow(known, row)) return known;
  knownRows.set(message, row);
  return row;
};

/** The rows of a chat, the oldest first. What is unsent stands last, and goes once it is among the confirmed ones. A row that says what it said before is the same object. */
export const messageRows = (sources: MessageSources): readonly MessageRow[] => {
  const { confirmed, unsent, uid, hasOlder } = sources;
  const arrived = arrivedKeys(confirmed, uid);
  const waiting = unsent.filter(({ clientKey }) => !arrived.has(clientKey));
  const drafts = [...confirmed.map((message) => confirmedDraft(message, sources)).reverse(), ...waiting.map((message) => unsentDraft(message, uid))];
  const days = [...confirmed.map(dayOf).reverse(), ...waiting.map(({ timestamp }) => berlinDay(timestamp))];
  const beginsDay = (at: number): boolean => (at === 0 ? !hasOlder : days[at] !== days[at - 1]);
  const goesOn = (at: number): boolean => drafts[at]?.authorKey === drafts[at + 1]?.authorKey && days[at] === days[at + 1];
  return drafts.map((draft, at) => reusedRow(confirmed[confirmed.length - 1 - at], {
    ...draft,
    dayAbove: beginsDay(at) ? days[at] ?? null : null,
    isFirstOfRun: at === 0 || !goesOn(at - 1),
    isLastOfRun: at === drafts.length - 1 || !goesOn(at),
  }));
};

/** The newest message of somebody else whom the reader doesn't block; null where nobody else has said anything. */
export const newestForeign = (confirmed: readonly ChatMessage[], { uid, blocked }: Pick<MessageSources, 'uid' | 'blocked'>): ChatMessage | null =>
  confirmed.find(({ authorKey }) => authorKey !== uid && !blocked.has(authorKey)) ?? null;

/** A part of a message: words, or an address that leads out of the app. */
export interface TextPart {
  readonly text: string;
  readonly href: string | null;
}

const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"]+/giu;

const AFTER_ADDRESS = /[.,;:!?'“”’»)\]]+$/u;

/** The address behind what looks like one, as the browser would open it; null where it would deceive: a name in front of the host hides the host. */
const addressOf = (written: string): URL | null => {
  const whole = /^www\./iu.test(written) ? `https://${written}` : written;
  const address = URL.canParse(whole) ? new URL(whole) : null;
  return address === null || address.username !== '' || address.password !== '' || !address.hostname.includes('.') ? null : address;
};

/** What a link says: what was written, or, where its host only looks like another one, the host as it is. */
const labelOf = (written: string, { hostname, href }: URL): string => (written.toLowerCase().includes(hostname) ? written : href);

/** The parts of a text. Links say where they lead. */
export const textParts = (text: string): readonly TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const written = found.replace(AFTER_ADDRESS, '');
    const address = addressOf(written);
    if (address === null) continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: labelOf(written, address), href: address.href });
    end = index + written.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
};

import type { Chat, Person } from '@mahlzeit/contract';
import { addDays, berlinDay } from '@mahlzeit/contract/rules';
import { formatDay, formatTime } from '@mahlzeit/shared-ui/platform';
import { text } from './chat-texts';

/** Participant of a chat. For a deleted account the name is „Gelöschtes Konto“. */
export interface ChatPerson {
  readonly key: string;
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly isGone: boolean;
}

/**
 * Fields of a chat that describe its participants. A deleted account is in `participantKeys`, but not in
 * `participants`.
 */
interface ChatParticipants {
  readonly participantKeys: readonly string[];
  readonly participants: readonly Person[];
}

const personOf = (key: string, peopleByKey: ReadonlyMap<string, Person>): ChatPerson => {
  const person = peopleByKey.get(key);
  return person === undefined
    ? { key, name: text('DeletedUser'), pictureUrl: null, isGone: true }
    : { key, name: person.displayName, pictureUrl: person.photoURL, isGone: false };
};

/** Returns all participants except the reader, deleted accounts last. */
export const otherParticipantsOf = (
  { participantKeys, participants }: ChatParticipants,
  uid: string,
): readonly ChatPerson[] => {
  const peopleByKey = new Map(participants.map((person) => [person.key, person]));
  const keys = [...new Set([...participants.map(({ key }) => key), ...participantKeys])].filter((key) => key !== uid);
  const people = keys.map((key) => personOf(key, peopleByKey));
  return [...people.filter(({ isGone }) => !isGone), ...people.filter(({ isGone }) => isGone)];
};

/** Returns the author of a message, also when the author has left the chat. */
export const authorIn = (people: readonly ChatPerson[], key: string): ChatPerson =>
  people.find((person) => person.key === key) ?? personOf(key, new Map());

/**
 * Returns the title of a chat: the name of the first participant, with the number of further participants apart from
 * the reader (S01).
 */
export const chatTitle = (otherPeople: readonly ChatPerson[]): string => {
  const name = otherPeople[0]?.name ?? text('DeletedUser');
  return otherPeople.length > 1 ? text('NameAndMore', { name, count: otherPeople.length - 1 }) : name;
};

/** Returns the first word of a participant's name. */
export const firstName = ({ name, isGone }: ChatPerson): string =>
  isGone ? name : (name.trim().split(/\s+/u)[0] ?? name);

let nameListFormat: Intl.ListFormat | undefined;

/**
 * Lists the first names of all participants except the reader and the person in the title: „mit Friederike und Tobias“.
 * Undefined in a chat of two people.
 */
export const chatSubtitle = (otherPeople: readonly ChatPerson[]): string | undefined =>
  otherPeople.length < 2
    ? undefined
    : text('WithPeople', {
        names: (nameListFormat ??= new Intl.ListFormat('de')).format(otherPeople.slice(1).map(firstName)),
      });

/** Text about a chat's newest message, shown in the inbox. */
interface ChatPreview {
  readonly text: string;
  /** Kind of the shared content; null for a text message. */
  readonly sharedKind: 'restaurant' | 'invitation' | 'goneInvitation' | null;
}

/** Reader's own key, with the keys of the users whom the reader blocks. */
interface ReaderContext {
  readonly uid: string;
  readonly blocked: ReadonlySet<string>;
}

/** Returns the placeholder text for shared content or a message that was deleted. */
export const removedLabel = (removedKind: 'restaurant' | 'invitation' | 'message'): string => {
  if (removedKind === 'message') return text('MessageRemoved');
  return text(removedKind === 'invitation' ? 'SharedInvitationRemoved' : 'SharedRestaurantRemoved');
};

const sharedContentKind = ({
  content,
  contentId,
}: NonNullable<Chat['lastMessage']>): 'restaurant' | 'invitation' | null => {
  if (contentId === null) return null;
  return content === 'restaurant' ? 'restaurant' : 'invitation';
};

/** Describes the newest message in one line. The text of a blocked user is hidden in the inbox, just as in the chat. */
export const previewOf = (
  { lastMessage }: Pick<Chat, 'lastMessage'>,
  otherPeople: readonly ChatPerson[],
  { uid, blocked }: ReaderContext,
): ChatPreview => {
  if (lastMessage === null) return { text: text('NothingSaidYet'), sharedKind: null };
  const { authorKey, content, contentId, removed = false } = lastMessage;
  if (otherPeople.length > 1 && blocked.has(authorKey)) return { text: text('HiddenMessage'), sharedKind: null };
  // Nobody can send an empty message. An empty text therefore means that the text was removed.
  if (content === '' && contentId === null) return { text: removedLabel('message'), sharedKind: null };
  const sharedKind = sharedContentKind(lastMessage);
  if (removed && sharedKind === 'invitation') return { text: removedLabel('invitation'), sharedKind: 'goneInvitation' };
  const previewText =
    sharedKind === null ? content : text(sharedKind === 'restaurant' ? 'SharedRestaurant' : 'SharedInvitation');
  if (authorKey === uid) return { text: text('AuthorSays', { name: text('You'), text: previewText }), sharedKind };
  return {
    text:
      otherPeople.length > 1
        ? text('AuthorSays', { name: firstName(authorIn(otherPeople, authorKey)), text: previewText })
        : previewText,
    sharedKind,
  };
};

const utcOptions = { timeZone: 'UTC' } as const;
const dateFormats = {
  weekday: new Intl.DateTimeFormat('de-DE', { ...utcOptions, weekday: 'short' }),
  dayOfYear: new Intl.DateTimeFormat('de-DE', { ...utcOptions, day: 'numeric', month: 'short' }),
  date: new Intl.DateTimeFormat('de-DE', { ...utcOptions, day: '2-digit', month: '2-digit', year: '2-digit' }),
};

/**
 * Formats the time at which a chat was last used, as short as possible: `11:48`, `Gestern`, `Mo.`, `5. Okt.`,
 * `05.10.25`.
 */
export const formatLastUse = (ms: number, now: number): string => {
  const [day, today] = [berlinDay(ms), berlinDay(now)];
  if (day >= today) return formatTime(ms);
  if (day === addDays(today, -1)) return text('Yesterday');
  const date = new Date(`${day}T00:00:00Z`);
  if (day > addDays(today, -7)) return `${dateFormats.weekday.format(date)}.`;
  return (day.slice(0, 4) === today.slice(0, 4) ? dateFormats.dayOfYear : dateFormats.date).format(date);
};

/**
 * Formats the day above its messages: `Heute`, `Gestern`, `Mi. 14. Oktober`; with the year when it is not the current
 * one.
 */
export const dayLabel = (day: string, now: number): string => {
  const today = berlinDay(now);
  if (day === today) return text('Today');
  if (day === addDays(today, -1)) return text('Yesterday');
  return day.slice(0, 4) === today.slice(0, 4) ? formatDay(day) : `${formatDay(day)} ${day.slice(0, 4)}`;
};

/** Formats the time of a message: today the time alone, else day and time (T16, S2§2). */
export const messageTime = (ms: number, now: number): string => {
  const [day, time] = [berlinDay(ms), formatTime(ms)];
  return day === berlinDay(now) ? time : text('DayAndTime', { day: dayLabel(day, now), time });
};

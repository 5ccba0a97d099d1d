import type { Chat, Person } from '@mahlzeit/contract';
import { addDays, berlinDay, DELETED_PERSON } from '@mahlzeit/contract/rules';
import { formatDay, formatTime } from '@mahlzeit/shared-ui/platform';
import { text } from './chat-texts';

/** Participant of a chat. The name of a deleted account is „Gelöschtes Konto“. */
export interface ChatPerson {
  readonly key: string;
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly isGone: boolean;
}

/**
 * Fields of a chat that describe its participants. The key of a deleted account is in `participantKeys`, but the
 * account isn't in `participants`.
 */
interface ChatParticipants {
  readonly participantKeys: readonly string[];
  readonly participants: readonly Person[];
}

const personOf = (key: string, peopleByKey: ReadonlyMap<string, Person>): ChatPerson => {
  const person = peopleByKey.get(key);
  return person === undefined
    ? { key, name: DELETED_PERSON, pictureUrl: null, isGone: true }
    : { key, name: person.displayName, pictureUrl: person.photoURL, isGone: false };
};

/** Returns all participants except the current user, deleted accounts last. */
export const otherParticipantsOf = (
  { participantKeys, participants }: ChatParticipants,
  uid: string,
): readonly ChatPerson[] => {
  const peopleByKey = new Map(participants.map((person) => [person.key, person]));
  const otherKeys = [...new Set([...participants.map(({ key }) => key), ...participantKeys])].filter(
    (key) => key !== uid,
  );
  const otherPeople = otherKeys.map((key) => personOf(key, peopleByKey));
  return [...otherPeople.filter(({ isGone }) => !isGone), ...otherPeople.filter(({ isGone }) => isGone)];
};

/** Returns the people who have left a meetup's own chat, apart from the current user. */
export const formerPeopleOf = (formerParticipants: readonly Person[], uid: string): readonly ChatPerson[] =>
  formerParticipants
    .filter(({ key }) => key !== uid)
    .map(({ key, displayName, photoURL }) => ({ key, name: displayName, pictureUrl: photoURL, isGone: false }));

/** Returns the author of a message, who is one of the people of the chat or of those who have left it. */
export const authorAmong = (authors: readonly ChatPerson[], key: string): ChatPerson =>
  authors.find((person) => person.key === key) ?? personOf(key, new Map());

/**
 * Returns the title of a chat: the name of the first participant, with the number of further participants apart from
 * the current user (S01). If all others have left the chat of a meetup, its title is „Nur du“ (only you).
 */
export const chatTitleOf = (otherPeople: readonly ChatPerson[]): string => {
  const name = otherPeople[0]?.name ?? text('OnlyYou');
  return otherPeople.length > 1 ? text('NameAndMore', { name, count: otherPeople.length - 1 }) : name;
};

/** Returns the first word of a participant's name; for a deleted account the whole placeholder. */
export const firstNameOf = ({ name, isGone }: ChatPerson): string =>
  isGone ? name : (name.trim().split(/\s+/u)[0] ?? name);

let nameListFormat: Intl.ListFormat | undefined;

/**
 * Lists the first names of all participants except the current user and the person in the title: „mit Friederike und
 * Tobias“. Undefined in a chat of two people.
 */
export const chatSubtitleOf = (otherPeople: readonly ChatPerson[]): string | undefined =>
  otherPeople.length < 2
    ? undefined
    : text('WithPeople', {
        names: (nameListFormat ??= new Intl.ListFormat('de')).format(otherPeople.slice(1).map(firstNameOf)),
      });

/** Short text about a chat's newest message, which the inbox shows. */
interface ChatPreview {
  readonly text: string;
  /** Kind of the content that the newest message shares; null for a text message. */
  readonly sharedKind: 'restaurant' | 'invitation' | 'goneInvitation' | null;
}

/** Key of the current user, who reads the chat, and the keys of the users whom the current user blocks. */
export interface ReaderContext {
  readonly uid: string;
  readonly blocked: ReadonlySet<string>;
}

/** Returns the placeholder text for shared content or a message that was deleted. */
export const removedContentLabel = (removedContentKind: 'restaurant' | 'invitation' | 'message'): string => {
  if (removedContentKind === 'message') return text('MessageRemoved');
  return text(removedContentKind === 'invitation' ? 'SharedInvitationRemoved' : 'SharedRestaurantRemoved');
};

const sharedContentKind = ({
  content,
  contentId,
}: NonNullable<Chat['lastMessage']>): 'restaurant' | 'invitation' | null => {
  if (contentId === null) return null;
  return content === 'restaurant' ? 'restaurant' : 'invitation';
};

interface PreviewContext extends ReaderContext {
  /**
   * Restaurant and day of the invitation that the newest message shares; null while they are unknown, and for all other
   * messages.
   */
  readonly sharedMeetup?: string | null;
}

const sharedContentLabel = (sharedKind: 'restaurant' | 'invitation'): string =>
  text(sharedKind === 'restaurant' ? 'SharedRestaurant' : 'SharedInvitation');

/**
 * Describes a chat's newest message in one line. The text of a blocked user is hidden, as in the chat itself. `authors`
 * are all other people of the chat, and those who have left it.
 */
export const chatPreviewOf = (
  { lastMessage }: Pick<Chat, 'lastMessage'>,
  authors: readonly ChatPerson[],
  { uid, blocked, sharedMeetup = null }: PreviewContext,
): ChatPreview => {
  if (lastMessage === null) return { text: text('NothingSaidYet'), sharedKind: null };
  const { authorKey, content, contentId, removed = false } = lastMessage;
  if (authors.length > 1 && blocked.has(authorKey)) return { text: text('HiddenMessage'), sharedKind: null };
  // An empty text means that the text was removed, because nobody can send an empty message.
  if (content === '' && contentId === null) return { text: removedContentLabel('message'), sharedKind: null };
  const sharedKind = sharedContentKind(lastMessage);
  if (removed && sharedKind === 'invitation')
    return { text: removedContentLabel('invitation'), sharedKind: 'goneInvitation' };
  if (sharedKind === 'invitation' && sharedMeetup !== null)
    return { text: text(authorKey === uid ? 'OwnInvitationTo' : 'InvitationTo', { meetup: sharedMeetup }), sharedKind };
  const previewText = sharedKind === null ? content : sharedContentLabel(sharedKind);
  if (authorKey === uid) return { text: text('AuthorSays', { name: text('You'), text: previewText }), sharedKind };
  return {
    text:
      authors.length > 1
        ? text('AuthorSays', { name: firstNameOf(authorAmong(authors, authorKey)), text: previewText })
        : previewText,
    sharedKind,
  };
};

const UTC_FORMAT_OPTIONS = { timeZone: 'UTC' } as const;
const dateFormatByStyle = {
  weekday: new Intl.DateTimeFormat('de-DE', { ...UTC_FORMAT_OPTIONS, weekday: 'short' }),
  dayOfYear: new Intl.DateTimeFormat('de-DE', { ...UTC_FORMAT_OPTIONS, day: 'numeric', month: 'short' }),
  date: new Intl.DateTimeFormat('de-DE', { ...UTC_FORMAT_OPTIONS, day: '2-digit', month: '2-digit', year: '2-digit' }),
};

/**
 * Formats the time at which a chat was last used, as short as possible: `11:48`, `Gestern`, `Mo.`, `5. Okt.`,
 * `05.10.25`.
 */
export const formatLastUse = (instantMs: number, now: number): string => {
  const [dayOfInstant, today] = [berlinDay(instantMs), berlinDay(now)];
  if (dayOfInstant >= today) return formatTime(instantMs);
  if (dayOfInstant === addDays(today, -1)) return text('Yesterday');
  const utcDate = new Date(`${dayOfInstant}T00:00:00Z`);
  if (dayOfInstant > addDays(today, -7)) return `${dateFormatByStyle.weekday.format(utcDate)}.`;
  return (dayOfInstant.slice(0, 4) === today.slice(0, 4) ? dateFormatByStyle.dayOfYear : dateFormatByStyle.date).format(
    utcDate,
  );
};

/** Formats the day of a meetup: `Heute`, `Morgen`, `Gestern`, for the next week `Do.`, for other days `5. Okt.` */
export const meetupDayLabel = (instantMs: number, now: number): string => {
  const [day, today] = [berlinDay(instantMs), berlinDay(now)];
  if (day === today) return text('Today');
  if (day === addDays(today, 1)) return text('Tomorrow');
  if (day === addDays(today, -1)) return text('Yesterday');
  const utcDate = new Date(`${day}T00:00:00Z`);
  return day > today && day < addDays(today, 7)
    ? `${dateFormatByStyle.weekday.format(utcDate)}.`
    : dateFormatByStyle.dayOfYear.format(utcDate);
};

/**
 * Formats the day that stands above the messages of that day: `Heute`, `Gestern`, `Mi. 14. Oktober`; with the year if
 * it isn't the current one.
 */
export const relativeDayLabel = (day: string, now: number): string => {
  const today = berlinDay(now);
  if (day === today) return text('Today');
  if (day === addDays(today, -1)) return text('Yesterday');
  return day.slice(0, 4) === today.slice(0, 4) ? formatDay(day) : `${formatDay(day)} ${day.slice(0, 4)}`;
};

/** Formats the time of a message: today the time alone, else day and time (T16, S2§2). */
export const messageTimeLabel = (instantMs: number, now: number): string => {
  const [day, timeText] = [berlinDay(instantMs), formatTime(instantMs)];
  return day === berlinDay(now) ? timeText : text('DayAndTime', { day: relativeDayLabel(day, now), time: timeText });
};

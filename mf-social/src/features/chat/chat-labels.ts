import type { Chat, Person } from '@mahlzeit/contract';
import { addDays, berlinDay } from '@mahlzeit/contract/rules';
import { formatDay, formatTime } from '@mahlzeit/shared-ui/platform';
import { text } from './chat-texts';

/** Somebody in a chat as they are shown; one whose account is gone has no name of their own. */
export interface ChatPerson {
  readonly key: string;
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly isGone: boolean;
}

/** Who is in a chat. */
interface People {
  readonly participantKeys: readonly string[];
  readonly participants: readonly Person[];
}

const personOf = (key: string, known: ReadonlyMap<string, Person>): ChatPerson => {
  const person = known.get(key);
  return person === undefined
    ? { key, name: text('DeletedUser'), pictureUrl: null, isGone: true }
    : { key, name: person.displayName, pictureUrl: person.photoURL, isGone: false };
};

/** Everybody but the reader; deleted accounts last. */
export const othersIn = ({ participantKeys, participants }: People, uid: string): readonly ChatPerson[] => {
  const known = new Map(participants.map((person) => [person.key, person]));
  const keys = [...new Set([...participants.map(({ key }) => key), ...participantKeys])].filter((key) => key !== uid);
  const people = keys.map((key) => personOf(key, known));
  return [...people.filter(({ isGone }) => !isGone), ...people.filter(({ isGone }) => isGone)];
};

/** Whoever wrote a message, also where they are no longer among the participants. */
export const authorIn = (people: readonly ChatPerson[], key: string): ChatPerson =>
  people.find((person) => person.key === key) ?? personOf(key, new Map());

/** S01: the first one's name, and how many more there are beside the reader. */
export const chatTitle = (others: readonly ChatPerson[]): string => {
  const name = others[0]?.name ?? text('DeletedUser');
  return others.length > 1 ? text('NameAndMore', { name, count: others.length - 1 }) : name;
};

/** What somebody is called among friends. */
export const firstName = ({ name, isGone }: ChatPerson): string =>
  isGone ? name : (name.trim().split(/\s+/u)[0] ?? name);

let names: Intl.ListFormat | undefined;

/** The others by their first names: „mit Friederike und Tobias“; undefined in a chat of two. */
export const chatSubtitle = (others: readonly ChatPerson[]): string | undefined =>
  others.length < 2
    ? undefined
    : text('WithPeople', { names: (names ??= new Intl.ListFormat('de')).format(others.slice(1).map(firstName)) });

/** What the inbox says of a chat's newest message. */
interface Preview {
  readonly text: string;
  /** What was shared, or that it is gone; null for words. */
  readonly shared: 'restaurant' | 'invitation' | 'goneInvitation' | null;
}

/** Who reads, and whom they block. */
interface Reader {
  readonly uid: string;
  readonly blocked: ReadonlySet<string>;
}

/** What is said in place of what is no longer there. */
export const removedLabel = (what: 'restaurant' | 'invitation' | 'message'): string => {
  if (what === 'message') return text('MessageRemoved');
  return text(what === 'invitation' ? 'SharedInvitationRemoved' : 'SharedRestaurantRemoved');
};

const sharedIn = ({ content, contentId }: NonNullable<Chat['lastMessage']>): 'restaurant' | 'invitation' | null => {
  if (contentId === null) return null;
  return content === 'restaurant' ? 'restaurant' : 'invitation';
};

/** The newest message in a line. A blocked person's words are hidden here as they are in the chat. */
export const previewOf = (
  { lastMessage }: Pick<Chat, 'lastMessage'>,
  others: readonly ChatPerson[],
  { uid, blocked }: Reader,
): Preview => {
  if (lastMessage === null) return { text: text('NothingSaidYet'), shared: null };
  const { authorKey, content, contentId, removed = false } = lastMessage;
  if (others.length > 1 && blocked.has(authorKey)) return { text: text('HiddenMessage'), shared: null };
  // Nobody can send nothing: it was taken away.
  if (content === '' && contentId === null) return { text: removedLabel('message'), shared: null };
  const shared = sharedIn(lastMessage);
  if (removed && shared === 'invitation') return { text: removedLabel('invitation'), shared: 'goneInvitation' };
  const said = shared === null ? content : text(shared === 'restaurant' ? 'SharedRestaurant' : 'SharedInvitation');
  if (authorKey === uid) return { text: text('AuthorSays', { name: text('You'), text: said }), shared };
  return {
    text: others.length > 1 ? text('AuthorSays', { name: firstName(authorIn(others, authorKey)), text: said }) : said,
    shared,
  };
};

const zone = { timeZone: 'UTC' } as const;
const formats = {
  weekday: new Intl.DateTimeFormat('de-DE', { ...zone, weekday: 'short' }),
  dayOfYear: new Intl.DateTimeFormat('de-DE', { ...zone, day: 'numeric', month: 'short' }),
  date: new Intl.DateTimeFormat('de-DE', { ...zone, day: '2-digit', month: '2-digit', year: '2-digit' }),
};

/** When a chat was last used, as short as it can be said: `11:48`, `Gestern`, `Mo.`, `5. Okt.`, `05.10.25`. */
export const recentTime = (ms: number, now: number): string => {
  const [day, today] = [berlinDay(ms), berlinDay(now)];
  if (day >= today) return formatTime(ms);
  if (day === addDays(today, -1)) return text('Yesterday');
  const date = new Date(`${day}T00:00:00Z`);
  if (day > addDays(today, -7)) return `${formats.weekday.format(date)}.`;
  return (day.slice(0, 4) === today.slice(0, 4) ? formats.dayOfYear : formats.date).format(date);
};

/** The day above its messages: `Heute`, `Gestern`, `Mi. 14. Oktober`; with its year where that is another one. */
export const dayLabel = (day: string, now: number): string => {
  const today = berlinDay(now);
  if (day === today) return text('Today');
  if (day === addDays(today, -1)) return text('Yesterday');
  return day.slice(0, 4) === today.slice(0, 4) ? formatDay(day) : `${formatDay(day)} ${day.slice(0, 4)}`;
};

/** T16, S2§2: the time alone if it is today's, else day and time. */
export const messageTime = (ms: number, now: number): string => {
  const [day, time] = [berlinDay(ms), formatTime(ms)];
  return day === berlinDay(now) ? time : text('DayAndTime', { day: dayLabel(day, now), time });
};

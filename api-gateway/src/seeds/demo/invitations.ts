import type { Day } from '@mahlzeit/contract';
import { addDays, berlinDay, earliestMeetup, instantOf } from '@mahlzeit/contract/rules';
import { stableKey } from '../../modules/discovery';
import type { InvitationDraft } from '../../modules/invitations';
import { invariant } from '../../platform';
import { DEMO_SEED_NAME } from './menu';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const ANNA = 'demo-anna-lindqvist';
const BEN = 'demo-ben-okafor';
const AYLIN = 'demo-aylin-korkmaz';
const LASSE = 'demo-lasse-thomsen';
const INES = 'demo-ines-duarte';
const HOSTS = ['demo-carlos-medina', 'demo-elif-sommer', 'demo-goran-petrovic', 'demo-hanne-luehrs'] as const;

/** Number of past days for which a new demo has lunches. The product deletes older lunches. */
const DAYS_BACK = 6;

/** Number of days ahead; on one of them there is a lunch that Ines has cancelled. */
const DAYS_AHEAD = 3;

type GuestStatus = InvitationDraft['guests'][number]['status'];

const ANSWER_STATUSES: readonly GuestStatus[] = ['accepted', 'declined', 'accepted', 'pending'];
const PLACE_IDS = ['minze', 'pizza-pauline', 'beit-layla', 'forno-nord', 'falafelfabrik', 'damaszener-tor'] as const;

// Returns the number of days since the epoch. Everything that is chosen by this number is the same in every database.
const dayNumber = (day: Day): number => Math.floor(Date.parse(`${day}T00:00Z`) / (24 * HOUR_MS));

const pickForDay = <T>(list: readonly [T, ...T[]] | readonly T[], day: Day): T => {
  const item = list[dayNumber(day) % list.length];
  invariant(item, 'list item of day', day);
  return item;
};

const invitationKey = (day: Day, host: string): string => `demo-lunch-${day}-${host}`;

interface Lunch {
  readonly day: Day;
  readonly host: string;
  readonly time: string;
  readonly sentAt: number;
}

const lunchInvitation = (
  { day, host, time, sentAt }: Lunch,
  place: string,
  guests: readonly (readonly [uid: string, status: GuestStatus])[],
): InvitationDraft => ({
  key: invitationKey(day, host),
  owner: host,
  restaurantKey: stableKey(DEMO_SEED_NAME, place),
  date: instantOf(day, time),
  isTakeAway: dayNumber(day) % 3 === 1,
  isCanceled: false,
  guests: guests.map(([uid, status]) => ({ uid, status, orderKey: null })),
  sentAt,
});

/** Returns the key of Ben's invitation to Anna on a day. */
export const bensInvitationOn = (day: Day): string => invitationKey(day, BEN);

/** Returns today's lunches. They are at lunchtime if it is still ahead, otherwise at the earliest possible time. */
const lunchesToday = (day: Day, now: number): InvitationDraft[] => {
  const soonestMeetup = earliestMeetup(now + 45 * MINUTE_MS);
  const meetUpAt = (time: string, delayMs: number): number => Math.max(instantOf(day, time), soonestMeetup + delayMs);
  const recentlySent = { day, time: '12:30', sentAt: now - 20 * MINUTE_MS };
  return [
    {
      ...lunchInvitation({ ...recentlySent, host: BEN }, 'forno-nord', [[ANNA, 'pending']]),
      date: meetUpAt('12:30', 0),
      isTakeAway: false,
    },
    {
      ...lunchInvitation({ ...recentlySent, host: ANNA }, 'pizza-pauline', [
        [AYLIN, 'accepted'],
        [LASSE, 'pending'],
      ]),
      date: meetUpAt('13:00', 30 * MINUTE_MS),
      isTakeAway: false,
    },
  ];
};

/** Returns the lunches of a past day. */
const lunchesOn = (day: Day): InvitationDraft[] => {
  const sentAt = instantOf(day, '09:30');
  return [
    lunchInvitation({ day, host: pickForDay(HOSTS, day), time: '12:00', sentAt }, pickForDay(PLACE_IDS, day), [
      [ANNA, pickForDay(ANSWER_STATUSES, day)],
    ]),
    lunchInvitation(
      { day, host: ANNA, time: '13:15', sentAt: sentAt + 5 * MINUTE_MS },
      pickForDay(PLACE_IDS, addDays(day, 1)),
      [
        [AYLIN, 'accepted'],
        [LASSE, pickForDay(ANSWER_STATUSES, addDays(day, 1))],
      ],
    ),
  ];
};

const daysBetween = (firstDay: Day, lastDay: Day): Day[] => {
  const days: Day[] = [];
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) days.push(day);
  return days;
};

const laterDay = (a: Day, b: Day): Day => (a > b ? a : b);

/**
 * Returns the invitations of or to Anna at `now` that did not exist on the day `after`. For today there is one that
 * waits for her answer and one of her own; a later day has a cancelled one, and there are those of earlier days. null
 * for `after` returns all of them.
 */
export const demoInvitations = (now: number, after: Day | null): readonly InvitationDraft[] => {
  const today = berlinDay(now);
  const firstDay = laterDay(addDays(today, -DAYS_BACK), after === null ? '' : addDays(after, 1));
  const pastLunches = daysBetween(firstDay, addDays(today, -1)).flatMap(lunchesOn);
  const canceledLunches = daysBetween(
    laterDay(today, after === null ? '' : addDays(after, DAYS_AHEAD + 1)),
    addDays(today, DAYS_AHEAD),
  )
    .filter((day) => dayNumber(day) % DAYS_AHEAD === 0 && day > today)
    .map((day) => ({
      ...lunchInvitation({ day, host: INES, time: '12:15', sentAt: now - 3 * HOUR_MS }, 'damaszener-tor', [
        [ANNA, 'accepted'],
      ]),
      isCanceled: true,
    }));
  return [...pastLunches, ...canceledLunches, ...(after !== null && after >= today ? [] : lunchesToday(today, now))];
};

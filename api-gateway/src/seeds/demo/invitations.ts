import type { Day } from '@mahlzeit/contract';
import { addDays, berlinDay, earliestMeetupAt, instantOf } from '@mahlzeit/contract/rules';
import { stableKey } from '../../modules/discovery';
import type { InvitationDraft } from '../../modules/invitations';
import { invariant } from '../../platform';
import { DEMO_SEED_NAME } from './menu';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const ANNA_UID = 'demo-anna-lindqvist';
const BEN_UID = 'demo-ben-okafor';
const AYLIN_UID = 'demo-aylin-korkmaz';
const LASSE_UID = 'demo-lasse-thomsen';
const INES_UID = 'demo-ines-duarte';
const HOST_UIDS = ['demo-carlos-medina', 'demo-elif-sommer', 'demo-goran-petrovic', 'demo-hanne-luehrs'] as const;

/** Number of past days for which a new demo has lunch meetups. The product deletes older ones. */
const PAST_DAY_COUNT = 6;

/** Number of future days for which a new demo has lunch meetups; one of them is cancelled by its host Ines. */
const FUTURE_DAY_COUNT = 3;

type GuestStatus = InvitationDraft['guests'][number]['status'];

const ANSWER_STATUSES: readonly GuestStatus[] = ['accepted', 'declined', 'accepted', 'pending'];
const PLACE_IDS = ['minze', 'pizza-pauline', 'beit-layla', 'forno-nord', 'falafelfabrik', 'damaszener-tor'] as const;

// Returns the number of days since 1970-01-01. Everything that is chosen by this number is the same in every database.
const dayNumber = (day: Day): number => Math.floor(Date.parse(`${day}T00:00Z`) / (24 * HOUR_MS));

const pickForDay = <T>(choices: readonly [T, ...T[]] | readonly T[], day: Day): T => {
  const choice = choices[dayNumber(day) % choices.length];
  invariant(choice, 'list item of day', day);
  return choice;
};

const invitationKey = (day: Day, hostUid: string): string => `demo-lunch-${day}-${hostUid}`;

interface LunchPlan {
  readonly day: Day;
  readonly host: string;
  readonly time: string;
  readonly sentAt: number;
}

const lunchInvitation = (
  { day, host, time, sentAt }: LunchPlan,
  placeId: string,
  guests: readonly (readonly [uid: string, status: GuestStatus])[],
): InvitationDraft => ({
  key: invitationKey(day, host),
  owner: host,
  restaurantKey: stableKey(DEMO_SEED_NAME, placeId),
  date: instantOf(day, time),
  isTakeAway: dayNumber(day) % 3 === 1,
  isCanceled: false,
  guests: guests.map(([uid, status]) => ({ uid, status, orderKey: null })),
  sentAt,
});

/** Returns the key of the invitation that the demo user Ben has sent to Anna on a day. */
export const bensInvitationOn = (day: Day): string => invitationKey(day, BEN_UID);

/**
 * Returns today's lunch meetups. They are at lunchtime if it is still ahead, otherwise at the earliest possible time.
 */
const lunchesToday = (day: Day, now: number): InvitationDraft[] => {
  const soonestMeetup = earliestMeetupAt(now + 45 * MINUTE_MS);
  const meetUpTimeAt = (time: string, delayMs: number): number =>
    Math.max(instantOf(day, time), soonestMeetup + delayMs);
  const recentLunch = { day, time: '12:30', sentAt: now - 20 * MINUTE_MS };
  return [
    {
      ...lunchInvitation({ ...recentLunch, host: BEN_UID }, 'forno-nord', [[ANNA_UID, 'pending']]),
      date: meetUpTimeAt('12:30', 0),
      isTakeAway: false,
    },
    {
      ...lunchInvitation({ ...recentLunch, host: ANNA_UID }, 'pizza-pauline', [
        [AYLIN_UID, 'accepted'],
        [LASSE_UID, 'pending'],
      ]),
      date: meetUpTimeAt('13:00', 30 * MINUTE_MS),
      isTakeAway: false,
    },
  ];
};

/** Returns the lunch meetups of a past day. */
const lunchesOn = (day: Day): InvitationDraft[] => {
  const sentAt = instantOf(day, '09:30');
  return [
    lunchInvitation({ day, host: pickForDay(HOST_UIDS, day), time: '12:00', sentAt }, pickForDay(PLACE_IDS, day), [
      [ANNA_UID, pickForDay(ANSWER_STATUSES, day)],
    ]),
    lunchInvitation(
      { day, host: ANNA_UID, time: '13:15', sentAt: sentAt + 5 * MINUTE_MS },
      pickForDay(PLACE_IDS, addDays(day, 1)),
      [
        [AYLIN_UID, 'accepted'],
        [LASSE_UID, pickForDay(ANSWER_STATUSES, addDays(day, 1))],
      ],
    ),
  ];
};

const daysBetween = (firstDay: Day, lastDay: Day): Day[] => {
  const days: Day[] = [];
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) days.push(day);
  return days;
};

const laterDayOf = (firstCandidate: Day, secondCandidate: Day): Day =>
  firstCandidate > secondCandidate ? firstCandidate : secondCandidate;

/**
 * Returns the invitations from and to the demo user Anna at `now` that did not exist on the day `after`: today's
 * invitation that waits for her answer, her own invitation for today, a cancelled invitation for a later day, and the
 * invitations of earlier days. If `after` is null, all of them are returned.
 */
export const demoInvitations = (now: number, after: Day | null): readonly InvitationDraft[] => {
  const today = berlinDay(now);
  const firstDay = laterDayOf(addDays(today, -PAST_DAY_COUNT), after === null ? '' : addDays(after, 1));
  const pastLunches = daysBetween(firstDay, addDays(today, -1)).flatMap(lunchesOn);
  const canceledLunches = daysBetween(
    laterDayOf(today, after === null ? '' : addDays(after, FUTURE_DAY_COUNT + 1)),
    addDays(today, FUTURE_DAY_COUNT),
  )
    .filter((day) => dayNumber(day) % FUTURE_DAY_COUNT === 0 && day > today)
    .map((day) => ({
      ...lunchInvitation({ day, host: INES_UID, time: '12:15', sentAt: now - 3 * HOUR_MS }, 'damaszener-tor', [
        [ANNA_UID, 'accepted'],
      ]),
      isCanceled: true,
    }));
  return [...pastLunches, ...canceledLunches, ...(after !== null && after >= today ? [] : lunchesToday(today, now))];
};

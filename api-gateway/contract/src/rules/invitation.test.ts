import type { Invitation } from '../invitation';
import { aRestaurant } from '../fixtures';
import { berlinClock } from './day';
import {
  earliestMeetupAt,
  invitationStatus,
  isAnswerTooLate,
  isDeclineTooLate,
  isInvitationPast,
  latestMeetupAt,
  mayAcceptInvitation,
  mayDeclineInvitation,
  mayOrderForInvitation,
  mayRemindAttendees,
  meetupAtSameTime,
  meetupDateError,
  ownAnswer,
  placeStateAt,
  seatsLeft,
} from './invitation';
import type { AttendeeStatus } from './invitation';
import { MAX_ATTENDEES } from '../limits';

const instantOf = (iso: string): number => Date.parse(iso);
const MINUTE_MS = 60_000;
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
const NOON_MS = instantOf('2026-06-24T12:00:00+02:00');
const MEETUP_AT_MS = NOON_MS + 60 * MINUTE_MS;

const createAttendee = (uid: string, status: AttendeeStatus, hasOrdered = false): Invitation['attendees'][number] => ({
  uid,
  key: uid,
  name: uid,
  photoURL: null,
  hasOrdered,
  status,
});

type InvitationStub = Pick<Invitation, 'date' | 'status' | 'attendees' | 'order' | 'isOwn'>;

/** Returns an invitation of Anna with two guests: Ben has accepted, and Cem has not answered. */
const createInvitation = (overrides: Partial<InvitationStub> = {}): InvitationStub => ({
  date: new Date(MEETUP_AT_MS).toISOString(),
  status: 'accepted',
  isOwn: true,
  order: null,
  attendees: [createAttendee('anna', 'accepted'), createAttendee('ben', 'accepted'), createAttendee('cem', 'pending')],
  ...overrides,
});

describe('the time of a meetup', () => {
  it.each([
    ['12:00:00.000', '12:00'],
    ['12:00:00.001', '12:15'],
    ['12:14:59.999', '12:15'],
    ['12:15:00.000', '12:15'],
    ['23:46:00.000', '00:00'],
  ])('can be chosen from the next quarter of an hour on: at %s from %s', (now, expectedTime) => {
    expect(berlinClock(earliestMeetupAt(instantOf(`2026-06-24T${now}+02:00`)))).toBe(expectedTime);
  });

  it.each([
    ['over the end of summer time', '2026-10-20T12:00:00+02:00', '2026-11-03T12:00:00+01:00'],
    ['over its beginning', '2027-03-20T12:00:00+01:00', '2027-04-03T12:00:00+02:00'],
    ['where no clock changes', '2026-06-24T12:00:00+02:00', '2026-07-08T12:00:00+02:00'],
    ['over the end of a year', '2026-12-24T23:45:00+01:00', '2027-01-07T23:45:00+01:00'],
  ])('T10 is at most two weeks ahead in local time: %s', (_title, now, latestDate) => {
    expect(latestMeetupAt(instantOf(now))).toBe(instantOf(latestDate));
    expect(meetupDateError(instantOf(latestDate), instantOf(now))).toBeNull();
    expect(meetupDateError(instantOf(latestDate) + QUARTER_HOUR_MS, instantOf(now))).toBe('ErrorDateLaterTwoWeeks');
  });

  it('T10 reaches to the millisecond', () => {
    const now = instantOf('2026-10-20T12:00:30.250+02:00');
    expect(latestMeetupAt(now)).toBe(instantOf('2026-11-03T12:00:30.250+01:00'));
  });

  it('is not past', () => {
    expect([meetupDateError(NOON_MS, NOON_MS), meetupDateError(NOON_MS - 1, NOON_MS)]).toEqual([null, 'ErrorDatePast']);
    expect([
      isInvitationPast(createInvitation(), MEETUP_AT_MS),
      isInvitationPast(createInvitation(), MEETUP_AT_MS + 1),
    ]).toEqual([false, true]);
  });
});

describe('the state of a place at the time of a meetup', () => {
  const openRestaurant = aRestaurant({
    openingHours: {
      1: [],
      2: [],
      3: [{ start: '11:30', end: '14:30' }],
      4: [{ start: '22:00', end: '02:00' }],
      5: [],
      6: [],
      7: [],
    },
    openingHoursText: null,
    restTime: null,
  });
  const neverOpenRestaurant = { ...openRestaurant, openingHours: { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] } };

  it.each([
    ['open', '2026-06-24T11:30'],
    ['open', '2026-06-24T14:29'],
    ['closed', '2026-06-24T14:30'],
    ['closed', '2026-06-24T11:29'],
    ['open', '2026-06-26T01:59'],
    ['restDay', '2026-06-26T02:00'],
    ['restDay', '2026-06-23T12:00'],
  ])('is %s at %s', (expectedState, time) =>
    expect(placeStateAt(openRestaurant, instantOf(`${time}+02:00`))).toBe(expectedState),
  );

  it('is resting during a holiday closure, whatever its hours', () => {
    const restingRestaurant = {
      ...openRestaurant,
      restTime: { start: '2026-06-24', end: '2026-06-25', restTimeTypeKey: null },
    };
    expect([
      placeStateAt(restingRestaurant, NOON_MS),
      placeStateAt(restingRestaurant, instantOf('2026-07-01T12:00+02:00')),
    ]).toEqual(['resting', 'open']);
  });

  it('is unknown for a place without hours, with or without a text', () => {
    expect([
      placeStateAt(neverOpenRestaurant, NOON_MS),
      placeStateAt(aRestaurant({ ...neverOpenRestaurant, openingHoursText: 'nach Vereinbarung' }), NOON_MS),
    ]).toEqual(['unknown', 'unknown']);
  });

  it('is closed on a holiday of a dated week, and unknown beyond the week and its next opening', () => {
    const datedRestaurant = {
      ...openRestaurant,
      openingHours: neverOpenRestaurant.openingHours,
      datedWeek: { firstDay: '2026-12-23', nextOpening: instantOf('2027-01-07T11:30+01:00') },
    };
    expect(
      ['2026-12-24', '2027-01-06', '2027-01-07'].map((day) =>
        placeStateAt(datedRestaurant, instantOf(`${day}T12:00+01:00`)),
      ),
    ).toEqual(['closed', 'closed', 'unknown']);
  });
});

describe('the status of an invitation', () => {
  it.each<[Invitation['status'], boolean, AttendeeStatus[]]>([
    ['pending', false, []],
    ['pending', false, ['pending', 'declined']],
    ['accepted', false, ['accepted', 'declined']],
    ['accepted', false, ['accepted', 'pending']],
    ['declined', false, ['declined', 'declined']],
    ['canceled', true, ['accepted']],
    ['canceled', true, ['declined']],
  ])('is %s (cancelled: %s) when its guests answer %j', (status, isCanceled, guestAnswers) =>
    expect(invitationStatus({ isCanceled, guests: guestAnswers })).toBe(status),
  );
});

describe('answers', () => {
  it('belong to an attendee only', () =>
    expect([ownAnswer(createInvitation(), 'cem'), ownAnswer(createInvitation(), 'wanda')]).toEqual([
      'pending',
      undefined,
    ]));

  it('can be accepted while the own answer is open and the meetup neither past nor cancelled', () => {
    const mayAcceptWith = (overrides: Parameters<typeof createInvitation>[0], uid = 'cem', now = MEETUP_AT_MS) =>
      mayAcceptInvitation(createInvitation(overrides), uid, now);
    expect(mayAcceptWith({})).toBe(true);
    expect([
      mayAcceptWith({}, 'ben'),
      mayAcceptWith({}, 'anna'),
      mayAcceptWith({}, 'wanda'),
      mayAcceptWith({ status: 'canceled' }),
      mayAcceptWith({ status: 'declined' }),
      mayAcceptWith({}, 'cem', MEETUP_AT_MS + 1),
    ]).toEqual(Array(6).fill(false));
  });

  it('T12 can be declined until 15 minutes before the meetup', () => {
    expect([
      isAnswerTooLate(createInvitation(), MEETUP_AT_MS - QUARTER_HOUR_MS),
      isAnswerTooLate(createInvitation(), MEETUP_AT_MS - QUARTER_HOUR_MS + 1),
      isAnswerTooLate(createInvitation(), MEETUP_AT_MS + 1),
    ]).toEqual([false, true, true]);
    const mayDeclineWith = (
      overrides: Parameters<typeof createInvitation>[0],
      uid = 'ben',
      now = MEETUP_AT_MS - QUARTER_HOUR_MS,
    ) => mayDeclineInvitation(createInvitation(overrides), uid, now);
    expect([mayDeclineWith({}), mayDeclineWith({}, 'cem'), mayDeclineWith({}, 'anna')]).toEqual([true, true, true]);
    const declinedInvitation = {
      attendees: [
        createAttendee('anna', 'accepted'),
        createAttendee('ben', 'declined'),
        createAttendee('cem', 'pending'),
      ],
    };
    expect([
      mayDeclineWith({}, 'ben', MEETUP_AT_MS - QUARTER_HOUR_MS + 1),
      mayDeclineWith(declinedInvitation),
      mayDeclineWith({}, 'wanda'),
      mayDeclineWith({ status: 'canceled' }),
      mayDeclineWith({ status: 'declined' }),
      mayDeclineWith({ order: 'o1' }),
    ]).toEqual(Array(6).fill(false));
  });

  it('T12 is too late to decline from 15 minutes before the meetup until it begins', () => {
    const isTooLateWith = (overrides: Parameters<typeof createInvitation>[0], minutesLeft: number) =>
      isDeclineTooLate(createInvitation(overrides), 'ben', MEETUP_AT_MS - minutesLeft * 60_000);
    expect([isTooLateWith({}, 14), isTooLateWith({}, 0)]).toEqual([true, true]);
    expect([
      isTooLateWith({}, 15),
      isTooLateWith({}, -1),
      isTooLateWith({ order: 'o1' }, 14),
      isTooLateWith({ status: 'canceled' }, 14),
    ]).toEqual(Array(4).fill(false));
  });

  it.each([
    [0, MAX_ATTENDEES],
    [1, MAX_ATTENDEES - 1],
    [MAX_ATTENDEES, 0],
    [MAX_ATTENDEES + 2, 0],
  ])('leave seats: %d not declined leave %d', (answerCount, expectedSeats) => {
    const attendeeAnswers: AttendeeStatus[] = Array.from({ length: answerCount }, (_, index) =>
      index % 2 === 0 ? 'accepted' : 'pending',
    );
    expect([seatsLeft(attendeeAnswers), seatsLeft([...attendeeAnswers, 'declined', 'declined'])]).toEqual([
      expectedSeats,
      expectedSeats,
    ]);
  });
});

describe('the order button', () => {
  const meetupRestaurant = aRestaurant({
    hasPayment: true,
    openingHours: { 1: [], 2: [], 3: [{ start: '11:30', end: '14:30' }], 4: [], 5: [], 6: [], 7: [] },
    openingHoursText: null,
    restTime: null,
  });
  const invitationStub = createInvitation();
  const mayOrderWith = (
    overrides: Parameters<typeof createInvitation>[0] = {},
    {
      uid = 'ben',
      at: now = NOON_MS,
      where: invitedPlace = meetupRestaurant,
    }: { uid?: string; at?: number; where?: typeof meetupRestaurant } = {},
  ) => mayOrderForInvitation({ ...invitationStub, ...overrides }, { uid, place: invitedPlace, now });

  it('S08 is offered when all conditions hold, until the meetup begins', () =>
    expect([mayOrderWith(), mayOrderWith({}, { uid: 'anna' }), mayOrderWith({}, { at: MEETUP_AT_MS })]).toEqual([
      true,
      true,
      true,
    ]));

  it.each<[string, boolean]>([
    ['the meetup is past', mayOrderWith({}, { at: MEETUP_AT_MS + 1 })],
    ['the own answer is open', mayOrderWith({}, { uid: 'cem' })],
    ["the reader doesn't attend", mayOrderWith({}, { uid: 'wanda' })],
    ['nobody has accepted', mayOrderWith({ status: 'pending' })],
    ['it is off', mayOrderWith({ status: 'canceled' })],
    ["one can't pay there", mayOrderWith({}, { where: { ...meetupRestaurant, hasPayment: false } })],
    [
      'it has closed for today',
      mayOrderWith({ date: '2026-06-24T20:00:00+02:00' }, { at: instantOf('2026-06-24T14:31:00+02:00') }),
    ],
    ['the reader has ordered', mayOrderWith({ order: 'o1' })],
    ['it is tomorrow', mayOrderWith({ date: '2026-06-25T12:30:00+02:00' })],
  ])('S08 is not offered when %s', (_condition, isOffered) => expect(isOffered).toBe(false));
});

describe('the reminder', () => {
  const mayRemindWith = (
    overrides: Parameters<typeof createInvitation>[0] = {},
    { reminderSent = false, now = MEETUP_AT_MS } = {},
  ) => mayRemindAttendees(createInvitation(overrides), { uid: 'anna', reminderSent, now });

  it('S09 is offered to the owner after the first acceptance, until the meetup', () =>
    expect(mayRemindWith()).toBe(true));

  it.each<[string, boolean]>([
    ['it was sent, in whichever tab', mayRemindWith({}, { reminderSent: true })],
    ['the reader is a guest', mayRemindWith({ isOwn: false })],
    ['nobody has accepted', mayRemindWith({ status: 'pending' })],
    ['the meetup is past', mayRemindWith({}, { now: MEETUP_AT_MS + 1 })],
    [
      'who has not ordered is the owner alone',
      mayRemindWith({ attendees: [createAttendee('anna', 'accepted'), createAttendee('ben', 'accepted', true)] }),
    ],
    [
      'or somebody who has declined',
      mayRemindWith({
        attendees: [
          createAttendee('anna', 'accepted'),
          createAttendee('ben', 'accepted', true),
          createAttendee('cem', 'declined'),
        ],
      }),
    ],
  ])('S09 is not offered when %s', (_condition, isOffered) => expect(isOffered).toBe(false));
});

describe('two meetups at one time', () => {
  const createMeetup = (key: string, clockTime: string, overrides: Partial<InvitationStub> = {}) => ({
    ...createInvitation({ date: `2026-06-24T${clockTime}+02:00`, ...overrides }),
    key,
  });
  const keyAtSameTime = (
    meetups: readonly ReturnType<typeof createMeetup>[],
    uid = 'anna',
    key: string | null = null,
  ) => meetupAtSameTime(meetups, { uid, startsAt: NOON_MS, key })?.key;

  it.each<[string, string, string | undefined]>([
    ['begins with it', '12:00:00', 'other'],
    ['begins less than an hour after it', '12:59:59', 'other'],
    ['begins less than an hour before it', '11:00:01', 'other'],
    ['begins an hour after it', '13:00:00', undefined],
    ['begins an hour before it', '11:00:00', undefined],
  ])('are found when the other %s', (_condition, clockTime, expectedKey) =>
    expect(keyAtSameTime([createMeetup('other', clockTime)])).toBe(expectedKey),
  );

  it('are the nearest two, and never a meetup and itself', () => {
    const meetups = [
      createMeetup('later', '12:45:00'),
      createMeetup('itself', '12:00:00'),
      createMeetup('near', '12:15:00'),
    ];
    expect(keyAtSameTime(meetups, 'anna', 'itself')).toBe('near');
  });

  it.each<[string, string, Partial<InvitationStub>]>([
    ['has not answered the other', 'cem', {}],
    [
      'has declined the other',
      'dora',
      { attendees: [createAttendee('anna', 'accepted'), createAttendee('dora', 'declined')] },
    ],
    ["doesn't attend the other", 'wanda', {}],
    ['knows that the other is canceled', 'anna', { status: 'canceled' }],
    ['is left alone at the other', 'anna', { status: 'declined' }],
  ])('are none when the user %s', (_condition, uid, overrides) =>
    expect(keyAtSameTime([createMeetup('other', '12:00:00', overrides)], uid)).toBeUndefined(),
  );
});

import { anAttendee, anInvitation, fixtureNow } from '@mahlzeit/contract/fixtures';
import { splitByTime } from '../invitation-data';
import {
  badgeForInvitation,
  canceledLabel,
  senderLabel,
  meetupTimeTexts,
  otherAttendeesOf,
  invitedPeopleOf,
  shownStatusFor,
} from './invitation-labels';

const invitationAt = (invitationKey: string, isoDate: string) => anInvitation({ key: invitationKey, date: isoDate });
const keysOf = (keyedItems: readonly { readonly key: string }[]) => keyedItems.map(({ key }) => key);

describe('the division by time', () => {
  it('puts the next one first, and the latest of past ones', () => {
    const { upcoming, expired } = splitByTime(
      [
        invitationAt('morgen', '2026-06-25T12:00:00+02:00'),
        invitationAt('gestern', '2026-06-23T12:00:00+02:00'),
        invitationAt('gleich', '2026-06-24T12:00:00+02:00'),
        invitationAt('neulich', '2026-06-20T12:00:00+02:00'),
      ],
      fixtureNow,
    );
    expect([keysOf(upcoming), keysOf(expired)]).toEqual([
      ['gleich', 'morgen'],
      ['gestern', 'neulich'],
    ]);
  });

  it.each([
    ['2026-06-24T11:30:00+02:00', 'upcoming'],
    ['2026-06-24T11:29:59.999+02:00', 'expired'],
    ['2026-06-24T09:30:00Z', 'upcoming'],
  ] as const)('T13 counts an invitation for %s at 11:30 as %s: it expires at its date', (isoDate, expectedTab) => {
    expect(splitByTime([invitationAt('x', isoDate)], fixtureNow)[expectedTab]).toHaveLength(1);
  });

  it('does not change its input', () => {
    const invitations = Object.freeze([
      invitationAt('b', '2026-06-25T12:00:00+02:00'),
      invitationAt('a', '2026-06-24T12:00:00+02:00'),
    ]);
    expect(() => splitByTime(invitations, fixtureNow)).not.toThrow();
  });
});

describe('the labels of an invitation', () => {
  it.each([
    [{ isOwn: true, status: 'pending' }, 'pending'],
    [{ isOwn: true, status: 'accepted' }, 'accepted'],
    [{ isOwn: true, status: 'canceled' }, 'canceled'],
    [{ isOwn: false, status: 'accepted' }, 'declined'],
    [{ isOwn: false, status: 'canceled' }, 'canceled'],
  ] as const)('show a guest the own answer, the owner the guests’ answers: %j is %s', (invitation, expectedStatus) => {
    expect(
      shownStatusFor(
        anInvitation({ ...invitation, attendees: [anAttendee({ key: 'ich', status: 'declined' })] }),
        'ich',
      ),
    ).toBe(expectedStatus);
  });

  it.each([
    ['2026-06-24T12:30:00+02:00', 'Antwort offen'],
    ['2026-06-24T11:00:00+02:00', 'Ohne Antwort'],
  ])('show for an open one for %s at 11:30: %s', (isoDate, expectedLabel) => {
    expect(badgeForInvitation(invitationAt('x', isoDate), 'ich', fixtureNow).label).toBe(expectedLabel);
  });

  it('list all others, with an owner who canceled as declined', () => {
    const invitation = anInvitation({
      status: 'canceled',
      isOwn: false,
      attendees: [
        anAttendee({ key: 'tk', name: 'Tobias Krüger', status: 'accepted' }),
        anAttendee({ key: 'ich' }),
        anAttendee({ key: 'du' }),
      ],
    });
    expect(keysOf(otherAttendeesOf(invitation, 'ich'))).toEqual(['tk', 'du']);
    expect(invitedPeopleOf(invitation, invitation.attendees).map(({ answer }) => answer)).toEqual([
      'declined',
      'pending',
      'pending',
    ]);
    expect([senderLabel(invitation), canceledLabel(invitation)]).toEqual([
      'Von Tobias · Vor Ort',
      'Tobias hat das Treffen abgesagt.',
    ]);
    expect([
      senderLabel({ ...invitation, isOwn: true, isTakeAway: true }),
      canceledLabel({ ...invitation, isOwn: true }),
    ]).toEqual(['Von dir · Zum Mitnehmen', 'Du hast das Treffen abgesagt.']);
    expect(canceledLabel({ ...invitation, status: 'accepted' })).toBeNull();
  });

  it('name a deleted account', () => {
    const deletedAttendee = anAttendee({ key: 'weg', name: '' });
    const invitation = anInvitation({ isOwn: false, attendees: [deletedAttendee] });
    expect(senderLabel(invitation)).toBe('Von einem gelöschten Konto · Vor Ort');
    expect(invitedPeopleOf(invitation, [deletedAttendee]).map(({ name }) => name)).toEqual(['Gelöschtes Konto']);
  });

  it.each([
    ['2026-06-24T12:30:00+02:00', ['Heute', '12:30', '24. Juni', 'Mi. 24. Juni']],
    ['2026-06-25T00:15:00+02:00', ['Morgen', '00:15', '25. Juni', 'Do. 25. Juni']],
    ['2026-06-26T12:15:00+02:00', ['Fr.', '12:15', '26. Juni', '26. Juni']],
    ['2026-06-20T22:30:00Z', ['So.', '00:30', '21. Juni', '21. Juni']],
  ])('format %s in Berlin as %j', (isoDate, expectedTexts) => {
    const { day, time, date: shortDate, longDate } = meetupTimeTexts({ date: isoDate }, fixtureNow);
    expect([day, time, shortDate, longDate]).toEqual(expectedTexts);
  });
});

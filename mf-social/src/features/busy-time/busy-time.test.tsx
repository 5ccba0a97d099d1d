import { answerInvitation } from '@mahlzeit/contract';
import type { Attendee, Invitation } from '@mahlzeit/contract';
import { anAttendee, anInvitation, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { answer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import {
  mehmetAttendee,
  ownAttendee,
  receivedInvitation,
  renderInvitations,
} from '../../testing/fake-invitations-view';

const benAttendee = anAttendee({ key: 'ben', name: 'Ben Voss', status: 'accepted' });

/** Meetup that the user has accepted, half an hour before the meetup of the received invitation. */
const lunchWith = (others: readonly Attendee[], overrides: Partial<Invitation> = {}): Invitation =>
  anInvitation({
    key: 'essen-12',
    isOwn: false,
    status: 'accepted',
    date: '2026-06-24T12:00:00+02:00',
    attendees: [...others, ownAttendee],
    restaurantInfo: aRestaurantSummary({ key: 'sorella', name: 'Pasta Sorella' }),
    ...overrides,
  });

it.each<[string, readonly Attendee[], string]>([
  ['one person', [benAttendee], 'Um 12:00 bist du schon mit Ben bei Pasta Sorella.'],
  [
    'two people',
    [benAttendee, mehmetAttendee],
    'Um 12:00 bist du schon mit Ben und einer anderen Person bei Pasta Sorella.',
  ],
  [
    'people who have declined or deleted their account',
    [{ ...benAttendee, status: 'declined' }, anAttendee({ key: 'weg', name: '' })],
    'Um 12:00 bist du schon bei Pasta Sorella verabredet.',
  ],
])('warns of a meetup with %s at the button that accepts another one', async (_, others, warning) => {
  const { user, shell } = renderInvitations({
    invitations: [receivedInvitation, lunchWith(others)],
    answers: [
      answer(answerInvitation, {
        ...receivedInvitation,
        attendees: [mehmetAttendee, { ...ownAttendee, status: 'accepted' }],
      }),
    ],
  });
  expect(await screen.findByText(warning)).toBeInTheDocument();
  // The warning about another meetup prevents nothing, and disappears after the answer.
  await user.click(screen.getByRole('button', { name: 'Zusagen' }));
  await waitFor(() => expect(shell.requests).toContain('PATCH /api/invitations/einladung-01'));
  await waitFor(() => expect(screen.queryByText(warning)).not.toBeInTheDocument());
});

it.each<[string, Partial<Invitation>]>([
  ['is an hour away', { date: '2026-06-24T11:30:00+02:00' }],
  ['is canceled', { status: 'canceled' }],
  ['isn’t accepted yet', { attendees: [benAttendee, { ...ownAttendee, status: 'pending' }], status: 'pending' }],
])('doesn’t warn of a meetup that %s', async (_, overrides) => {
  renderInvitations({ invitations: [receivedInvitation, lunchWith([benAttendee], overrides)] });
  await screen.findAllByRole('button', { name: 'Zusagen' });
  expect(screen.queryByText(/bist du schon/)).not.toBeInTheDocument();
});

import { answerInvitation, getInvitation, getRestaurant, meTopic } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import { anAttendee, anInvitation, aRestaurant, aTag } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { InvitationCard, useForemostInvitation } from './invitation-card';

const ownAttendee = anAttendee({ key: 'uid-frieda-01', name: 'Frieda Petersen' });
const mehmetAttendee = anAttendee({ status: 'accepted' });
const invitation = anInvitation({ isOwn: false, attendees: [mehmetAttendee, ownAttendee] });

interface RenderCardOptions {
  readonly invitations?: readonly Invitation[];
  readonly answers?: readonly ScenarioAnswer[];
}

const renderInvitationCard = ({ invitations = [], answers = [] }: RenderCardOptions = {}) =>
  renderWithShell(
    <InvitationCard
      invitationKey="einladung-01"
      authorName="Mehmet"
      isForemost
      renderFallback={(invitationState, label) => (
        <p>
          {invitationState}: {label}
        </p>
      )}
    />,
    {
      session: 'verified',
      topics: { [meTopic]: { invitations } },
      answers: [
        ...answers,
        answer(
          getRestaurant,
          aRestaurant({
            key: 'elbkantine',
            tags: [
              aTag({ name: 'lunch', type: 'product', translations: { de: 'Mittagstisch' } }),
              aTag({ name: 'pizza', translations: { de: 'Pizza' } }),
            ],
          }),
        ),
      ],
    },
  );

it('shows place, cuisine, time, status, answers and actions', async () => {
  const { shell } = renderInvitationCard({ invitations: [invitation] });
  expect(await screen.findByRole('link', { name: 'Elbkantine' })).toHaveAttribute('href', '#details/elbkantine');
  for (const expectedText of [
    'Heute, 12:30',
    'Mi. 24. Juni',
    'Antwort offen',
    'Mehmet Aydın: Zugesagt',
    'Frieda Petersen: Antwort offen',
  ])
    expect(screen.getByText(expectedText)).toBeInTheDocument();
  expect(await screen.findByText('Pizza · Vor Ort')).toBeInTheDocument();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Zusagen', 'Absagen']);
  expect(shell.requests).not.toContain('GET /api/invitations/einladung-01');
});

it('shows the place’s logo, and none when the picture is missing', async () => {
  renderInvitationCard({
    invitations: [
      { ...invitation, restaurantInfo: { ...invitation.restaurantInfo, logo: { url: '/media/logo.png' } } },
    ],
  });
  await screen.findByRole('link', { name: 'Elbkantine' });
  const logoImage = (): Element | null => document.querySelector('img[src="/media/logo.png"]');
  expect(logoImage()).toHaveAttribute('alt', '');
  fireEvent.error(logoImage() ?? document.body);
  expect(logoImage()).not.toBeInTheDocument();
});

it('asks in a chat before a cancel, with Ok and Abbrechen', async () => {
  const declinedInvitation = {
    ...invitation,
    attendees: [mehmetAttendee, { ...ownAttendee, status: 'declined' as const }],
  };
  const { user, shell } = renderInvitationCard({
    invitations: [invitation],
    answers: [answer(answerInvitation, declinedInvitation)],
  });
  shell.answerNextAlert('leave');
  await user.click(await screen.findByRole('button', { name: 'Absagen' }));
  expect(await screen.findByText('Abgesagt')).toBeInTheDocument();
  expect(shell.recorded.alerts).toMatchObject([
    { title: 'Wirklich absagen?', actions: [{ label: 'Abbrechen' }, { label: 'Absagen' }] },
  ]);
});

it('keeps a newer state that arrives before the answer', async () => {
  const acceptedAttendee = { ...ownAttendee, status: 'accepted' as const };
  const { user, shell } = renderInvitationCard({
    invitations: [invitation],
    answers: [answer(answerInvitation, { ...invitation, attendees: [mehmetAttendee, acceptedAttendee] })],
  });
  const { callAny } = shell.apiClient;
  jest.spyOn(shell.apiClient, 'callAny').mockImplementation((route, ...input) => {
    const value = { ...invitation, status: 'canceled' };
    if (route.name === answerInvitation.name)
      shell.change(meTopic, { kind: 'put', collection: 'invitations', key: invitation.key, value });
    return callAny(route, ...input);
  });
  await user.click(await screen.findByRole('button', { name: 'Zusagen' }));
  await waitFor(() => expect(shell.recorded.snackbars).toHaveLength(1));
  expect(screen.getByText('Mehmet hat das Treffen abgesagt.')).toBeInTheDocument();
});

it('names the user who canceled', async () => {
  renderInvitationCard({ invitations: [{ ...invitation, status: 'canceled' }] });
  expect(await screen.findByText('Mehmet hat das Treffen abgesagt.')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('loads a past one from the gateway', async () => {
  renderInvitationCard({ answers: [answer(getInvitation, { ...invitation, date: '2026-06-20T12:30:00+02:00' })] });
  expect(await screen.findByText('Ohne Antwort')).toBeInTheDocument();
});

it.each<[string, ScenarioAnswer, string]>([
  ['isn’t the reader’s', refuse(getInvitation, 'notFound'), 'foreign: Geteiltes Treffen'],
  ['was deleted', refuse(getInvitation, 'invitationDeleted'), 'removed: Die Einladung gibt es nicht mehr.'],
  ['can’t be had', failAsUnreachable(getInvitation), 'failed: Geteiltes Treffen'],
])('S13 shows no details of one that %s', async (_, refusedAnswer, expectedText) => {
  renderInvitationCard({ answers: [refusedAnswer] });
  expect(await screen.findByText(expectedText)).toBeInTheDocument();
});

it('S13 reserves the space of a loading one', async () => {
  const { container } = renderInvitationCard({ answers: [neverRespond(getInvitation)] });
  await waitFor(() => expect(container.querySelector('[aria-busy="true"]')).not.toBeNull());
  expect(screen.getByRole('status')).toBeInTheDocument();
});

it('disappears when the gateway has deleted it', async () => {
  const { user } = renderInvitationCard({
    invitations: [invitation],
    answers: [refuse(answerInvitation, 'invitationDeleted')],
  });
  await user.click(await screen.findByRole('button', { name: 'Zusagen' }));
  expect(await screen.findByText('removed: Die Einladung gibt es nicht mehr.')).toBeInTheDocument();
});

it('emphasizes the newest open one only', async () => {
  const ForemostProbe = () => <p>vorn: {useForemostInvitation(['a', 'b', 'c', 'd'])}</p>;
  const invitations = [
    { ...invitation, key: 'a' },
    { ...invitation, key: 'b' },
    { ...invitation, key: 'c', status: 'canceled' as const },
    { ...invitation, key: 'd', date: '2026-06-20T12:30:00+02:00' },
  ];
  renderWithShell(<ForemostProbe />, { session: 'verified', topics: { [meTopic]: { invitations } } });
  expect(await screen.findByText('vorn: b')).toBeInTheDocument();
});

import { answerInvitation, getInvitation, getRestaurant, meTopic } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import { anAttendee, anInvitation, aRestaurant, aTag } from '@mahlzeit/contract/fixtures';
import { answer, hang, refuse, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { InvitationCard, useForemostInvitation } from './invitation-card';

const me = anAttendee({ key: 'uid-frieda-01', name: 'Frieda Petersen' });
const mehmet = anAttendee({ status: 'accepted' });
const asked = anInvitation({ isOwn: false, attendees: [mehmet, me] });

interface Shown {
  readonly invitations?: readonly Invitation[];
  readonly answers?: readonly ScenarioAnswer[];
}

const show = ({ invitations = [], answers = [] }: Shown = {}) =>
  renderWithShell(
    <InvitationCard
      invitationKey="einladung-01"
      author="Mehmet"
      isForemost
      instead={(state, label) => (
        <p>
          {state}: {label}
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

it('shows place, kitchen, time, state, everybody’s answer, and what to do', async () => {
  const { shell } = show({ invitations: [asked] });
  expect(await screen.findByRole('link', { name: 'Elbkantine' })).toHaveAttribute('href', '#details/elbkantine');
  for (const words of [
    'Heute, 12:30',
    'Mi. 24. Juni',
    'Antwort offen',
    'Mehmet Aydın: Zugesagt',
    'Frieda Petersen: Antwort offen',
  ])
    expect(screen.getByText(words)).toBeInTheDocument();
  expect(await screen.findByText('Pizza · Vor Ort')).toBeInTheDocument();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Zusagen', 'Absagen']);
  expect(shell.requests).not.toContain('GET /api/invitations/einladung-01');
});

it('shows the place’s logo, and none where the picture is gone', async () => {
  show({ invitations: [{ ...asked, restaurantInfo: { ...asked.restaurantInfo, logo: { url: '/media/logo.png' } } }] });
  await screen.findByRole('link', { name: 'Elbkantine' });
  const logo = (): Element | null => document.querySelector('img[src="/media/logo.png"]');
  expect(logo()).toHaveAttribute('alt', '');
  fireEvent.error(logo() ?? document.body);
  expect(logo()).not.toBeInTheDocument();
});

it('asks in a chat whether it is really off, with Ok and Abbrechen', async () => {
  const declined = { ...asked, attendees: [mehmet, { ...me, status: 'declined' as const }] };
  const { user, shell } = show({ invitations: [asked], answers: [answer(answerInvitation, declined)] });
  shell.answerNextAlert('leave');
  await user.click(await screen.findByRole('button', { name: 'Absagen' }));
  expect(await screen.findByText('Abgesagt')).toBeInTheDocument();
  expect(shell.recorded.alerts).toMatchObject([
    { title: 'Wirklich absagen?', actions: [{ label: 'Abbrechen' }, { label: 'Ok' }] },
  ]);
});

it('says who has called it off', async () => {
  show({ invitations: [{ ...asked, status: 'canceled' }] });
  expect(await screen.findByText('Mehmet hat das Treffen abgesagt.')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('reads one that is over from the gateway', async () => {
  show({ answers: [answer(getInvitation, { ...asked, date: '2026-06-20T12:30:00+02:00' })] });
  expect(await screen.findByText('Ohne Antwort')).toBeInTheDocument();
});

it.each<[string, ScenarioAnswer, string]>([
  ['isn’t the reader’s', refuse(getInvitation, 'notFound'), 'foreign: Geteiltes Treffen'],
  ['was deleted', refuse(getInvitation, 'invitationDeleted'), 'removed: Die Einladung gibt es nicht mehr.'],
  ['can’t be had', unreachable(getInvitation), 'failed: Geteiltes Treffen'],
])('S13 shows no details of one that %s', async (_, refusal, words) => {
  show({ answers: [refusal] });
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it('S13 holds the place of one that is on its way', async () => {
  const { container } = show({ answers: [hang(getInvitation)] });
  await waitFor(() => expect(container.querySelector('[aria-busy="true"]')).not.toBeNull());
  expect(screen.getByRole('status')).toBeInTheDocument();
});

it('is gone once the gateway says so', async () => {
  const { user } = show({ invitations: [asked], answers: [refuse(answerInvitation, 'invitationDeleted')] });
  await user.click(await screen.findByRole('button', { name: 'Zusagen' }));
  expect(await screen.findByText('removed: Die Einladung gibt es nicht mehr.')).toBeInTheDocument();
});

it('lets only the newest open one stand out', async () => {
  const Foremost = () => <p>vorn: {useForemostInvitation(['a', 'b', 'c', 'd'])}</p>;
  const invitations = [
    { ...asked, key: 'a' },
    { ...asked, key: 'b' },
    { ...asked, key: 'c', status: 'canceled' as const },
    { ...asked, key: 'd', date: '2026-06-20T12:30:00+02:00' },
  ];
  renderWithShell(<Foremost />, { session: 'verified', topics: { [meTopic]: { invitations } } });
  expect(await screen.findByText('vorn: b')).toBeInTheDocument();
});

import { putInvitation } from '@mahlzeit/contract';
import { anAttendee, anInvitation, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { ContactsStep, DraftView } from '../features/invitation-draft';
import { completeDraft, meetupRestaurant, shellWithDraft } from '../testing/fake-draft-shell';
import { ownAttendee } from '../testing/fake-invitations-view';

afterEach(() => window.sessionStorage.clear());

const warning = 'Um 11:45 bist du schon mit Ben bei Pasta Sorella.';
const otherMeetup = anInvitation({
  key: 'essen-1145',
  status: 'accepted',
  date: '2026-06-24T11:45:00+02:00',
  attendees: [ownAttendee, anAttendee({ key: 'ben', name: 'Ben Voss' })],
  restaurantInfo: aRestaurantSummary({ key: 'sorella', name: 'Pasta Sorella' }),
});
const topics = { me: { contacts: [], invitations: [otherMeetup] } };

it('warns of another meetup at the same time, and is sent all the same', async () => {
  const shell = shellWithDraft(completeDraft, { topics, answers: [answer(putInvitation, anInvitation())] });
  const { user } = renderWithShell(<DraftView />, { shell });
  await screen.findByRole('link', { name: meetupRestaurant.name });
  expect(screen.getByText('Gut zu wissen')).toBeInTheDocument();
  expect(screen.getByText(warning)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Einladung senden' }));
  await waitFor(() => expect(shell.recorded.snackbars.map(({ text }) => text)).toEqual(['Die Einladung ist raus.']));
});

it('warns no longer once its time is an hour away from the other', async () => {
  const shell = shellWithDraft(completeDraft, { topics });
  const { user } = renderWithShell(<DraftView />, { shell });
  await screen.findByText(warning);
  await user.click(screen.getByRole('radio', { name: '12:45' }));
  expect(screen.queryByText(warning)).not.toBeInTheDocument();
});

it('isn’t compared with the meetup that it becomes', async () => {
  const shell = shellWithDraft(completeDraft, { topics, answers: [neverRespond(putInvitation)] });
  const { user } = renderWithShell(<DraftView />, { shell });
  await screen.findByRole('link', { name: meetupRestaurant.name });
  await user.click(screen.getByRole('button', { name: 'Einladung senden' }));
  await waitFor(() => expect(screen.queryByText(warning)).not.toBeInTheDocument());
});

it('warns in the sheet that asks for the date', async () => {
  const shell = shellWithDraft({ ...completeDraft, date: null, presetDate: '2026-06-24T10:30:00.000Z' }, { topics });
  const { user } = renderWithShell(<ContactsStep />, { shell });
  await user.click(await screen.findByRole('button', { name: 'Personen übernehmen' }));
  // The loaded sheet replaces its placeholder, which has the same name, so the test waits for the text inside of it.
  const warningText = await screen.findByText(warning);
  expect(screen.getByRole('dialog', { name: 'Wann?' })).toContainElement(warningText);
});

import { getRandomUsers, getRestaurant } from '@mahlzeit/contract';
import { aContact, aContactGroup, anAttendee } from '@mahlzeit/contract/fixtures';
import { answer, refuse, renderScreens, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { ContactsStep, emptyDraft, openDraftScreen } from '../features/invitation-draft';
import type { InvitationDraft } from '../features/invitation-draft';
import { annaContact, cemContact, currentDraftOf, meetupRestaurant, shellWithDraft } from '../testing/fake-draft-shell';
import { AddContacts } from './add-contacts-screen';

afterEach(() => window.sessionStorage.clear());

const openContactsStep = (draftFields: Partial<InvitationDraft> = {}, shellOptions: ScenarioShellOptions = {}) => {
  const shell = shellWithDraft({ ...emptyDraft, restaurant: meetupRestaurant.key, ...draftFields }, shellOptions);
  return renderWithShell(<ContactsStep />, { shell });
};

it('S06 disables blocked people, with an explanation', async () => {
  const { user, shell } = openContactsStep();
  expect(await screen.findByRole('checkbox', { name: 'Cem Kaya' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText(/Wen du blockierst oder wer dich blockiert/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Treffen vereinbaren' }));
  expect(screen.queryByRole('dialog', { name: 'Wann?' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Ben Voss' }));
  expect(currentDraftOf(shell)?.attendees.map(({ key }) => key)).toEqual(['ben']);
  await user.click(screen.getByRole('button', { name: 'Treffen vereinbaren' }));
  expect(await screen.findByRole('dialog', { name: 'Wann?' })).toBeInTheDocument();
});

it('asks for the date only once the opening hours are loaded', async () => {
  const { user, shell } = openContactsStep(
    { attendees: [anAttendee({ key: 'anna' })], isDirty: true },
    { answers: [refuse(getRestaurant, 'unavailable')] },
  );
  await user.click(await screen.findByRole('button', { name: 'Personen übernehmen' }));
  expect(await screen.findByRole('heading', { name: 'Das Lokal lädt nicht' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Übernehmen' })).not.toBeInTheDocument();
  shell.use(answer(getRestaurant, meetupRestaurant));
  await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(await screen.findByRole('radio', { name: '12:30' })).toBeInTheDocument();
});

it('S05 picks the members of a group except blocked ones, and refuses too many', async () => {
  const manyContacts = Array.from({ length: 9 }, (_, index) => aContact({ key: `p${index}`, name: `Person ${index}` }));
  const groups = [
    aContactGroup({ key: 'g1', name: 'Kollegen', members: ['anna', 'cem', 'weg'] }),
    aContactGroup({ key: 'g2', name: 'Alle', members: manyContacts.map(({ key }) => key) }),
  ];
  const { user, shell } = openContactsStep(
    {},
    { topics: { me: { contacts: [annaContact, cemContact, ...manyContacts], contactGroups: groups } } },
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Kollegen' }));
  expect(currentDraftOf(shell)?.attendees.map(({ key }) => key)).toEqual(['anna']);
  expect(screen.getByRole('checkbox', { name: 'Alle' })).toHaveAccessibleDescription(
    /^Mit allen 9 wären es zu viele\./,
  );
  await user.click(screen.getByRole('checkbox', { name: 'Alle' }));
  expect(currentDraftOf(shell)?.attendees).toHaveLength(1);
});

it('warns at nine others', async () => {
  const tenContacts = Array.from({ length: 10 }, (_, index) => aContact({ key: `p${index}`, name: `Person ${index}` }));
  const { user, shell } = openContactsStep(
    { attendees: tenContacts.slice(0, 9).map(({ key, name }) => anAttendee({ key, name })), isDirty: true },
    { topics: { me: { contacts: tenContacts } } },
  );
  expect(await screen.findByText('Mehr Plätze gibt es nicht')).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Person 9' }));
  expect(currentDraftOf(shell)?.attendees).toHaveLength(9);
  expect(screen.getByRole('button', { name: 'Personen übernehmen' })).toBeInTheDocument();
});

it('says that all possible guests are invited, while nothing was changed', async () => {
  const { user, shell } = openContactsStep(
    { attendees: [anAttendee({ key: 'anna' })] },
    { topics: { me: { contacts: [annaContact] } } },
  );
  expect(await screen.findByRole('heading', { name: 'Alle sind schon eingeladen' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Kontakt suchen' }));
  expect(shell.recorded.navigation).toEqual([['open', 'addcontacts']]);
});

it('asks before it drops the choice, and leaves the draft', async () => {
  const shell = shellWithDraft({ ...emptyDraft, restaurant: meetupRestaurant.key });
  const { user } = renderScreens({ invitationcontacts: ContactsStep }, shell);
  act(() => openDraftScreen(shell, 'invitationcontacts'));
  await user.click(await screen.findByRole('button', { name: 'Zurück' }));
  expect(shell.navigation.current()?.key).toBe('invitationcontacts');
  expect(shell.recorded.alerts).toMatchObject([{ title: 'Einladung verwerfen?' }]);
  shell.answerNextAlert('discard');
  await user.click(screen.getByRole('button', { name: 'Zurück' }));
  await waitFor(() => expect(shell.navigation.current()).toBeNull());
  expect(currentDraftOf(shell)).toBeNull();
  expect(window.sessionStorage).toHaveLength(0);
});

it.each(['Zurück', 'Schließen', null])(
  'keeps the choice during a search for a contact, which %s ends',
  async (name) => {
    const shell = shellWithDraft(
      { ...emptyDraft, restaurant: meetupRestaurant.key },
      { answers: [answer(getRandomUsers, [])] },
    );
    const { user } = renderScreens({ invitationcontacts: ContactsStep, addcontacts: AddContacts }, shell);
    act(() => openDraftScreen(shell, 'invitationcontacts'));
    await user.click(await screen.findByRole('checkbox', { name: 'Ben Voss' }));
    await user.click(screen.getByRole('button', { name: 'Kontakt suchen' }));
    await screen.findByRole('dialog', { name: 'Kontakte hinzufügen' });
    if (name === null) await user.keyboard('{Escape}');
    else await user.click(screen.getByRole('button', { name }));
    expect(await screen.findByRole('checkbox', { name: 'Ben Voss' })).toBeChecked();
    expect(currentDraftOf(shell)?.attendees.map(({ key }) => key)).toEqual(['ben']);
  },
);

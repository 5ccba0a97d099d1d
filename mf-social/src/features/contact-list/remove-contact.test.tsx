import { addContacts, meTopic, putContactGroup, removeContacts } from '@mahlzeit/contract';
import { aContact, aContactGroup } from '@mahlzeit/contract/fixtures';
import { answer, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { FakeShell, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { ContactTabs } from '../../screens/contacts-screen';
import { annaContact, openContact, snackbarTexts } from '../../testing/open-contact';

const contacts = [annaContact, ...['Ben', 'Cleo'].map((name) => aContact({ key: name.toLowerCase(), name }))];
const choir = aContactGroup({ key: 'chor', name: 'Chor', members: ['ben', 'anna'] });
const team = aContactGroup({ key: 'team', name: 'Team', members: ['anna', 'ben', 'cleo'] });

const openSheetOfAnna = async (contactGroups: readonly object[] = [], options: ScenarioShellOptions = {}) => {
  const renderedTabs = await openContact(
    { answers: [answer(removeContacts, {}), answer(addContacts, { contacts: [annaContact] })], ...options },
    { contacts, contactGroups },
  );
  return {
    ...renderedTabs,
    remove: async (chosenAction: string | null): Promise<void> => {
      renderedTabs.shell.answerNextAlert(chosenAction);
      await renderedTabs.press('Aus den Kontakten entfernen');
      await waitFor(() => expect(renderedTabs.shell.recorded.alerts).toHaveLength(1));
    },
  };
};

const pressUndo = (shell: FakeShell): void => act(() => shell.recorded.snackbars.at(-1)?.action?.run());
const questionOf = ({ recorded }: FakeShell) => recorded.alerts[0];

it('asks first, and removes nobody after a no', async () => {
  const { remove, shell } = await openSheetOfAnna();
  await remove('cancel');
  expect(questionOf(shell)).toMatchObject({
    title: 'Anna aus den Kontakten entfernen?',
    text: 'Anna erfährt nichts davon.',
    actions: [
      { label: 'Abbrechen', tone: 'safe' },
      { label: 'Entfernen', tone: 'danger' },
    ],
  });
  expect(shell.requests).not.toContain('PATCH /api/contacts/remove');
});

it('names the groups that lose the contact, and those that become too small', async () => {
  const groups = [choir, team, ...['Lauf', 'Skat'].map((name) => ({ ...team, key: name, name }))];
  const { remove, shell } = await openSheetOfAnna(groups);
  await remove('cancel');
  expect(questionOf(shell)?.text).toBe(
    'Anna fällt damit auch aus den Gruppen „Chor“, „Lauf“ und 2 weitere. „Chor“ hat dann weniger als 2 Personen. ' +
      'Anna erfährt nichts davon.',
  );
});

it('says nothing of a group that was too small before', async () => {
  const { remove, shell } = await openSheetOfAnna([{ ...choir, members: ['anna', 'weg'] }]);
  await remove('cancel');
  expect(questionOf(shell)?.text).toBe('Anna fällt damit auch aus der Gruppe „Chor“. Anna erfährt nichts davon.');
});

it('offers to undo the removal, which brings back the contact and its places in the groups', async () => {
  const { remove, shell } = await openSheetOfAnna([choir, team], {
    answers: [
      answer(removeContacts, {}),
      answer(addContacts, { contacts: [annaContact] }),
      answer(putContactGroup, choir),
    ],
  });
  const callSpy = jest.spyOn(shell.apiClient, 'call');
  await remove('remove');
  await waitFor(() => expect(snackbarTexts(shell)).toEqual(['success: Anna ist nicht mehr in deinen Kontakten.']));
  expect(shell.recorded.snackbars[0]?.action?.label).toBe('Rückgängig');
  act(() => {
    shell.change(meTopic, { kind: 'del', collection: 'contacts', key: 'anna' });
    shell.change(meTopic, {
      kind: 'put',
      collection: 'contactGroups',
      key: 'chor',
      value: { ...choir, name: 'Chorprobe', members: ['ben', 'cleo'] },
    });
    shell.change(meTopic, { kind: 'del', collection: 'contactGroups', key: 'team' });
  });
  expect(screen.queryByRole('button', { name: 'Anna' })).not.toBeInTheDocument();
  pressUndo(shell);
  await waitFor(() => expect(snackbarTexts(shell).at(-1)).toBe('success: Anna ist wieder in deinen Kontakten.'));
  expect(screen.getByRole('button', { name: 'Anna' })).toBeInTheDocument();
  // The undone removal keeps what another device changed in the group meanwhile, and doesn't restore the group that was
  // deleted meanwhile.
  expect(callSpy.mock.calls.filter(([route]) => route === putContactGroup)).toEqual([
    [
      putContactGroup,
      {
        params: { key: 'chor' },
        body: { name: 'Chorprobe', isFavorite: choir.isFavorite, contacts: ['ben', 'anna', 'cleo'] },
      },
    ],
  ]);
});

it.each([
  [
    [answer(removeContacts, {}), refuse(addContacts, 'internal')],
    'error: Anna ließ sich nicht wieder hinzufügen. Versuch es gleich noch einmal.',
  ],
  [
    [
      answer(removeContacts, {}),
      answer(addContacts, { contacts: [annaContact] }),
      refuse(putContactGroup, 'tooManyMembers'),
    ],
    'error: Anna ist wieder dein Kontakt, aber nicht in allen Gruppen.',
  ],
])('says what could not be undone', async (answers, expectedSnackbar) => {
  const { remove, shell } = await openSheetOfAnna([choir], { answers });
  await remove('remove');
  await waitFor(() => expect(shell.recorded.snackbars).toHaveLength(1));
  pressUndo(shell);
  await waitFor(() => expect(snackbarTexts(shell).at(-1)).toBe(expectedSnackbar));
});

it('shows that the removal failed, and offers nothing to undo', async () => {
  const { remove, shell } = await openSheetOfAnna([], { answers: [refuse(removeContacts, 'internal')] });
  await remove('remove');
  await waitFor(() =>
    expect(snackbarTexts(shell)).toEqual(['error: Entfernen hat nicht geklappt. Versuch es gleich noch einmal.']),
  );
  expect(shell.recorded.snackbars[0]?.action).toBeUndefined();
});

it.each([
  [{ status: 'deleted' }, 'verified', 'Rückgängig machen lässt sich das nicht.'],
  [{ uninvitable: true }, 'verified', 'Anna erfährt nichts davon. Rückgängig machen lässt sich das nicht.'],
  [{}, 'unverified', 'Anna erfährt nichts davon. Rückgängig machen lässt sich das nicht.'],
] as const)('says before that it can not be undone: %j, %s', async (contactChange, session, expectedText) => {
  const { user, shell } = renderWithShell(<ContactTabs />, {
    session,
    topics: { me: { contacts: [{ ...annaContact, ...contactChange }] } },
    answers: [answer(removeContacts, {})],
  });
  await user.click(await screen.findByRole('button', { name: /^(Anna|Gelöschtes Konto)$/ }));
  shell.answerNextAlert('remove');
  await user.click(screen.getByRole('button', { name: 'Aus den Kontakten entfernen' }));
  await waitFor(() => expect(shell.recorded.snackbars).toHaveLength(1));
  expect([questionOf(shell)?.text, shell.recorded.snackbars[0]?.action]).toEqual([expectedText, undefined]);
});

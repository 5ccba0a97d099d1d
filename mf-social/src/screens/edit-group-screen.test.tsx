import { putContactGroup } from '@mahlzeit/contract';
import { aContact, aContactGroup } from '@mahlzeit/contract/fixtures';
import { MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { answer, fakeShell, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { FakeShell, ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { groupNameError } from '../features/group-editor';
import { EditGroupName } from './edit-group-name-screen';
import { EditGroup } from './edit-group-screen';

describe('the name of a group', () => {
  const groups = [
    { key: 'a', name: 'Chor' },
    { key: 'b', name: 'Team' },
  ];

  it.each([
    ['   ', 'GroupNameMissing'],
    ['x'.repeat(61), 'GroupNameTooLong'],
    ['  CHOR ', null],
    ['Chöre', null],
    [' team', 'ErrorGroupNameTaken'],
  ])('S11 is unique among the others, and may stay unchanged: „%s“', (name, error) => {
    expect(groupNameError({ key: 'a', name }, groups)).toBe(error);
  });
});

const contacts = ['Anna', 'Ben', 'Cleo'].map((name) => aContact({ key: name.toLowerCase(), name }));
const chor = aContactGroup({ key: 'chor', name: 'Chor', members: ['anna', 'ben', 'weg'] });

const shellWith = (answers: readonly ScenarioAnswer[] = [], contactGroups: readonly object[] = [chor]): FakeShell =>
  fakeShell({
    session: 'verified',
    answers,
    topics: {
      me: { contacts: [...contacts, aContact({ key: 'weg', name: 'Dana', status: 'deleted' })], contactGroups },
    },
  });

const open = (shell: FakeShell, screenKey: 'editgroup' | 'editgroupname', ...params: readonly string[]) => {
  shell.navigation.open(screenKey, ...params);
  const Screen = screenKey === 'editgroup' ? EditGroup : EditGroupName;
  return renderWithShell(<Screen params={params} />, { shell });
};

const snackbarTexts = ({ recorded }: FakeShell) => recorded.snackbars.map(({ tone, text }) => `${tone ?? ''}: ${text}`);
const button = (name: string) => screen.getByRole('button', { name });

it('stores a group from two screens, under one key', async () => {
  const shell = shellWith([answer(putContactGroup, aContactGroup({ name: 'Team' }))]);
  const first = open(shell, 'editgroup');
  await first.user.click(await screen.findByRole('checkbox', { name: 'Anna' }));
  expect(
    screen.getByRole('button', { name: 'Weiter zum Namen', description: 'Eine Gruppe braucht mindestens 2 Personen.' }),
  ).toBeInTheDocument();
  await first.user.click(screen.getByRole('checkbox', { name: 'Cleo' }));
  await first.user.click(button('Weiter zum Namen'));
  expect(shell.recorded.navigation.at(-1)).toEqual(['open', 'editgroupname']);
  first.unmount();

  const second = renderWithShell(<EditGroupName params={[]} />, { shell });
  expect(await screen.findByText('2 Mitglieder')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['2 Mitglieder', 'AAnna', 'CCleo']);
  await second.user.type(screen.getByRole('textbox', { name: 'Gruppenname' }), 'Team');
  await second.user.dblClick(button('Gruppe anlegen'));
  await waitFor(() => expect(snackbarTexts(shell)).toEqual(['success: Die Gruppe „Team“ ist angelegt.']));
  expect(shell.recorded.navigation.at(-1)).toEqual(['back', 2]);
  expect(shell.requests.filter((request) => request.startsWith('PUT'))).toEqual([
    expect.stringMatching(/^PUT \/api\/contactGroups\/[0-9a-f]{32}$/),
  ]);
});

it('keeps the draft between both screens, and drops it when both are left', async () => {
  const shell = shellWith();
  const first = open(shell, 'editgroup');
  await first.user.click(await screen.findByRole('checkbox', { name: 'Anna' }));
  shell.navigation.open('editgroupname');
  first.unmount();
  const second = renderWithShell(<EditGroupName params={[]} />, { shell });
  await second.user.type(await screen.findByRole('textbox'), 'Halb');
  shell.navigation.open('editgroup');
  second.unmount();
  const again = renderWithShell(<EditGroup params={[]} />, { shell });
  expect(await screen.findByRole('checkbox', { name: 'Anna' })).toBeChecked();
  expect(shell.recorded.reloadHolds).toBe(1);
  shell.navigation.close();
  again.unmount();
  expect(shell.recorded.reloadHolds).toBe(0);
  open(shell, 'editgroup');
  expect(await screen.findByRole('checkbox', { name: 'Anna' })).not.toBeChecked();
});

it('A09 changes the members of a stored group and leaves out deleted ones', async () => {
  const shell = shellWith([answer(putContactGroup, chor)]);
  const { user } = open(shell, 'editgroup', 'chor');
  expect(await screen.findByRole('heading', { name: 'Mitglieder: Chor' })).toBeInTheDocument();
  expect(screen.getAllByText('2 von 9 gewählt').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('checkbox', { name: 'Cleo' }));
  await user.click(button('Speichern'));
  await waitFor(() => expect(snackbarTexts(shell)).toEqual(['success: Die Gruppe „Chor“ ist geändert.']));
  expect(shell.requests).toContain('PUT /api/contactGroups/chor');
  expect(shell.recorded.navigation.at(-1)).toEqual(['back', 1]);
});

it('explains the maximum of members', async () => {
  const manyContacts = Array.from({ length: MAX_OTHER_PEOPLE + 1 }, (_, index) =>
    aContact({ key: `p${index}`, name: `Person ${index}` }),
  );
  const shell = fakeShell({
    session: 'verified',
    topics: {
      me: {
        contacts: manyContacts,
        contactGroups: [{ ...chor, members: manyContacts.slice(0, MAX_OTHER_PEOPLE).map(({ key }) => key) }],
      },
    },
  });
  const { user } = open(shell, 'editgroup', 'chor');
  const lastCheckbox = await screen.findByRole('checkbox', { name: 'Person 9', description: /höchstens 10 Personen/ });
  await user.click(lastCheckbox);
  expect(lastCheckbox).not.toBeChecked();
});

it('reports a taken name before the request, and after a refusal', async () => {
  const shell = shellWith(
    [refuse(putContactGroup, 'ErrorGroupNameTaken')],
    [chor, aContactGroup({ key: 'team', name: 'Team' })],
  );
  const { user } = open(shell, 'editgroupname', 'chor');
  const field = await screen.findByRole('textbox', { name: 'Gruppenname' });
  expect(field).toHaveValue('Chor');
  await user.clear(field);
  await user.type(field, 'TEAM');
  expect(
    screen.getByRole('button', { name: 'Speichern', description: 'So heißt schon eine deiner Gruppen.' }),
  ).toBeInTheDocument();
  await user.type(field, ' Nord');
  await user.click(button('Speichern'));
  expect(
    await screen.findByRole('button', { name: 'Speichern', description: 'So heißt schon eine deiner Gruppen.' }),
  ).toBeInTheDocument();
  expect(snackbarTexts(shell)).toEqual([]);
});

it.each([
  ['internal', 'error: Die Gruppe ließ sich nicht ändern. Versuch es gleich noch einmal.'],
  ['listFull', 'error: Mehr als 200 Gruppen gehen nicht. Entferne zuerst eine.'],
] as const)('reports a failed request, and keeps the input: %s', async (code, expected) => {
  const shell = shellWith([refuse(putContactGroup, code)]);
  const { user } = open(shell, 'editgroupname', 'chor');
  await user.click(await screen.findByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(snackbarTexts(shell)).toEqual([expected]));
  expect(screen.getByRole('textbox')).toHaveValue('Chor');
});

it.each([
  ['editgroup', '2 von 9 gewählt'],
  ['editgroupname', '2 Mitglieder'],
  ['editgroup', 'Diese Gruppe gibt es nicht mehr'],
] as const)('has Back to the origin beside Close: %s, %s', async (key, expectedText) => {
  const shell = shellWith();
  const { user } = open(shell, key, expectedText.startsWith('2') ? 'chor' : 'fort');
  await screen.findAllByText(expectedText);
  await user.click(button('Zurück'));
  expect(shell.recorded.navigation.at(-1)).toEqual(['back', 1]);
  expect(button('Schließen')).toBeInTheDocument();
});

it('returns from the members to the name', async () => {
  const shell = shellWith();
  const name = open(shell, 'editgroupname', 'chor');
  await name.user.click(await screen.findByRole('button', { name: 'Mitglieder ändern' }));
  expect(shell.recorded.navigation.at(-1)).toEqual(['open', 'editgroup', 'chor']);
  name.unmount();
  const members = renderWithShell(<EditGroup params={['chor']} />, { shell });
  await members.user.click(await screen.findByRole('button', { name: 'Zurück zum Namen' }));
  expect(shell.recorded.navigation.at(-1)).toEqual(['back', 1]);
});

it.each(['editgroup', 'editgroupname'] as const)('shows the known group without a connection: %s', async (key) => {
  const shell = shellWith();
  const expectedText = key === 'editgroup' ? 'Mitglieder: Chor' : '2 Mitglieder';
  const firstPage = open(shell, key, 'chor');
  await screen.findByText(expectedText);
  shell.navigation.open('contacts');
  firstPage.unmount();
  shell.setOffline(true);
  open(shell, key, 'chor');
  expect(await screen.findByText(expectedText)).toBeInTheDocument();
});

it('reports a failed request for a new group, and keeps the input', async () => {
  const shell = shellWith([refuse(putContactGroup, 'internal')]);
  const first = open(shell, 'editgroup');
  for (const name of ['Anna', 'Cleo']) await first.user.click(await screen.findByRole('checkbox', { name }));
  await first.user.click(button('Weiter zum Namen'));
  first.unmount();
  const { user } = renderWithShell(<EditGroupName params={[]} />, { shell });
  await user.type(await screen.findByRole('textbox', { name: 'Gruppenname' }), 'Team');
  await user.click(button('Gruppe anlegen'));
  await waitFor(() =>
    expect(snackbarTexts(shell)).toEqual(['error: Die Gruppe ließ sich nicht anlegen. Versuch es gleich noch einmal.']),
  );
  expect(screen.getByRole('textbox')).toHaveValue('Team');
  expect(screen.getByText('2 Mitglieder')).toBeInTheDocument();
});

it('reports that a group was deleted', async () => {
  const shell = shellWith();
  const { user } = open(shell, 'editgroup', 'fort');
  expect(await screen.findByRole('heading', { name: 'Diese Gruppe gibt es nicht mehr' })).toBeInTheDocument();
  await user.click(button('Kontakte'));
  expect(shell.recorded.navigation.at(-1)).toEqual(['replace', 'contacts']);
});

it('asks for members first when the name screen is opened alone', async () => {
  const shell = shellWith();
  open(shell, 'editgroupname');
  await waitFor(() => expect(shell.recorded.navigation.at(-1)).toEqual(['back', 1]));
});

it('A06 drops the draft of a former user', async () => {
  const shell = shellWith();
  const { user, unmount } = open(shell, 'editgroup');
  await user.click(await screen.findByRole('checkbox', { name: 'Anna' }));
  unmount();
  expect(JSON.stringify(shell.store.getState())).toContain('anna');
  shell.setSession('anonymous');
  expect(JSON.stringify(shell.store.getState())).not.toContain('anna');
});

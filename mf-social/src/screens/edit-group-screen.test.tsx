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
  const existingGroups = [
    { key: 'a', name: 'Chor' },
    { key: 'b', name: 'Team' },
  ];

  it.each([
    ['   ', 'GroupNameMissing'],
    ['x'.repeat(61), 'GroupNameTooLong'],
    ['  CHOR ', null],
    ['Chöre', null],
    [' team', 'ErrorGroupNameTaken'],
  ])('S11 is unique among the others, and may stay unchanged: „%s“', (name, expectedError) => {
    expect(groupNameError({ key: 'a', name }, existingGroups)).toBe(expectedError);
  });
});

const contacts = ['Anna', 'Ben', 'Cleo'].map((name) => aContact({ key: name.toLowerCase(), name }));
const choirGroup = aContactGroup({ key: 'chor', name: 'Chor', members: ['anna', 'ben', 'weg'] });

const createShellWith = (
  answers: readonly ScenarioAnswer[] = [],
  contactGroups: readonly object[] = [choirGroup],
): FakeShell =>
  fakeShell({
    session: 'verified',
    answers,
    topics: {
      me: { contacts: [...contacts, aContact({ key: 'weg', name: 'Dana', status: 'deleted' })], contactGroups },
    },
  });

const openGroupScreen = (
  shell: FakeShell,
  screenKey: 'editgroup' | 'editgroupname',
  ...screenParams: readonly string[]
) => {
  shell.navigation.open(screenKey, ...screenParams);
  const Screen = screenKey === 'editgroup' ? EditGroup : EditGroupName;
  return renderWithShell(<Screen params={screenParams} />, { shell });
};

const snackbarTextsOf = ({ recorded }: FakeShell) =>
  recorded.snackbars.map(({ tone, text }) => `${tone ?? ''}: ${text}`);
const findButton = (name: string) => screen.getByRole('button', { name });

it('stores a group from two screens, under one key', async () => {
  const shell = createShellWith([answer(putContactGroup, aContactGroup({ name: 'Team' }))]);
  const membersPage = openGroupScreen(shell, 'editgroup');
  await membersPage.user.click(await screen.findByRole('checkbox', { name: 'Anna' }));
  expect(
    screen.getByRole('button', { name: 'Weiter zum Namen', description: 'Eine Gruppe braucht mindestens 2 Personen.' }),
  ).toBeInTheDocument();
  await membersPage.user.click(screen.getByRole('checkbox', { name: 'Cleo' }));
  await membersPage.user.click(findButton('Weiter zum Namen'));
  expect(shell.recorded.navigation.at(-1)).toEqual(['open', 'editgroupname']);
  membersPage.unmount();

  const namePage = renderWithShell(<EditGroupName params={[]} />, { shell });
  expect(await screen.findByText('2 Mitglieder')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map((listItem) => listItem.textContent)).toEqual([
    '2 Mitglieder',
    'AAnna',
    'CCleo',
  ]);
  await namePage.user.type(screen.getByRole('textbox', { name: 'Gruppenname' }), 'Team');
  await namePage.user.dblClick(findButton('Gruppe anlegen'));
  await waitFor(() => expect(snackbarTextsOf(shell)).toEqual(['success: Die Gruppe „Team“ ist angelegt.']));
  expect(shell.recorded.navigation.at(-1)).toEqual(['back', 2]);
  expect(shell.requests.filter((requestLine) => requestLine.startsWith('PUT'))).toEqual([
    expect.stringMatching(/^PUT \/api\/contactGroups\/[0-9a-f]{32}$/),
  ]);
});

it('keeps the draft between both screens, and drops it when both are left', async () => {
  const shell = createShellWith();
  const membersPage = openGroupScreen(shell, 'editgroup');
  await membersPage.user.click(await screen.findByRole('checkbox', { name: 'Anna' }));
  shell.navigation.open('editgroupname');
  membersPage.unmount();
  const namePage = renderWithShell(<EditGroupName params={[]} />, { shell });
  await namePage.user.type(await screen.findByRole('textbox'), 'Halb');
  shell.navigation.open('editgroup');
  namePage.unmount();
  const reopenedPage = renderWithShell(<EditGroup params={[]} />, { shell });
  expect(await screen.findByRole('checkbox', { name: 'Anna' })).toBeChecked();
  expect(shell.recorded.reloadHolds).toBe(1);
  shell.navigation.close();
  reopenedPage.unmount();
  expect(shell.recorded.reloadHolds).toBe(0);
  openGroupScreen(shell, 'editgroup');
  expect(await screen.findByRole('checkbox', { name: 'Anna' })).not.toBeChecked();
});

it('A09 changes the members of a stored group and leaves out deleted ones', async () => {
  const shell = createShellWith([answer(putContactGroup, choirGroup)]);
  const { user } = openGroupScreen(shell, 'editgroup', 'chor');
  expect(await screen.findByRole('heading', { name: 'Mitglieder: Chor' })).toBeInTheDocument();
  expect(screen.getAllByText('2 von 9 gewählt').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('checkbox', { name: 'Cleo' }));
  await user.click(findButton('Speichern'));
  await waitFor(() => expect(snackbarTextsOf(shell)).toEqual(['success: Die Gruppe „Chor“ ist geändert.']));
  expect(shell.requests).toContain('PUT /api/contactGroups/chor');
  expect(shell.recorded.navigation.at(-1)).toEqual(['back', 1]);
});

it.each([
  ['one member', ['anna']],
  ['one member and a deleted account', ['anna', 'weg']],
  ['nobody', []],
])('renames a group that has shrunk to %s, and fills it', async (_title, members) => {
  const shell = createShellWith([answer(putContactGroup, choirGroup)], [{ ...choirGroup, members }]);
  const namePage = openGroupScreen(shell, 'editgroupname', 'chor');
  await namePage.user.type(await screen.findByRole('textbox', { name: 'Gruppenname' }), ' Süd');
  await namePage.user.click(findButton('Speichern'));
  await waitFor(() => expect(snackbarTextsOf(shell)).toEqual(['success: Die Gruppe „Chor“ ist geändert.']));
  namePage.unmount();
  shell.navigation.open('contacts');
  const membersPage = openGroupScreen(shell, 'editgroup', 'chor');
  await membersPage.user.click(await screen.findByRole('checkbox', { name: 'Cleo' }));
  await membersPage.user.click(findButton('Speichern'));
  await waitFor(() => expect(snackbarTextsOf(shell)).toHaveLength(2));
});

it('does not let a shrunk group lose its last member', async () => {
  const shell = createShellWith([], [{ ...choirGroup, members: ['anna'] }]);
  const { user } = openGroupScreen(shell, 'editgroup', 'chor');
  await user.click(await screen.findByRole('checkbox', { name: 'Anna' }));
  expect(
    screen.getByRole('button', { name: 'Speichern', description: 'Eine Gruppe braucht mindestens 2 Personen.' }),
  ).toBeInTheDocument();
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
        contactGroups: [{ ...choirGroup, members: manyContacts.slice(0, MAX_OTHER_PEOPLE).map(({ key }) => key) }],
      },
    },
  });
  const { user } = openGroupScreen(shell, 'editgroup', 'chor');
  const lastCheckbox = await screen.findByRole('checkbox', { name: 'Person 9', description: /höchstens 10 Personen/ });
  await user.click(lastCheckbox);
  expect(lastCheckbox).not.toBeChecked();
});

it('reports a taken name before the request, and after a refusal', async () => {
  const shell = createShellWith(
    [refuse(putContactGroup, 'ErrorGroupNameTaken')],
    [choirGroup, aContactGroup({ key: 'team', name: 'Team' })],
  );
  const { user } = openGroupScreen(shell, 'editgroupname', 'chor');
  const nameField = await screen.findByRole('textbox', { name: 'Gruppenname' });
  expect(nameField).toHaveValue('Chor');
  await user.clear(nameField);
  await user.type(nameField, 'TEAM');
  expect(
    screen.getByRole('button', { name: 'Speichern', description: 'So heißt schon eine deiner Gruppen.' }),
  ).toBeInTheDocument();
  await user.type(nameField, ' Nord');
  await user.click(findButton('Speichern'));
  expect(
    await screen.findByRole('button', { name: 'Speichern', description: 'So heißt schon eine deiner Gruppen.' }),
  ).toBeInTheDocument();
  expect(snackbarTextsOf(shell)).toEqual([]);
});

it.each([
  ['internal', 'error: Die Gruppe ließ sich nicht ändern. Versuch es gleich noch einmal.'],
  ['listFull', 'error: Mehr als 200 Gruppen gehen nicht. Entferne zuerst eine.'],
] as const)('reports a failed request, and keeps the input: %s', async (errorCode, expectedMessage) => {
  const shell = createShellWith([refuse(putContactGroup, errorCode)]);
  const { user } = openGroupScreen(shell, 'editgroupname', 'chor');
  await user.click(await screen.findByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(snackbarTextsOf(shell)).toEqual([expectedMessage]));
  expect(screen.getByRole('textbox')).toHaveValue('Chor');
});

it.each([
  ['editgroup', '2 von 9 gewählt'],
  ['editgroupname', '2 Mitglieder'],
  ['editgroup', 'Diese Gruppe gibt es nicht mehr'],
] as const)('has Back to the origin beside Close: %s, %s', async (screenKey, expectedText) => {
  const shell = createShellWith();
  const { user } = openGroupScreen(shell, screenKey, expectedText.startsWith('2') ? 'chor' : 'fort');
  await screen.findAllByText(expectedText);
  await user.click(findButton('Zurück'));
  expect(shell.recorded.navigation.at(-1)).toEqual(['back', 1]);
  expect(findButton('Schließen')).toBeInTheDocument();
});

it('returns from the members to the name', async () => {
  const shell = createShellWith();
  const groupNamePage = openGroupScreen(shell, 'editgroupname', 'chor');
  await groupNamePage.user.click(await screen.findByRole('button', { name: 'Mitglieder ändern' }));
  expect(shell.recorded.navigation.at(-1)).toEqual(['open', 'editgroup', 'chor']);
  groupNamePage.unmount();
  const memberPage = renderWithShell(<EditGroup params={['chor']} />, { shell });
  await memberPage.user.click(await screen.findByRole('button', { name: 'Zurück zum Namen' }));
  expect(shell.recorded.navigation.at(-1)).toEqual(['back', 1]);
});

it.each(['editgroup', 'editgroupname'] as const)(
  'shows the known group without a connection: %s',
  async (screenKey) => {
    const shell = createShellWith();
    const expectedText = screenKey === 'editgroup' ? 'Mitglieder: Chor' : '2 Mitglieder';
    const firstPage = openGroupScreen(shell, screenKey, 'chor');
    await screen.findByText(expectedText);
    shell.navigation.open('contacts');
    firstPage.unmount();
    shell.setOffline(true);
    openGroupScreen(shell, screenKey, 'chor');
    expect(await screen.findByText(expectedText)).toBeInTheDocument();
  },
);

it('reports a failed request for a new group, and keeps the input', async () => {
  const shell = createShellWith([refuse(putContactGroup, 'internal')]);
  const membersPage = openGroupScreen(shell, 'editgroup');
  for (const name of ['Anna', 'Cleo']) await membersPage.user.click(await screen.findByRole('checkbox', { name }));
  await membersPage.user.click(findButton('Weiter zum Namen'));
  membersPage.unmount();
  const { user } = renderWithShell(<EditGroupName params={[]} />, { shell });
  await user.type(await screen.findByRole('textbox', { name: 'Gruppenname' }), 'Team');
  await user.click(findButton('Gruppe anlegen'));
  await waitFor(() =>
    expect(snackbarTextsOf(shell)).toEqual([
      'error: Die Gruppe ließ sich nicht anlegen. Versuch es gleich noch einmal.',
    ]),
  );
  expect(screen.getByRole('textbox')).toHaveValue('Team');
  expect(screen.getByText('2 Mitglieder')).toBeInTheDocument();
});

it('reports that a group was deleted', async () => {
  const shell = createShellWith();
  const { user } = openGroupScreen(shell, 'editgroup', 'fort');
  expect(await screen.findByRole('heading', { name: 'Diese Gruppe gibt es nicht mehr' })).toBeInTheDocument();
  await user.click(findButton('Kontakte'));
  expect(shell.recorded.navigation.at(-1)).toEqual(['replace', 'contacts']);
});

it('asks for members first when the name screen is opened alone', async () => {
  const shell = createShellWith();
  openGroupScreen(shell, 'editgroupname');
  await waitFor(() => expect(shell.recorded.navigation.at(-1)).toEqual(['back', 1]));
});

it('A06 drops the draft of a former user', async () => {
  const shell = createShellWith();
  const { user, unmount } = openGroupScreen(shell, 'editgroup');
  await user.click(await screen.findByRole('checkbox', { name: 'Anna' }));
  unmount();
  expect(JSON.stringify(shell.store.getState())).toContain('anna');
  shell.setSession('anonymous');
  expect(JSON.stringify(shell.store.getState())).not.toContain('anna');
});

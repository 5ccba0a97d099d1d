import { patchMe } from '@mahlzeit/contract';
import { aUser, anAccount } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { DisplayNameForm } from './edit-name-screen';

const renderNameForm = (...answers: ScenarioAnswer[]) =>
  renderWithShell(<DisplayNameForm account={anAccount()} isNewUser={false} />, { session: 'verified', answers });
const nameField = () => screen.getByRole('textbox', { name: 'Name' });
const saveNameButton = () => screen.getByRole('button', { name: 'Namen speichern' });

it('starts with the current name and counts its characters', () => {
  renderNameForm();
  expect(nameField()).toHaveValue('Frieda Petersen');
  expect(screen.getByText('15/60', { exact: false })).toBeInTheDocument();
});

it('saves a new name and goes back', async () => {
  const { user, shell } = renderNameForm(answer(patchMe, aUser({ displayName: 'Jule' })));
  await user.clear(nameField());
  await user.type(nameField(), 'Jule{Enter}');
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['back', 1]]));
  expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Dein Name ist geändert.' }]);
  expect(shell.session.get()).toMatchObject({ account: { displayName: 'Jule' } });
});

it.each([
  ['Frieda Petersen', 'So heißt du schon.'],
  ['  Frieda   Petersen ', 'So heißt du schon.'],
  ['Frieda\u200B Petersen\u0007', 'So heißt du schon.'],
  ['   ', 'Gib einen Namen ein.'],
  ['\u200B\u0007', 'Gib einen Namen ein.'],
])('U06 validates the cleaned form of %j', async (typedName, expectedText) => {
  const { user, shell } = renderNameForm();
  await user.clear(nameField());
  await user.click(nameField());
  await user.paste(typedName);
  await user.click(saveNameButton());
  await waitFor(() => expect(nameField()).toHaveAccessibleDescription(expect.stringContaining(expectedText)));
  expect(shell.requests).toEqual([]);
});

it.each([
  ['ErrorNameIdentical', refuse(patchMe, 'ErrorNameIdentical'), 'So heißt du schon.'],
  ['what is unexpected', refuse(patchMe, 'internal'), 'Das hat nicht geklappt. Versuch es noch einmal.'],
  ['no connection', failAsUnreachable(patchMe), 'Keine Verbindung. Prüf dein Internet und versuch es noch einmal.'],
])('shows %s at the field, which keeps the name', async (_caseName, errorAnswer, expectedText) => {
  const { user, shell } = renderNameForm(errorAnswer);
  await user.type(nameField(), '-Blume{Enter}');
  await waitFor(() => expect(nameField()).toHaveAccessibleDescription(expect.stringContaining(expectedText)));
  expect(nameField()).toHaveFocus();
  expect(nameField()).toHaveValue('Frieda Petersen-Blume');
  expect(shell.recorded.navigation).toEqual([]);
});

it('sends one request, even after several presses', async () => {
  const { user, shell } = renderNameForm(neverRespond(patchMe));
  await user.type(nameField(), '-Blume');
  await user.dblClick(saveNameButton());
  expect(shell.requests).toEqual(['PATCH /api/users/me']);
});

describe('a new user', () => {
  const newAccount = anAccount({ displayName: 'frieda.p', named: false });
  const renderFirstName = (...answers: ScenarioAnswer[]) =>
    renderWithShell(<DisplayNameForm account={newAccount} isNewUser />, {
      session: 'verified',
      account: newAccount,
      answers,
    });

  it('chooses a name freely, also the text before the @, which nobody has seen before', async () => {
    const { user, shell } = renderFirstName(answer(patchMe, aUser({ displayName: 'frieda.p' })));
    expect(nameField()).toHaveValue('');
    await user.type(nameField(), 'frieda.p{Enter}');
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['back', 1]]));
    expect(shell.session.get()).toMatchObject({ account: { displayName: 'frieda.p', named: true } });
    expect(shell.recorded.snackbars).toEqual([]);
  });

  it('may skip the question', async () => {
    const { user, shell } = renderFirstName();
    await user.click(screen.getByRole('button', { name: 'Überspringen' }));
    expect(shell.recorded.navigation).toEqual([['back', 1]]);
    expect(shell.requests).toEqual([]);
  });
});

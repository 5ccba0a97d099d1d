import { patchMe } from '@mahlzeit/contract';
import { aUser, anAccount } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { DisplayNameForm } from './edit-name-screen';

const render = (...answers: ScenarioAnswer[]) =>
  renderWithShell(<DisplayNameForm account={anAccount()} />, { session: 'verified', answers });
const field = () => screen.getByRole('textbox', { name: 'Name' });
const save = () => screen.getByRole('button', { name: 'Namen speichern' });

it('starts with the current name and counts its characters', () => {
  render();
  expect(field()).toHaveValue('Frieda Petersen');
  expect(screen.getByText('15/60', { exact: false })).toBeInTheDocument();
});

it('saves a new name and goes back', async () => {
  const { user, shell } = render(answer(patchMe, aUser({ displayName: 'Jule' })));
  await user.clear(field());
  await user.type(field(), 'Jule{Enter}');
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
])('U06 validates the cleaned form of %j', async (typedText, expectedText) => {
  const { user, shell } = render();
  await user.clear(field());
  await user.click(field());
  await user.paste(typedText);
  await user.click(save());
  await waitFor(() => expect(field()).toHaveAccessibleDescription(expect.stringContaining(expectedText)));
  expect(shell.requests).toEqual([]);
});

it.each([
  ['ErrorNameIdentical', refuse(patchMe, 'ErrorNameIdentical'), 'So heißt du schon.'],
  ['what is unexpected', refuse(patchMe, 'internal'), 'Das hat nicht geklappt. Versuch es noch einmal.'],
  ['no connection', failAsUnreachable(patchMe), 'Keine Verbindung. Prüf dein Internet und versuch es noch einmal.'],
])('shows %s at the field, which keeps the name', async (_, message, expectedText) => {
  const { user, shell } = render(message);
  await user.type(field(), '-Blume{Enter}');
  await waitFor(() => expect(field()).toHaveAccessibleDescription(expect.stringContaining(expectedText)));
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue('Frieda Petersen-Blume');
  expect(shell.recorded.navigation).toEqual([]);
});

it('sends one request, even after several presses', async () => {
  const { user, shell } = render(neverRespond(patchMe));
  await user.type(field(), '-Blume');
  await user.dblClick(save());
  expect(shell.requests).toEqual(['PATCH /api/users/me']);
});

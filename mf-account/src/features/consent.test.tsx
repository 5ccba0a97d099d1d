import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { ConsentChoice, consentTitleKey } from './consent';

const purposes = ['analytics', 'errorReports'] as const;
const render = (allowedPurposes: readonly ConsentPurpose[] | null) =>
  renderWithShell(<ConsentChoice />, { consent: { purposes, allowedPurposes } });
const box = (name: string) => screen.getByRole('checkbox', { name });
const ticks = () =>
  screen.getAllByRole('checkbox').map((candidate) => candidate instanceof HTMLInputElement && candidate.checked);
const buttonNamed = (name: string) => screen.getByRole('button', { name });

it.each<[readonly ConsentPurpose[] | null, readonly boolean[]]>([
  [null, [false, false]],
  [[], [false, false]],
  [['errorReports'], [false, true]],
  [purposes, [true, true]],
])('ticks only allowed purposes: %j', (allowedPurposes, expected) => {
  render(allowedPurposes);
  expect(ticks()).toEqual(expected);
});

it('stores a consent for one purpose and withdraws the other', async () => {
  const { user, shell } = render(['analytics']);
  await user.click(box('Fehlerberichte'));
  await user.click(box('Auswertung der Nutzung'));
  expect(shell.consent.get()).toEqual(['analytics']);
  await user.click(buttonNamed('Auswahl speichern'));
  expect(shell.consent.get()).toEqual(['errorReports']);
  expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Danke. Das gilt, bis du es änderst.' }]);
  expect(shell.recorded.navigation).toEqual([['back', 1]]);
});

it.each<[string, readonly ConsentPurpose[], string]>([
  ['Beides ablehnen', [], 'Ab jetzt wird nichts gesendet.'],
  ['Beides erlauben', purposes, 'Danke. Das gilt, bis du es änderst.'],
  ['Auswahl speichern', [], 'Ab jetzt wird nichts gesendet.'],
])('stores a decision after one press: %s', async (name, allowedPurposes, expectedText) => {
  const { user, shell } = render(null);
  await user.click(buttonNamed(name));
  expect(shell.consent.get()).toEqual(allowedPurposes);
  expect(shell.recorded.snackbars).toMatchObject([{ text: expectedText }]);
});

it('stores nothing without a decision', async () => {
  const { user, shell, unmount } = render(null);
  await user.click(box('Auswertung der Nutzung'));
  unmount();
  expect(shell.consent.get()).toBeNull();
});

it('asks for Google’s map only where the deployment has one, with other purposes or alone', async () => {
  const { user, shell } = renderWithShell(<ConsentChoice />, {
    consent: { purposes: [...purposes, 'googleMaps'], allowedPurposes: null },
  });
  await user.click(box('Karte von Google'));
  await user.click(buttonNamed('Auswahl speichern'));
  expect(shell.consent.get()).toEqual(['googleMaps']);
  await user.click(buttonNamed('Alles erlauben'));
  expect(shell.consent.get()).toEqual([...purposes, 'googleMaps']);
});

it.each<[readonly ConsentPurpose[], string]>([
  [purposes, 'Consent'],
  [[...purposes, 'googleMaps'], 'ConsentWithMap'],
  [['googleMaps'], 'ConsentOfMap'],
])('chooses the title by the purposes: %j', (listedPurposes, key) => expect(consentTitleKey(listedPurposes)).toBe(key));

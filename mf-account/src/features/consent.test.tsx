import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { ConsentChoice, consentTitle } from './consent';

const purposes = ['analytics', 'errorReports'] as const;
const show = (allowed: readonly ConsentPurpose[] | null) =>
  renderWithShell(<ConsentChoice />, { consent: { purposes, allowed } });
const box = (name: string) => screen.getByRole('checkbox', { name });
const ticks = () => screen.getAllByRole('checkbox').map((one) => one instanceof HTMLInputElement && one.checked);
const press = (name: string) => screen.getByRole('button', { name });

it.each<[readonly ConsentPurpose[] | null, readonly boolean[]]>([
  [null, [false, false]],
  [[], [false, false]],
  [['errorReports'], [false, true]],
  [purposes, [true, true]],
])('ticks nothing that was not allowed: %j', (allowed, expected) => {
  show(allowed);
  expect(ticks()).toEqual(expected);
});

it('gives consent for one purpose alone, and takes it back for the other', async () => {
  const { user, shell } = show(['analytics']);
  await user.click(box('Fehlerberichte'));
  await user.click(box('Auswertung der Nutzung'));
  expect(shell.consent.get()).toEqual(['analytics']);
  await user.click(press('Auswahl speichern'));
  expect(shell.consent.get()).toEqual(['errorReports']);
  expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Danke. Das gilt, bis du es änderst.' }]);
  expect(shell.recorded.navigation).toEqual([['back', 1]]);
});

it.each<[string, readonly ConsentPurpose[], string]>([
  ['Beides ablehnen', [], 'Ab jetzt wird nichts gesendet.'],
  ['Beides erlauben', purposes, 'Danke. Das gilt, bis du es änderst.'],
  ['Auswahl speichern', [], 'Ab jetzt wird nichts gesendet.'],
])('decides by one press: %s', async (name, allowed, words) => {
  const { user, shell } = show(null);
  await user.click(press(name));
  expect(shell.consent.get()).toEqual(allowed);
  expect(shell.recorded.snackbars).toMatchObject([{ text: words }]);
});

it('decides nothing where it is only looked at', async () => {
  const { user, shell, unmount } = show(null);
  await user.click(box('Auswertung der Nutzung'));
  unmount();
  expect(shell.consent.get()).toBeNull();
});

it('asks for Google’s map where the deployment has one, beside the others or alone', async () => {
  const { user, shell } = renderWithShell(<ConsentChoice />, {
    consent: { purposes: [...purposes, 'googleMaps'], allowed: null },
  });
  await user.click(box('Karte von Google'));
  await user.click(press('Auswahl speichern'));
  expect(shell.consent.get()).toEqual(['googleMaps']);
  await user.click(press('Alles erlauben'));
  expect(shell.consent.get()).toEqual([...purposes, 'googleMaps']);
});

it.each<[readonly ConsentPurpose[], string]>([
  [purposes, 'Consent'],
  [[...purposes, 'googleMaps'], 'ConsentWithMap'],
  [['googleMaps'], 'ConsentOfMap'],
])('is named after what it is about: %j', (asked, key) => expect(consentTitle(asked)).toBe(key));

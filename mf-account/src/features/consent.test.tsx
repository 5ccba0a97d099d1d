import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { ConsentChoice, consentTitleKey } from './consent';

const consentPurposes = ['analytics', 'errorReports'] as const;
const renderConsentChoice = (allowedPurposes: readonly ConsentPurpose[] | null) =>
  renderWithShell(<ConsentChoice />, { consent: { purposes: consentPurposes, allowedPurposes } });
const purposeCheckbox = (purposeLabel: string) => screen.getByRole('checkbox', { name: purposeLabel });
const checkboxStates = () =>
  screen.getAllByRole('checkbox').map((checkbox) => checkbox instanceof HTMLInputElement && checkbox.checked);
const buttonNamed = (buttonName: string) => screen.getByRole('button', { name: buttonName });

it.each<[readonly ConsentPurpose[] | null, readonly boolean[]]>([
  [null, [false, false]],
  [[], [false, false]],
  [['errorReports'], [false, true]],
  [consentPurposes, [true, true]],
])('ticks only allowed purposes: %j', (allowedPurposes, expectedStates) => {
  renderConsentChoice(allowedPurposes);
  expect(checkboxStates()).toEqual(expectedStates);
});

it('stores a consent for one purpose and withdraws the other', async () => {
  const { user, shell } = renderConsentChoice(['analytics']);
  await user.click(purposeCheckbox('Fehlerberichte'));
  await user.click(purposeCheckbox('Auswertung der Nutzung'));
  expect(shell.consent.get()).toEqual(['analytics']);
  await user.click(buttonNamed('Auswahl speichern'));
  expect(shell.consent.get()).toEqual(['errorReports']);
  expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Danke. Das gilt, bis du es änderst.' }]);
  expect(shell.recorded.navigation).toEqual([['back', 1]]);
});

it.each<[string, readonly ConsentPurpose[], string]>([
  ['Beides ablehnen', [], 'Ab jetzt wird nichts gesendet.'],
  ['Beides erlauben', consentPurposes, 'Danke. Das gilt, bis du es änderst.'],
  ['Auswahl speichern', [], 'Ab jetzt wird nichts gesendet.'],
])('stores a decision after one press: %s', async (buttonName, allowedPurposes, expectedText) => {
  const { user, shell } = renderConsentChoice(null);
  await user.click(buttonNamed(buttonName));
  expect(shell.consent.get()).toEqual(allowedPurposes);
  expect(shell.recorded.snackbars).toMatchObject([{ text: expectedText }]);
});

it('stores nothing without a decision', async () => {
  const { user, shell, unmount } = renderConsentChoice(null);
  await user.click(purposeCheckbox('Auswertung der Nutzung'));
  unmount();
  expect(shell.consent.get()).toBeNull();
});

it('asks for Google’s map only where the deployment has one, with other purposes or alone', async () => {
  const { user, shell } = renderWithShell(<ConsentChoice />, {
    consent: { purposes: [...consentPurposes, 'googleMaps'], allowedPurposes: null },
  });
  await user.click(purposeCheckbox('Karte von Google'));
  await user.click(buttonNamed('Auswahl speichern'));
  expect(shell.consent.get()).toEqual(['googleMaps']);
  await user.click(buttonNamed('Alles erlauben'));
  expect(shell.consent.get()).toEqual([...consentPurposes, 'googleMaps']);
});

it.each<[readonly ConsentPurpose[], string]>([
  [consentPurposes, 'Consent'],
  [[...consentPurposes, 'googleMaps'], 'ConsentWithMap'],
  [['googleMaps'], 'ConsentOfMap'],
])('chooses the title by the purposes: %j', (listedPurposes, expectedTitleKey) =>
  expect(consentTitleKey(listedPurposes)).toBe(expectedTitleKey),
);

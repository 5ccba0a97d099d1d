import type { Page } from '@playwright/test';

/** Types an address into the page of a third party that has opened, and ends there by the named button. */
export const answerThirdParty = async (popup: Page, email: string, button: 'Anmelden' | 'Abbrechen' = 'Anmelden'): Promise<void> => {
  await popup.getByLabel('E-Mail-Adresse', { exact: true }).fill(email);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: button, exact: true }).click();
  await closed;
};

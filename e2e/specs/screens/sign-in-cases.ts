import type { Page } from '@playwright/test';
import { dialogOf } from '../../world/locators';
import { expect } from '../../world/world-test';
import type { ScreenCase } from './screen-case';

const ways = (page: Page) => dialogOf(page, 'Anmelden oder registrieren');

const openWays = async (page: Page): Promise<void> => {
  await page.goto('/restaurants#registration/prompt');
  await expect(ways(page).getByRole('button', { name: 'Weiter mit Apple' })).toBeVisible();
};

/** Where one comes to an account, or back to it. */
export const signInCases: readonly ScreenCase[] = [
  { name: 'registration', open: openWays },
  {
    name: 'registration while a window is open',
    async open(page) {
      // The window itself belongs to others.
      await page.addInitScript(() => {
        window.open = () => window;
      });
      await openWays(page);
      await ways(page).getByRole('button', { name: 'Weiter mit Google' }).click();
      await expect(ways(page).getByRole('button', { name: 'Fenster noch einmal öffnen' })).toBeVisible();
    },
  },
  {
    name: 'login with a refusal',
    async open(page, { consoleErrors }) {
      consoleErrors.expect(/\/api\/auth\/login/);
      await page.goto('/restaurants#login/changed');
      const login = dialogOf(page, 'Anmelden');
      await login.getByRole('textbox', { name: 'E-Mail' }).fill('wolfeschlegelsteinhausenbergerdorff@mahlzeit-in-der-mittagspause.test');
      await login.getByLabel('Passwort', { exact: true }).fill('mittagspause');
      await login.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await expect(login.getByText('Leg mit dieser Adresse ein Konto an.')).toBeVisible();
    },
  },
  {
    name: 'new account with mistakes',
    async open(page) {
      await page.goto('/restaurants#login/new');
      const form = dialogOf(page, 'Konto anlegen');
      await form.getByRole('button', { name: 'Konto anlegen' }).click();
      await expect(form.getByText('Gib deine E-Mail-Adresse ein.')).toBeVisible();
    },
  },
  {
    name: 'new password by a link that is good no longer',
    async open(page) {
      await page.goto('/restaurants#login/reset');
      await expect(dialogOf(page, 'Neues Passwort').getByText('Dieser Link gilt nicht mehr')).toBeVisible();
    },
  },
];

import type { Page } from '../../e2e/world/world-test';
import { dialogOf } from '../../e2e/world/locators';
import { expect } from '../../e2e/world/world-test';
import type { ScreenCase } from '../../e2e/remotes/screen-case';
import { openScreen } from '../../e2e/remotes/screen-case';

const signInOptionsDialog = (page: Page) => dialogOf(page, 'Anmelden oder registrieren');

const appleButton = (page: Page) => signInOptionsDialog(page).getByRole('button', { name: 'Weiter mit Apple' });

/** Screen states of registration, login and password reset. */
export const signInCases: readonly ScreenCase[] = [
  { name: 'registration', open: openScreen('registration/prompt'), shown: appleButton },
  {
    name: 'registration while a window is open',
    needsOwnPage: true,
    async open(page) {
      // `window.open` is replaced, because a real sign-in window would show pages of other sites.
      await page.addInitScript(() => {
        window.open = () => window;
      });
      await openScreen('registration/prompt')(page);
      await expect(appleButton(page)).toBeVisible();
      await signInOptionsDialog(page).getByRole('button', { name: 'Weiter mit Google' }).click();
    },
    shown: (page) => signInOptionsDialog(page).getByRole('button', { name: 'Fenster noch einmal öffnen' }),
  },
  {
    name: 'login with a refusal',
    async open(page, { consoleErrors }) {
      consoleErrors.expect(/\/api\/auth\/login/);
      await page.goto('/restaurants#login/changed');
      const loginDialog = dialogOf(page, 'Anmelden');
      await loginDialog
        .getByRole('textbox', { name: 'E-Mail' })
        .fill('wolfeschlegelsteinhausenbergerdorff@mahlzeit-in-der-mittagspause.test');
      await loginDialog.getByLabel('Passwort', { exact: true }).fill('mittagspause');
      await loginDialog.getByRole('button', { name: 'Anmelden', exact: true }).click();
    },
    shown: (page) => dialogOf(page, 'Anmelden').getByText('Leg mit dieser Adresse ein Konto an.'),
  },
  {
    name: 'new account with mistakes',
    async open(page) {
      await page.goto('/restaurants#login/new');
      await dialogOf(page, 'Konto anlegen').getByRole('button', { name: 'Konto anlegen' }).click();
    },
    shown: (page) => dialogOf(page, 'Konto anlegen').getByText('Gib deine E-Mail-Adresse ein.'),
  },
  {
    name: 'new password by a link that is good no longer',
    open: openScreen('login/reset'),
    shown: (page) => dialogOf(page, 'Neues Passwort').getByText('Dieser Link gilt nicht mehr'),
  },
];

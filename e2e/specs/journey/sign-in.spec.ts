import type { Page } from '@playwright/test';
import { answerThirdParty, readLinkFromMail, waitForMail } from '../../world/sandbox';
import { fillCredentials, registerMember, createPerson, skipName, verifyEmailAddress } from '../../world/sign-in';
import { dialogOf, openDrawer } from '../../world/locators';
import { expect, SCREEN_SIZES, test } from '../../world/world-test';

const [PHONE_SCREEN] = SCREEN_SIZES;

const openPageAtHash = async (page: Page, hash: string): Promise<void> => {
  await page.goto(`/restaurants${hash}`);
  await expect(page.getByRole('main').getByRole('article').first()).toBeAttached();
};

test.describe('a forgotten password', () => {
  test.use({ viewport: PHONE_SCREEN.viewport });

  test('is set anew by the mailed link, also while logged in: the old one is refused, the new one lets in, and the link is good once', async ({
    page,
    world,
    consoleErrors,
  }) => {
    consoleErrors.expect(/status of 401|\/api\/auth\/password-reset\/confirm/);
    const person = await registerMember(world, 'frieda');
    await verifyEmailAddress(world, person);
    await openPageAtHash(page, '#login');
    const loginDialog = dialogOf(page, 'Anmelden');
    const submitLogin = async (password: string): Promise<void> => {
      await fillCredentials(page, { ...person, password });
      await loginDialog.getByRole('button', { name: 'Anmelden', exact: true }).click();
    };
    await loginDialog.getByRole('textbox', { name: 'E-Mail' }).fill(person.email);
    await loginDialog.getByRole('button', { name: 'Passwort vergessen?' }).click();
    await expect(page.getByText('Der Link ist unterwegs. Schau in dein Postfach.')).toBeVisible();
    const passwordResetLink = readLinkFromMail(await waitForMail(world, person.email, /^Neues Passwort für Mahlzeit$/));
    await submitLogin(person.password);
    await expect(page.getByText(/^Du bist angemeldet\. Hallo, frieda-/)).toBeVisible();

    await page.goto(passwordResetLink);
    const passwordResetDialog = dialogOf(page, 'Neues Passwort');
    await passwordResetDialog.getByLabel('Neues Passwort').fill('abendessen');
    expect(page.url()).not.toContain('resetToken');
    await passwordResetDialog.getByRole('button', { name: 'Passwort speichern' }).click();
    await expect(loginDialog.getByText('Melde dich jetzt mit deinem neuen Passwort an.')).toBeVisible();

    await submitLogin(person.password);
    await expect(loginDialog.getByText('Das Passwort stimmt nicht.')).toBeVisible();
    await submitLogin('abendessen');
    await expect(page.getByText(/^Du bist angemeldet\. Hallo, frieda-/)).toBeVisible();

    await page.goto(passwordResetLink);
    await passwordResetDialog.getByLabel('Neues Passwort').fill('frühstück');
    await passwordResetDialog.getByRole('button', { name: 'Passwort speichern' }).click();
    await expect(passwordResetDialog.getByText('Dieser Link gilt nicht mehr')).toBeVisible();
    await expect(passwordResetDialog.getByRole('textbox', { name: 'E-Mail' })).toHaveValue(person.email);
    await expect(passwordResetDialog.getByRole('textbox', { name: 'E-Mail' })).toBeFocused();
  });
});

test.describe('third parties', () => {
  test.use({ viewport: PHONE_SCREEN.viewport });
  test.beforeEach(({ consoleErrors }) => consoleErrors.expect(/^request to another host: http:\/\/localhost:\d+\//));

  const PROVIDERS = ['Google', 'Facebook', 'Apple'] as const;
  const signInDialog = (page: Page) => dialogOf(page, 'Anmelden oder registrieren');
  const privacyPolicyDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Unsere Datenschutzerklärung' });

  const openSignInWindow = async (page: Page, provider: string): Promise<Page> => {
    const popupPromise = page.waitForEvent('popup');
    await signInDialog(page)
      .getByRole('button', { name: `Weiter mit ${provider}` })
      .click();
    return popupPromise;
  };

  test('let in who is new and who comes back, each after the policy (A04)', async ({ page, consoleErrors }) => {
    // The gateway has removed the account whose policy the user declined. The live connection may notice this before
    // the page does.
    consoleErrors.expect(/status of 401 .*\/api\/auth\/refresh\)/);
    const jule = createPerson('jule');
    await openPageAtHash(page, '');
    for (const [provider, greeting] of [
      ...PROVIDERS.map((providerName) => [providerName, /^Dein Konto ist angelegt\. Willkommen, \w+-jule-/] as const),
      // A new user who signs in by a third party and declines the policy leaves no account behind.
      ['Google', /^Dein Konto ist angelegt\. Willkommen, google-jule-/] as const,
    ]) {
      await (await openDrawer(page)).getByRole('link', { name: 'Anmelden oder registrieren' }).click();
      await answerThirdParty(await openSignInWindow(page, provider), `${provider}-${jule.email}`);
      await expect(page.getByText(greeting)).toBeVisible();
      // A new user whose name the third party hasn't told is asked for it after the policy.
      await expect(page).toHaveURL(/\/restaurants(#editname\/new)?$/);
      await privacyPolicyDialog(page).getByRole('button', { name: 'Nein, abmelden' }).click();
      await expect(page.getByText('Du bist abgemeldet.')).toBeVisible();
      await expect(page).toHaveURL(/\/restaurants$/);
    }
    const signInAtGoogle = async (): Promise<void> => {
      await (await openDrawer(page)).getByRole('link', { name: 'Anmelden oder registrieren' }).click();
      await answerThirdParty(await openSignInWindow(page, 'Google'), `Google-${jule.email}`);
    };
    await signInAtGoogle();
    await privacyPolicyDialog(page).getByRole('button', { name: 'Zustimmen' }).click();
    await skipName(page);
    await (await openDrawer(page)).getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('alertdialog', { name: 'Abmelden?' }).getByRole('button', { name: 'Abmelden' }).click();
    // A drawer that opens before the end of the session closes with it.
    await expect(page.getByText('Du bist abgemeldet.')).toBeVisible();
    await signInAtGoogle();
    await expect(page.getByText(/^Du bist angemeldet\. Hallo, google-jule-/)).toBeVisible();
  });

  test('can be turned away from in the window and beside it, and an address that is taken lets nobody in (A07), but to where they were going once they log in', async ({
    page,
    world,
  }) => {
    const ben = await registerMember(world, 'ben');
    await openPageAtHash(page, '#contacts');
    await answerThirdParty(await openSignInWindow(page, 'Google'), ben.email, 'Abbrechen');
    await expect(signInDialog(page).getByText('Du hast die Anmeldung mit Google abgebrochen.')).toBeVisible();

    const forgottenPopup = await openSignInWindow(page, 'Apple');
    await signInDialog(page).getByRole('button', { name: 'Abbrechen' }).click();
    await answerThirdParty(forgottenPopup, ben.email);
    await expect(signInDialog(page).getByRole('button', { name: 'Weiter mit Apple' })).toBeVisible();

    const logoutResponse = page.waitForResponse('**/api/auth/logout');
    const sessionResponse = page.waitForResponse('**/api/auth/anonymous');
    await answerThirdParty(await openSignInWindow(page, 'Google'), ben.email);
    const refusalDialog = page.getByRole('alertdialog', { name: 'Die Anmeldung hat nicht geklappt' });
    await expect(refusalDialog).toContainText('Zu dieser E-Mail-Adresse gibt es schon ein Konto.');
    await refusalDialog.getByRole('button', { name: 'Anmelden' }).click();
    expect([(await logoutResponse).status(), (await sessionResponse).status()]).toEqual([200, 200]);
    await fillCredentials(page, ben);
    await dialogOf(page, 'Anmelden').getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByText(/^Du bist angemeldet\. Hallo, ben-/)).toBeVisible();
    await expect(dialogOf(page, 'Kontakte')).toBeVisible();
  });
});

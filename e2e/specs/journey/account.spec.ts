import type { Locator, Page } from '@playwright/test';
import { expect, inEachScreenSize, test } from '../../world/world-test';
import {
  becomeMember,
  fillCredentials,
  logInOnPage,
  postponeVerification,
  registerOnPage,
  createPerson,
} from '../../world/sign-in';
import { dialogOf, openDrawer } from '../../world/locators';

const MEMBER_LINK_NAMES = ['Nachrichten', 'Bestellungen', 'Einladungen', 'Kontakte', 'Gutscheine'] as const;

const openMainScreen = async (page: Page, hash = ''): Promise<void> => {
  await page.goto(`/restaurants${hash}`);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
};

/** Records the titles of all dialogs that this page shows, from its start on. */
const recordDialogTitles = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const dialogTitles = new Set<string>();
    Object.defineProperty(globalThis, 'dialogsSeen', { value: dialogTitles });
    new MutationObserver(() => {
      for (const titleElement of document.querySelectorAll('[role=dialog] :is(h1, h2)'))
        dialogTitles.add(titleElement.textContent);
    }).observe(document, { childList: true, subtree: true });
  });
};

const shownDialogTitles = (page: Page): Promise<string[]> => page.evaluate('[...globalThis.dialogsSeen]');

test('leads an anonymous visitor from each line for members to registration', async ({ page }) => {
  await openMainScreen(page);
  await inEachScreenSize(page, async () => {
    for (const linkName of MEMBER_LINK_NAMES) {
      const drawer = await openDrawer(page);
      const drawerLink = drawer.getByRole('link', { name: linkName });
      // Links of the drawer whose screens don't exist yet are hidden from members. Visitors see all links, and each
      // leads to registration.
      await drawerLink.click();
      await expect(dialogOf(page, 'Anmelden oder registrieren')).toBeVisible();
      await expect(page).toHaveURL(/#registration$/);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
});

const logOut = async (page: Page, drawer: Locator): Promise<void> => {
  await drawer.getByRole('button', { name: 'Abmelden' }).click();
  await page.getByRole('alertdialog', { name: 'Abmelden?' }).getByRole('button', { name: 'Abmelden' }).click();
  await expect(page.getByText('Du bist abgemeldet.')).toBeVisible();
  await expect((await openDrawer(page)).getByRole('link', { name: 'Anmelden oder registrieren' })).toBeVisible();
  await page.keyboard.press('Escape');
};

test('registers, shows empty orders, invitations and contacts, logs out and logs in again', async ({
  page,
  consoleErrors,
}) => {
  test.slow();
  // The page stores the language some seconds after a login or logout. If the session ends while that request is under
  // way, the gateway refuses the request with 401, and the page sends it again with the new session.
  consoleErrors.expect(/status of 401 .*\/api\/users\/me\)/);
  await openMainScreen(page);
  await inEachScreenSize(page, async () => {
    const anna = createPerson('anna');
    await registerOnPage(page, anna);
    await expect(page.getByText(/^Dein Konto ist angelegt\. Willkommen, anna-/)).toBeVisible();
    await expect(page).toHaveURL(/\/restaurants$/);

    for (const [linkName, emptyHeading] of [
      ['Bestellungen', /Bestellung/],
      ['Einladungen', /Einladung/],
      ['Kontakte', /Kontakt/],
    ] as const) {
      await (await openDrawer(page)).getByRole('link', { name: linkName }).click();
      const memberDialog = dialogOf(page, linkName);
      await expect(memberDialog.getByRole('tabpanel').getByRole('heading', { name: emptyHeading })).toBeVisible();
      await expect(memberDialog.getByRole('alert')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(memberDialog).toBeHidden();
    }

    const drawer = await openDrawer(page);
    await expect(drawer.getByText('Ohne Namen')).toBeVisible();
    await logOut(page, drawer);

    await logInOnPage(page, anna);
    await expect(page.getByText(/^Du bist angemeldet\. Hallo, anna-/)).toBeVisible();
    await postponeVerification(page);
    await logOut(page, await openDrawer(page));
  });
});

test('says at the fields what is missing or wrong, and keeps what was typed', async ({ page, consoleErrors }) => {
  // The gateway refuses these logins and registrations with a 4xx status, which Chromium prints as an error.
  consoleErrors.expect(/\/api\/auth\/(register|login)/);
  const ben = createPerson('ben');
  await openMainScreen(page, '#login/new');
  const registrationForm = dialogOf(page, 'Konto anlegen');
  await fillCredentials(page, { ...ben, password: 'kurz' });
  await registrationForm.getByRole('button', { name: 'Konto anlegen' }).click();
  await expect(registrationForm.getByText('Nimm mindestens 8 Zeichen.')).toBeVisible();
  await fillCredentials(page, ben);
  await registrationForm.getByRole('button', { name: 'Konto anlegen' }).click();
  await expect(registrationForm.getByText('Ohne deine Zustimmung können wir kein Konto anlegen.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-Mail' })).toHaveValue(ben.email);

  await page.goto('/restaurants#login');
  const loginDialog = dialogOf(page, 'Anmelden');
  await fillCredentials(page, ben);
  await loginDialog.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(loginDialog.getByText('Zu dieser E-Mail-Adresse gibt es kein Konto.')).toBeVisible();
});

test('R06 shows the orders of a logged-in visitor after a reload, and never the login on the way', async ({
  page,
  context,
}) => {
  await becomeMember(context);
  await openMainScreen(page);
  await postponeVerification(page);
  await recordDialogTitles(page);
  await (await openDrawer(page)).getByRole('link', { name: 'Bestellungen' }).click();
  await expect(dialogOf(page, 'Bestellungen')).toBeVisible();
  await page.reload();
  await postponeVerification(page);
  await expect(dialogOf(page, 'Bestellungen').getByRole('tabpanel')).toBeVisible();
  expect(await shownDialogTitles(page)).not.toContain('Anmelden oder registrieren');
  expect((await shownDialogTitles(page)).filter((title) => /anmelden|konto/i.test(title))).toEqual([]);
});

test('R06 shows nothing of a members’ screen to an anonymous visitor who opens its address, but the way to an account', async ({
  page,
}) => {
  await recordDialogTitles(page);
  await openMainScreen(page, '#orders');
  await expect(dialogOf(page, 'Anmelden oder registrieren')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect((await shownDialogTitles(page)).filter((title) => /bestellung/i.test(title))).toEqual([]);
});

import type { BrowserContext, Page } from '@playwright/test';
import { becomeMember, logInOnPage, verifyEmailAddress } from '../../world/sign-in';
import { dialogOf, openDrawer } from '../../world/locators';
import { expect, test } from '../../world/world-test';

test.use({ viewport: { width: 360, height: 740 } });

const openTab = async (context: BrowserContext, screenHash = ''): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`/restaurants${screenHash}`);
  await expect(page.getByRole('main').getByRole('article').first()).toBeAttached();
  return page;
};

/** Logs out: presses „Abmelden“ and confirms the question. */
const logOut = async (page: Page): Promise<void> => {
  await (await openDrawer(page)).getByRole('button', { name: 'Abmelden' }).click();
  await page.getByRole('alertdialog', { name: 'Abmelden?' }).getByRole('button', { name: 'Abmelden' }).click();
  await expect(page.getByText('Du bist abgemeldet.')).toBeVisible();
};

/** Expects the page of an anonymous visitor that shows no data of the user with this name. */
const expectVisitor = async (page: Page, visitorName: RegExp): Promise<void> => {
  const drawerDialog = await openDrawer(page);
  await expect(drawerDialog.getByRole('link', { name: 'Anmelden oder registrieren' })).toBeVisible();
  await expect(page.getByText(visitorName)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(drawerDialog).toBeHidden();
};

test('A06 leaves nothing of a member in any tab, be it by logout or by deletion, and asks all of them when they come back (A09)', async ({
  context,
  world,
  consoleErrors,
}) => {
  // Tabs may still send one request with the ended session. The gateway refuses it with 401, which Chromium prints as
  // an error.
  consoleErrors.expect(/status of 401 .*\/api\/(auth\/refresh|auth\/logout|users\/me)/);
  const memberDora = await becomeMember(context);
  await verifyEmailAddress(world, memberDora);
  const [currentTab, ordersPage, settingsPage] = [
    await openTab(context),
    await openTab(context, '#orders'),
    await openTab(context, '#settings'),
  ];
  await expect(dialogOf(ordersPage, 'Bestellungen').getByRole('tabpanel')).toBeVisible();
  await expect(dialogOf(settingsPage, 'Einstellungen').getByText(memberDora.email)).toBeVisible();
  const askingPage = await openTab(context);
  await (await openDrawer(askingPage)).getByRole('button', { name: 'Abmelden' }).click();
  await expect(askingPage.getByRole('alertdialog', { name: 'Abmelden?' })).toBeVisible();

  await currentTab.bringToFront();
  await logOut(currentTab);
  // In the other tabs, a screen for members closes and its hash disappears, an open confirmation dialog closes without
  // an answer, and a screen for everybody stays without the member's data.
  await expect(ordersPage.getByRole('dialog')).toHaveCount(0);
  await expect(ordersPage).toHaveURL(/\/restaurants$/);
  await expect(askingPage.getByRole('alertdialog')).toHaveCount(0);
  await expect(dialogOf(settingsPage, 'Einstellungen')).toBeVisible();
  await expect(settingsPage.getByText(memberDora.email)).toHaveCount(0);
  for (const openedTab of [currentTab, ordersPage, askingPage]) await expectVisitor(openedTab, /dora-|Ohne Namen/);
  await settingsPage.close();

  // The other tabs follow a login, and also the deletion and the recovery of the account.
  await logInOnPage(currentTab, memberDora);
  await expect((await openDrawer(ordersPage)).getByText('Ohne Namen')).toBeVisible();
  await ordersPage.keyboard.press('Escape');

  // The gateway ends every session when the account is deleted. Each of the other tabs notices this by itself.
  await currentTab.goto('/restaurants#deleteaccount');
  const deletionForm = dialogOf(currentTab, 'Konto löschen');
  await deletionForm.getByLabel('Aktuelles Passwort').fill(memberDora.password);
  await deletionForm.getByRole('button', { name: 'Konto löschen' }).click();
  await currentTab
    .getByRole('alertdialog', { name: 'Auf Wiedersehen' })
    .getByRole('button', { name: 'Verstanden' })
    .click();
  for (const tab of [currentTab, ordersPage, askingPage]) await expectVisitor(tab, /dora-|Ohne Namen/);

  // The user of this test, Dora, may recover her deleted account within thirty days. Every tab asks whether she wants
  // to, and her answer in one tab counts for all (A09).
  await logInOnPage(currentTab, memberDora);
  const recoveryQuestion = (tab: Page) => tab.getByRole('alertdialog', { name: 'Willkommen zurück' });
  for (const tab of [currentTab, ordersPage, askingPage]) await expect(recoveryQuestion(tab)).toBeVisible();
  await recoveryQuestion(currentTab).getByRole('button', { name: 'Behalten und auffindbar' }).click();
  for (const tab of [currentTab, ordersPage, askingPage]) await expect(recoveryQuestion(tab)).toHaveCount(0);
  await expect((await openDrawer(ordersPage)).getByText('Für andere sichtbar')).toBeVisible();
  await expect(currentTab.getByRole('main').getByRole('article').first()).toBeVisible();
});

test('A06 shows nobody who has left to a tab that the browser had kept or frozen meanwhile', async ({
  context,
  world,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 401 .*\/api\/(auth\/refresh|users\/me)/);
  const dora = await becomeMember(context);
  await verifyEmailAddress(world, dora);
  const [currentTab, otherTab] = [await openTab(context), await openTab(context, '#settings')];
  await expect(dialogOf(otherTab, 'Einstellungen').getByText(dora.email)).toBeVisible();
  // After Back, the browser restores the page from memory or loads it again. In both cases the page must show the
  // current visitor.
  await otherTab.goto('about:blank');
  await logOut(currentTab);
  await otherTab.goBack();
  await expect(dialogOf(otherTab, 'Einstellungen')).toBeVisible();
  await expect(otherTab.getByText(dora.email)).toHaveCount(0);
});

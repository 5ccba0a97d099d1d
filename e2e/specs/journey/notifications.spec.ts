import type { Page } from '@playwright/test';
import { logInOnPage } from '../../world/sign-in';
import { TOWN_EDGE_POSITION, startWorld } from '../../world/start-world';
import { dialogOf } from '../../world/locators';
import { expect, testInWorld } from '../../world/world-test';

/** Tests in the demo world, whose users have notifications. */
const test = testInWorld(() => startWorld({ content: 'demo' }));

test.use({ geolocation: TOWN_EDGE_POSITION, viewport: { width: 360, height: 740 } });

const ANNA = { email: 'anna@mahlzeit.test', password: 'mittagspause' };
const CONTACT_TEXT = 'Neuer Kontakt: Ben Okafor hat dich als Kontakt hinzugefügt.';
const MESSAGE_TEXT = 'Ben Okafor: Heute Mittag ins Forno Nord?';

const messagesRegion = (page: Page) => page.getByRole('region', { name: 'Meldungen' });

const openRestaurantList = async (page: Page): Promise<void> => {
  await page.goto('/');
  // The number appears once all restaurants have loaded. If a user logs in while pages of the list are still loading,
  // the gateway refuses one request, and the browser repeats it.
  await expect(page.getByText(/Lokale? offen|keins offen/)).toBeVisible();
};

test('tells a member what happened, leads there, and tells it once', async ({ page, context, browser }) => {
  await openRestaurantList(page);
  await logInOnPage(page, ANNA);
  // Messages are shown one at a time, so the greeting after the login may come before the message about the contact.
  await expect(messagesRegion(page)).toContainText(CONTACT_TEXT);
  expect(await messagesRegion(page).textContent()).not.toMatch(/angemeldet|Forno Nord/);
  const closeResponse = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/users/me/notifications') && answer.request().method() === 'PATCH',
  );
  await messagesRegion(page).getByRole('button', { name: 'Ansehen' }).first().press('Enter');
  await expect(dialogOf(page, 'Kontakte')).toBeVisible();
  expect((await closeResponse).ok()).toBe(true);
  await expect(messagesRegion(page)).toContainText(MESSAGE_TEXT);

  await page.reload();
  await expect(dialogOf(page, 'Kontakte')).toBeVisible();
  const otherTab = await context.newPage();
  await openRestaurantList(otherTab);
  for (const openTab of [page, otherTab])
    await expect(messagesRegion(openTab)).not.toContainText(/Neuer Kontakt|Heute Mittag/);

  // A second device doesn't show the notifications that were closed on the first device. It still shows the
  // notification of the chat message, because nobody has opened the chat yet.
  const otherContext = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    viewport: { width: 1440, height: 900 },
    geolocation: TOWN_EDGE_POSITION,
    permissions: ['geolocation'],
  });
  const otherDevicePage = await otherContext.newPage();
  await openRestaurantList(otherDevicePage);
  await logInOnPage(otherDevicePage, ANNA);
  await expect(messagesRegion(otherDevicePage)).toContainText(MESSAGE_TEXT);
  await expect(messagesRegion(otherDevicePage)).not.toContainText('Neuer Kontakt');
  await messagesRegion(otherDevicePage).getByRole('button', { name: 'Ansehen' }).first().press('Enter');
  await expect(dialogOf(otherDevicePage, 'Ben Okafor').getByRole('listitem').last()).toContainText(
    'Heute Mittag ins Forno Nord?',
  );
  await otherContext.close();
});

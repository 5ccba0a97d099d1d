import type { Page } from '@playwright/test';
import { logIn } from '../../world/sign-in';
import { TOWN_EDGE, startWorld } from '../../world/start-world';
import { dialogOf } from '../../world/locators';
import { expect, testIn } from '../../world/world-test';

/** Tests in the demo world, whose users have notifications. */
const test = testIn(() => startWorld({ content: 'demo' }));

test.use({ geolocation: TOWN_EDGE, viewport: { width: 360, height: 740 } });

const ANNA = { email: 'anna@mahlzeit.test', password: 'mittagspause' };
const CONTACT = 'Neuer Kontakt: Ben Okafor hat dich als Kontakt hinzugefügt.';
const MESSAGE = 'Ben Okafor: Heute Mittag ins Forno Nord?';

const messages = (page: Page) => page.getByRole('region', { name: 'Meldungen' });

const openList = async (page: Page): Promise<void> => {
  await page.goto('/');
  // The number appears once the whole list has loaded. A login while pages of the list are still loading would make the
  // gateway refuse one request, which the page then repeats.
  await expect(page.getByText(/^(\d+|keins) offen/)).toBeVisible();
};

test('tells a member what happened, leads there, and tells it once', async ({ page, context, browser }) => {
  await openList(page);
  await logIn(page, ANNA);
  // Messages are shown one at a time, so the greeting may come first.
  await expect(messages(page)).toContainText(CONTACT);
  expect(await messages(page).textContent()).not.toMatch(/angemeldet|Forno Nord/);
  const closeResponse = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/users/me/notifications') && answer.request().method() === 'PATCH',
  );
  await messages(page).getByRole('button', { name: 'Ansehen' }).first().press('Enter');
  await expect(dialogOf(page, 'Kontakte')).toBeVisible();
  expect((await closeResponse).ok()).toBe(true);
  await expect(messages(page)).toContainText(MESSAGE);

  await page.reload();
  await expect(dialogOf(page, 'Kontakte')).toBeVisible();
  const tab = await context.newPage();
  await openList(tab);
  for (const recipient of [page, tab])
    await expect(messages(recipient)).not.toContainText(/Neuer Kontakt|Heute Mittag/);

  // Another device shows no notification that was closed on the first one. It shows the notification of the chat
  // message, because nobody has opened that yet.
  const elsewhere = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    viewport: { width: 1440, height: 900 },
    geolocation: TOWN_EDGE,
    permissions: ['geolocation'],
  });
  const device = await elsewhere.newPage();
  await openList(device);
  await logIn(device, ANNA);
  await expect(messages(device)).toContainText(MESSAGE);
  await expect(messages(device)).not.toContainText('Neuer Kontakt');
  await messages(device).getByRole('button', { name: 'Ansehen' }).first().press('Enter');
  await expect(dialogOf(device, 'Ben Okafor').getByRole('listitem').last()).toContainText(
    'Heute Mittag ins Forno Nord?',
  );
  await elsewhere.close();
});

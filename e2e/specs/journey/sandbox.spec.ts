import type { Page } from '@playwright/test';
import { registerMember } from '../../world/sign-in';
import { startInventedWorld } from '../../world/start-world';
import { expect, inEachScreenSize, test, testInWorld } from '../../world/world-test';
import { readTimeOrigin, restaurantCardOf } from '../../world/locators';

const CODE_CHALLENGE = 'c'.repeat(43);

const SANDBOX_REQUEST = /^request to another host: http:\/\/localhost:\d+\//;

test.beforeEach(({ consoleErrors }) => consoleErrors.expect(SANDBOX_REQUEST));

/** Records the next message that a sign-in window sends to the pages of this browser. */
const waitForSignInMessage = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise<unknown>((resolve) => {
        const signInChannel = new BroadcastChannel('mahlzeit-sign-in');
        signInChannel.addEventListener('message', ({ data }) => {
          signInChannel.close();
          resolve(data);
        });
      }),
  );

const openSignInWindow = async (page: Page, provider: string): Promise<Page> => {
  const popupPromise = page.context().waitForEvent('page');
  await page.evaluate(
    (signInUrl) => void window.open(signInUrl, '_blank', 'popup,width=480,height=640'),
    `/api/auth/${provider}/start?challenge=${CODE_CHALLENGE}`,
  );
  return popupPromise;
};

const PROVIDERS = [
  { provider: 'google', name: 'Google' },
  { provider: 'apple', name: 'Apple' },
  { provider: 'facebook', name: 'Facebook' },
] as const;

test('a window in which somebody signs in with a third party tells the page how it went, and closes itself', async ({
  page,
}) => {
  await page.goto('/restaurants');
  for (const { provider, name } of PROVIDERS) {
    for (const { button, message } of [
      {
        button: 'Abbrechen',
        message: { type: 'mahlzeit-sign-in', ok: false, challenge: CODE_CHALLENGE, code: 'cancelled' },
      },
      {
        button: 'Anmelden',
        message: {
          type: 'mahlzeit-sign-in',
          ok: true,
          challenge: CODE_CHALLENGE,
          code: expect.stringMatching(/^[\w-]{43}$/),
        },
      },
    ]) {
      await test.step(`${name}: ${button}`, async () => {
        const messagePromise = waitForSignInMessage(page);
        const popup = await openSignInWindow(page, provider);
        const closePromise = popup.waitForEvent('close');
        await expect(popup.getByRole('heading', { name: `Mit ${name} anmelden` })).toBeVisible();
        await popup.getByLabel('E-Mail-Adresse', { exact: true }).fill(`${provider}@beispiel.de`);
        await popup.getByRole('button', { name: button }).click();
        expect(await messagePromise).toEqual(message);
        await closePromise;
      });
    }
  }
});

test.describe('a mail', () => {
  // The sandbox shows the mail in an iframe without localStorage. By default the tests write to localStorage in each
  // frame, which would fail there; this option switches that off.
  test.use({ offersDownload: true });

  test('the sandbox shows a mail as its reader gets it', async ({ page, world }) => {
    const { email } = await registerMember(world);
    await page.goto(`${world.sandboxUrl}/?to=${encodeURIComponent(email)}`);
    await page.getByRole('link', { name: /Dein Code für Mahlzeit/ }).click();
    await inEachScreenSize(page, async () => {
      await expect(page.getByRole('heading', { name: 'Dein Code für Mahlzeit' })).toBeVisible();
      await expect(
        page.frameLocator('iframe').getByText('mit diesem Code bestätigst du deine E-Mail-Adresse'),
      ).toBeVisible();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
      ).toBe(true);
    });
  });
});

const clockTest = testInWorld(startInventedWorld);

clockTest(
  'a clock that is moved in the sandbox goes on in the open page, without reload',
  async ({ page, context, ownWorld, consoleErrors }) => {
    consoleErrors.expect(SANDBOX_REQUEST);
    await page.goto('/');
    const restaurantCard = restaurantCardOf(page, 'Kantine Haus 1');
    await expect(restaurantCard).toBeVisible();
    await expect(restaurantCard).not.toContainText('vorbei');
    const timeOriginBefore = await readTimeOrigin(page);
    const sandboxPage = await context.newPage();
    await sandboxPage.goto(ownWorld.sandboxUrl);
    await sandboxPage.getByLabel('Auf einen Zeitpunkt stellen').fill('2026-06-24T20:00');
    await sandboxPage.getByRole('button', { name: 'Uhr stellen' }).click();
    await expect(sandboxPage.getByRole('status').filter({ hasText: 'Uhr' })).toHaveText(
      'Die Uhr ist gestellt, in allen offenen Seiten auch.',
    );
    await expect(restaurantCard).toContainText('Mittagstisch vorbei');
    expect(await readTimeOrigin(page)).toBe(timeOriginBefore);
  },
);

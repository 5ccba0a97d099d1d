import type { Op, VersionInfo } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { proxyLiveSocket } from '../../world/live-between';
import { becomeMember, logInOnPage, registerMember, postponeVerification } from '../../world/sign-in';
import { readTimeOrigin, restaurantCardOf, dialogOf, openDrawer } from '../../world/locators';
import { expect, inEachScreenSize, test } from '../../world/world-test';

const MENSA_NAME = 'Mensa am Brunnen';
const RUNNING_VERSION: VersionInfo = { maintenance: false, requiredVersion: '5.0.1' };
const MAINTENANCE_VERSION: VersionInfo = { ...RUNNING_VERSION, maintenance: true };
const NEXT_DAY_START_MS = Date.parse('2026-06-25T00:00:30+02:00');

const putVersionInfo = (versionInfo: VersionInfo): Op => ({
  kind: 'put',
  collection: 'versionInfos',
  key: '5',
  value: { key: '5', ...versionInfo },
});

/**
 * Makes the page receive this information about versions at its start, both in the HTTP response and over the live
 * connection.
 */
const startWithVersion = async (page: Page, initialVersionInfo: VersionInfo) => {
  let currentVersionInfo = initialVersionInfo;
  await page.route('**/api/versionInfos/5', (route) => route.fulfill({ json: currentVersionInfo }));
  const liveConnection = await proxyLiveSocket(page, (liveItem) =>
    liveItem.collection === 'versionInfos' && liveItem.key === '5'
      ? { ...liveItem, value: { ...liveItem.value, ...currentVersionInfo } }
      : liveItem,
  );
  const announceVersion = async (newVersionInfo: VersionInfo): Promise<void> => {
    currentVersionInfo = newVersionInfo;
    await liveConnection.sendGlobalChange(putVersionInfo(newVersionInfo));
  };
  return {
    live: liveConnection,
    tell: announceVersion,
    set: (newVersionInfo: VersionInfo) => void (currentVersionInfo = newVersionInfo),
  };
};

const openRestaurantList = async (page: Page, hash = ''): Promise<void> => {
  await page.goto(`/restaurants${hash}`);
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeAttached();
};

const gateDialog = (page: Page, dialogTitle: 'Kurze Pause' | 'Es gibt eine neue Version') =>
  page.getByRole('dialog', { name: dialogTitle });

test('lets nobody in during maintenance, and goes on by itself where it was', async ({ page }) => {
  const { tell } = await startWithVersion(page, RUNNING_VERSION);
  await openRestaurantList(page, '#login');
  const emailField = dialogOf(page, 'Anmelden').getByRole('textbox', { name: 'E-Mail' });
  await emailField.fill('anna@');
  await inEachScreenSize(page, async () => {
    await tell(MAINTENANCE_VERSION);
    await expect(gateDialog(page, 'Kurze Pause')).toBeVisible();
    await expect(gateDialog(page, 'Kurze Pause').getByRole('button', { name: 'Erneut versuchen' })).toBeFocused();
    for (const pressedKey of ['Escape', 'Escape', 'Tab', 'Escape']) await page.keyboard.press(pressedKey);
    await expect(gateDialog(page, 'Kurze Pause')).toBeVisible();
    await tell(RUNNING_VERSION);
    await expect(gateDialog(page, 'Kurze Pause')).toBeHidden();
    await expect(emailField).toHaveValue('anna@');
  });
});

test('stands before the page from the first moment, and asks again by its button', async ({ page }) => {
  let currentVersionInfo = MAINTENANCE_VERSION;
  await page.route('**/api/versionInfos/5', (route) => route.fulfill({ json: currentVersionInfo }));
  // The live connection is blocked, because it would announce the end of the maintenance before the button is pressed.
  await page.routeWebSocket(/\/live$/, () => undefined);
  await page.goto('/restaurants');
  await expect(gateDialog(page, 'Kurze Pause')).toBeVisible();
  currentVersionInfo = RUNNING_VERSION;
  await gateDialog(page, 'Kurze Pause').getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(gateDialog(page, 'Kurze Pause')).toBeHidden();
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
});

test('A05 has an outdated page loaded anew, by numbers', async ({ page }) => {
  const { tell, set } = await startWithVersion(page, RUNNING_VERSION);
  await openRestaurantList(page);
  const timeOriginBefore = await readTimeOrigin(page);
  await tell({ ...RUNNING_VERSION, requiredVersion: '5.0.10' });
  await expect(gateDialog(page, 'Es gibt eine neue Version')).toBeVisible();
  set(RUNNING_VERSION);
  await gateDialog(page, 'Es gibt eine neue Version').getByRole('button', { name: 'Neu laden' }).click();
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
  expect(await readTimeOrigin(page)).toBeGreaterThan(timeOriginBefore);
});

test('A05 lets everybody in where the required version is none', async ({ page }) => {
  const { tell } = await startWithVersion(page, { ...RUNNING_VERSION, requiredVersion: 'neu' });
  await openRestaurantList(page);
  await tell({ ...RUNNING_VERSION, requiredVersion: null });
  await restaurantCardOf(page, MENSA_NAME).getByRole('link').first().click();
  await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
});

test('T08 loads itself anew when the day begins', async ({ page }) => {
  const liveConnection = await proxyLiveSocket(page);
  await openRestaurantList(page);
  const timeOriginBefore = await readTimeOrigin(page);
  await liveConnection.sendFrame({ op: 'clock', now: NEXT_DAY_START_MS });
  await expect.poll(() => readTimeOrigin(page).catch(() => timeOriginBefore)).toBeGreaterThan(timeOriginBefore);
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
});

test('T08 waits until typed text is sent or given up', async ({ page }) => {
  const { live, tell } = await startWithVersion(page, RUNNING_VERSION);
  await openRestaurantList(page, '#login');
  const emailField = dialogOf(page, 'Anmelden').getByRole('textbox', { name: 'E-Mail' });
  await emailField.fill('anna@mahlzeit.test');
  const timeOriginBefore = await readTimeOrigin(page);
  await live.sendFrame({ op: 'clock', now: NEXT_DAY_START_MS });
  // Messages of one WebSocket arrive in order. When the page shows the maintenance, it has therefore already received
  // the start of the new day.
  await tell(MAINTENANCE_VERSION);
  await expect(gateDialog(page, 'Kurze Pause')).toBeVisible();
  await tell(RUNNING_VERSION);
  await expect(emailField).toHaveValue('anna@mahlzeit.test');
  expect(await readTimeOrigin(page)).toBe(timeOriginBefore);
  await emailField.fill('');
  await live.sendFrame({ op: 'clock', now: NEXT_DAY_START_MS + 60_000 });
  await expect.poll(() => readTimeOrigin(page).catch(() => timeOriginBefore)).toBeGreaterThan(timeOriginBefore);
});

test('asks with the focus on the safe answer, be it over the list or over a sheet', async ({ page, context }) => {
  await becomeMember(context);
  for (const hash of ['', '#settings', '#filters', '#details/mensa-am-brunnen']) {
    await test.step(hash === '' ? 'the list' : hash, async () => {
      // A blank page is opened first, because a URL that differs only in its hash doesn't reload the page.
      await page.goto('about:blank');
      await page.goto(`/restaurants${hash}`);
      const notNowButton = page
        .getByRole('alertdialog', { name: 'Bestätige deine E-Mail' })
        .getByRole('button', { name: 'Später' });
      await expect(notNowButton).toBeFocused();
      // The sheet that the hash names has opened below the confirmation dialog. It must not have taken the focus.
      if (hash !== '') await expect(page.locator('[role=dialog]').first()).toBeAttached();
      await expect(notNowButton).toBeFocused();
    });
  }
});

test('A04 demands the new policy of who is logged in: it can be read, accepted, and declined', async ({
  page,
  context,
}) => {
  await becomeMember(context);
  // The proxy changes only the first snapshot of the live connection. Later snapshots have the policy versions of the
  // gateway.
  await proxyLiveSocket(page, (item, frameType) =>
    item.collection === 'user' && frameType === 'snap' ? { ...item, value: { ...item.value, policyVersion: 0 } } : item,
  );
  await openRestaurantList(page);
  const requiredAction = page.getByRole('alertdialog', { name: 'Unsere Datenschutzerklärung' });
  await expect(requiredAction).toBeVisible();
  await page.keyboard.press('Escape');
  await requiredAction.getByRole('link', { name: 'Datenschutzerklärung lesen' }).click();
  await expect(requiredAction).toBeHidden();
  await expect(page).toHaveURL(/#settings\/privacy$/);
  await page.keyboard.press('Escape');
  await expect(requiredAction).toBeVisible();

  const storeResponse = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().endsWith('/api/users/me'),
  );
  await requiredAction.getByRole('button', { name: 'Zustimmen' }).click();
  expect((await storeResponse).status()).toBe(200);
  await expect(requiredAction).toBeHidden();

  await page.reload();
  await requiredAction.getByRole('button', { name: 'Nein, abmelden' }).click();
  await expect(page.getByText('Du bist abgemeldet.')).toBeVisible();
  await expect(requiredAction).toBeHidden();
  await expect((await openDrawer(page)).getByRole('link', { name: 'Anmelden oder registrieren' })).toBeVisible();
});

test('has a drawer for visitors and one for members', async ({ page, world }) => {
  await openRestaurantList(page);
  const visitorDrawer = await openDrawer(page);
  await expect(visitorDrawer.getByRole('link', { name: 'Anmelden oder registrieren' })).toBeVisible();
  await expect(visitorDrawer.getByRole('button', { name: 'Abmelden' })).toHaveCount(0);
  for (const linkName of ['Nachrichten', 'Bestellungen', 'Einladungen', 'Kontakte', 'Gutscheine']) {
    await expect(visitorDrawer.getByRole('link', { name: linkName })).toHaveAttribute('href', '#registration');
  }
  await page.keyboard.press('Escape');
  await logInOnPage(page, await registerMember(world));
  await postponeVerification(page);
  const memberDrawer = await openDrawer(page);
  await expect(memberDrawer.getByText('Ohne Namen')).toBeVisible();
  await expect(memberDrawer.getByRole('link', { name: 'Anmelden oder registrieren' })).toHaveCount(0);
  await expect(memberDrawer.getByRole('link', { name: /^Bestellungen/ })).toHaveAttribute('href', '#orders');
  await expect(memberDrawer.getByRole('button', { name: 'Abmelden' })).toBeVisible();
});

test('calls the tab after what it shows', async ({ page }) => {
  await openRestaurantList(page);
  await expect(page).toHaveTitle('Mahlzeit: Mittagstisch in deiner Nähe');
  await restaurantCardOf(page, MENSA_NAME).getByRole('link').first().click();
  await expect(page).toHaveTitle(`${MENSA_NAME} · Mahlzeit`);
  await page.goto('/restaurants#settings');
  await expect(page).toHaveTitle('Einstellungen · Mahlzeit');
  await page.goBack();
  await expect(page).toHaveTitle(`${MENSA_NAME} · Mahlzeit`);
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle('Mahlzeit: Mittagstisch in deiner Nähe');
});

test('comes back to the same place of the list, with the focus on the card', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 740 });
  await openRestaurantList(page);
  const cardLink = restaurantCardOf(page, 'Kantine Haus 3').getByRole('link').first();
  await cardLink.scrollIntoViewIfNeeded();
  const SCROLL_Y_SCRIPT = 'Math.round(scrollY)';
  const scrollYBefore = await page.evaluate(SCROLL_Y_SCRIPT);
  expect(scrollYBefore).toBeGreaterThan(0);
  await cardLink.click();
  await expect(dialogOf(page, 'Kantine Haus 3')).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page, 'Kantine Haus 3')).toBeHidden();
  await expect(cardLink).toBeFocused();
  expect(await page.evaluate(SCROLL_Y_SCRIPT)).toBe(scrollYBefore);
});

test.describe('the offer of the app', () => {
  test.use({ offersDownload: true });

  const downloadDialog = (page: Page) => dialogOf(page, 'Lade dir jetzt die App herunter');
  const HISTORY_LENGTH_SCRIPT = 'history.length';

  test('R04 offers the app once at start below 500 px, in place of the bare address', async ({ page }) => {
    await page.setViewportSize({ width: 499, height: 740 });
    await page.goto('about:blank');
    const historyLengthBefore = Number(await page.evaluate(HISTORY_LENGTH_SCRIPT));
    await page.goto('/restaurants');
    await expect(downloadDialog(page)).toBeVisible();
    await expect(page).toHaveURL(/\/restaurants#download$/);
    expect(await page.evaluate(HISTORY_LENGTH_SCRIPT)).toBe(historyLengthBefore + 1);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/restaurants$/);
    await restaurantCardOf(page, MENSA_NAME).getByRole('link').first().click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.reload();
    await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
    await expect(page).toHaveURL(/\/restaurants$/);
  });

  test('R04 leaves the list in sight and in use beside the offer, once a device', async ({ page, context }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/restaurants');
    await expect(downloadDialog(page)).toBeVisible();
    const dialogBox = await downloadDialog(page).boundingBox();
    expect(dialogBox?.height).toBeLessThanOrEqual(0.4 * 740);
    const viewTabs = page.getByRole('tablist', { name: 'Ansicht' });
    await expect(viewTabs).toBeHidden();
    await expect(restaurantCardOf(page, MENSA_NAME)).toBeInViewport();

    // The second page of the list has arrived, and its cards follow the cards of the first page.
    await expect(page.getByText('Weitere Lokale laden …')).toHaveCount(0);
    const lastCard = page.locator('main article').last();
    await page.mouse.move(180, 300);
    await page.mouse.wheel(0, 100_000);
    await expect(lastCard).toBeInViewport();
    const lastCardBox = await lastCard.boundingBox();
    expect((lastCardBox?.y ?? 0) + (lastCardBox?.height ?? 0)).toBeLessThanOrEqual(740 - (dialogBox?.height ?? 0));
    await page.mouse.wheel(0, -100_000);

    await restaurantCardOf(page, MENSA_NAME).getByRole('link').first().click();
    await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
    await expect(downloadDialog(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/restaurants$/);
    await expect(viewTabs).toBeVisible();

    const otherPage = await context.newPage();
    await otherPage.setViewportSize({ width: 360, height: 740 });
    await otherPage.goto('/restaurants');
    await expect(restaurantCardOf(otherPage, MENSA_NAME)).toBeVisible();
    await otherPage.waitForLoadState('networkidle');
    await expect(otherPage).toHaveURL(/\/restaurants$/);
  });

  test('R04 offers nothing at 500 px, where the hash names a screen, and on a return from a payment', async ({
    context,
  }) => {
    for (const [windowWidth, pageUrl] of [
      [500, '/restaurants'],
      [499, '/restaurants#settings'],
      [499, '/restaurants?token=EC-1&PayerID=P'],
    ] as const) {
      await test.step(`${pageUrl} at ${windowWidth} px`, async () => {
        const page = await context.newPage();
        await page.setViewportSize({ width: windowWidth, height: 740 });
        await page.goto(pageUrl);
        await expect(restaurantCardOf(page, MENSA_NAME)).toBeAttached();
        await page.waitForLoadState('networkidle');
        await expect(downloadDialog(page)).toHaveCount(0);
        expect(page.url()).not.toContain('#download');
        await page.close();
      });
    }
  });
});

import type { Op, VersionInfo } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { proxyLiveSocket } from '../../world/live-between';
import { becomeMember, logIn, registerMember, postponeVerification } from '../../world/sign-in';
import { timeOriginOf, cardOf, dialogOf, openDrawer } from '../../world/locators';
import { expect, inEachScreenSize, test } from '../../world/world-test';

const MENSA = 'Mensa am Brunnen';
const RUNNING: VersionInfo = { maintenance: false, requiredVersion: '5.0.1' };
const MAINTENANCE: VersionInfo = { ...RUNNING, maintenance: true };
const NEXT_MORNING = Date.parse('2026-06-25T00:00:30+02:00');

const putVersionInfo = (info: VersionInfo): Op => ({
  kind: 'put',
  collection: 'versionInfos',
  key: '5',
  value: { key: '5', ...info },
});

/** Makes the page receive this version info at the start, both by HTTP and over the live connection. */
const startWithVersion = async (page: Page, firstInfo: VersionInfo) => {
  let info = firstInfo;
  await page.route('**/api/versionInfos/5', (route) => route.fulfill({ json: info }));
  const liveConnection = await proxyLiveSocket(page, (item) =>
    item.collection === 'versionInfos' && item.key === '5' ? { ...item, value: { ...item.value, ...info } } : item,
  );
  const announceVersion = (next: VersionInfo): void => {
    info = next;
    liveConnection.sendGlobalChange(putVersionInfo(next));
  };
  return { live: liveConnection, tell: announceVersion, set: (next: VersionInfo) => void (info = next) };
};

const openList = async (page: Page, hash = ''): Promise<void> => {
  await page.goto(`/restaurants${hash}`);
  await expect(cardOf(page, MENSA)).toBeAttached();
};

const gateDialog = (page: Page, title: 'Kurze Pause' | 'Es gibt eine neue Version') =>
  page.getByRole('dialog', { name: title });

test('lets nobody in during maintenance, and goes on by itself where it was', async ({ page }) => {
  const { tell } = await startWithVersion(page, RUNNING);
  await openList(page, '#login');
  const email = dialogOf(page, 'Anmelden').getByRole('textbox', { name: 'E-Mail' });
  await email.fill('anna@');
  await inEachScreenSize(page, async () => {
    tell(MAINTENANCE);
    await expect(gateDialog(page, 'Kurze Pause')).toBeVisible();
    await expect(gateDialog(page, 'Kurze Pause').getByRole('button', { name: 'Erneut versuchen' })).toBeFocused();
    for (const key of ['Escape', 'Escape', 'Tab', 'Escape']) await page.keyboard.press(key);
    await expect(gateDialog(page, 'Kurze Pause')).toBeVisible();
    tell(RUNNING);
    await expect(gateDialog(page, 'Kurze Pause')).toBeHidden();
    await expect(email).toHaveValue('anna@');
  });
});

test('stands before the page from the first moment, and asks again by its button', async ({ page }) => {
  let info = MAINTENANCE;
  await page.route('**/api/versionInfos/5', (route) => route.fulfill({ json: info }));
  // The live connection is blocked, because it would announce the end of the maintenance before the button is pressed.
  await page.routeWebSocket(/\/live$/, () => undefined);
  await page.goto('/restaurants');
  await expect(gateDialog(page, 'Kurze Pause')).toBeVisible();
  info = RUNNING;
  await gateDialog(page, 'Kurze Pause').getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(gateDialog(page, 'Kurze Pause')).toBeHidden();
  await expect(cardOf(page, MENSA)).toBeVisible();
});

test('A05 has an outdated page loaded anew, by numbers', async ({ page }) => {
  const { tell, set } = await startWithVersion(page, RUNNING);
  await openList(page);
  const timeOriginBefore = await timeOriginOf(page);
  tell({ ...RUNNING, requiredVersion: '5.0.10' });
  await expect(gateDialog(page, 'Es gibt eine neue Version')).toBeVisible();
  set(RUNNING);
  await gateDialog(page, 'Es gibt eine neue Version').getByRole('button', { name: 'Neu laden' }).click();
  await expect(cardOf(page, MENSA)).toBeVisible();
  expect(await timeOriginOf(page)).toBeGreaterThan(timeOriginBefore);
});

test('A05 lets everybody in where the required version is none', async ({ page }) => {
  const { tell } = await startWithVersion(page, { ...RUNNING, requiredVersion: 'neu' });
  await openList(page);
  tell({ ...RUNNING, requiredVersion: null });
  await cardOf(page, MENSA).getByRole('link').first().click();
  await expect(dialogOf(page, MENSA)).toBeVisible();
});

test('T08 loads itself anew when the day begins', async ({ page }) => {
  const liveConnection = await proxyLiveSocket(page);
  await openList(page);
  const birthBefore = await timeOriginOf(page);
  liveConnection.sendFrame({ op: 'clock', now: NEXT_MORNING });
  await expect.poll(() => timeOriginOf(page).catch(() => birthBefore)).toBeGreaterThan(birthBefore);
  await expect(cardOf(page, MENSA)).toBeVisible();
});

test('T08 waits until typed text is sent or given up', async ({ page }) => {
  const { live, tell } = await startWithVersion(page, RUNNING);
  await openList(page, '#login');
  const email = dialogOf(page, 'Anmelden').getByRole('textbox', { name: 'E-Mail' });
  await email.fill('anna@mahlzeit.test');
  const birthBefore = await timeOriginOf(page);
  live.sendFrame({ op: 'clock', now: NEXT_MORNING });
  // Frames of one socket arrive in order: when the page shows the maintenance, it has already noticed the new day.
  tell(MAINTENANCE);
  await expect(gateDialog(page, 'Kurze Pause')).toBeVisible();
  tell(RUNNING);
  await expect(email).toHaveValue('anna@mahlzeit.test');
  expect(await timeOriginOf(page)).toBe(birthBefore);
  await email.fill('');
  live.sendFrame({ op: 'clock', now: NEXT_MORNING + 60_000 });
  await expect.poll(() => timeOriginOf(page).catch(() => birthBefore)).toBeGreaterThan(birthBefore);
});

test('asks with the focus on the safe answer, be it over the list or over a sheet', async ({ page, context }) => {
  await becomeMember(context);
  for (const hash of ['', '#settings', '#filters', '#details/mensa-am-brunnen']) {
    await test.step(hash === '' ? 'the list' : hash, async () => {
      // The blank page comes in between because a URL that differs only in its hash doesn't reload the page.
      await page.goto('about:blank');
      await page.goto(`/restaurants${hash}`);
      const laterButton = page
        .getByRole('alertdialog', { name: 'Bestätige deine E-Mail' })
        .getByRole('button', { name: 'Später' });
      await expect(laterButton).toBeFocused();
      // The sheet of the hash has opened below the question by now, and must not have taken the focus.
      if (hash !== '') await expect(page.locator('[role=dialog]').first()).toBeAttached();
      await expect(laterButton).toBeFocused();
    });
  }
});

test('A04 demands the new policy of who is logged in: it can be read, accepted, and declined', async ({
  page,
  context,
}) => {
  await becomeMember(context);
  // Only the first snapshot is changed; the gateway decides about all later policy versions.
  await proxyLiveSocket(page, (item, frameType) =>
    item.collection === 'user' && frameType === 'snap' ? { ...item, value: { ...item.value, policyVersion: 0 } } : item,
  );
  await openList(page);
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
  await openList(page);
  const visitorDrawer = await openDrawer(page);
  await expect(visitorDrawer.getByRole('link', { name: 'Anmelden oder registrieren' })).toBeVisible();
  await expect(visitorDrawer.getByRole('button', { name: 'Abmelden' })).toHaveCount(0);
  for (const linkName of ['Nachrichten', 'Bestellungen', 'Einladungen', 'Kontakte', 'Gutscheine']) {
    await expect(visitorDrawer.getByRole('link', { name: linkName })).toHaveAttribute('href', '#registration');
  }
  await page.keyboard.press('Escape');
  await logIn(page, await registerMember(world));
  await postponeVerification(page);
  const memberDrawer = await openDrawer(page);
  await expect(memberDrawer.getByText(/^dora-/)).toBeVisible();
  await expect(memberDrawer.getByRole('link', { name: 'Anmelden oder registrieren' })).toHaveCount(0);
  await expect(memberDrawer.getByRole('link', { name: /^Bestellungen/ })).toHaveAttribute('href', '#orders');
  await expect(memberDrawer.getByRole('button', { name: 'Abmelden' })).toBeVisible();
});

test('calls the tab after what it shows', async ({ page }) => {
  await openList(page);
  await expect(page).toHaveTitle('Mahlzeit: Mittagstisch in deiner Nähe');
  await cardOf(page, MENSA).getByRole('link').first().click();
  await expect(page).toHaveTitle(`${MENSA} · Mahlzeit`);
  await page.goto('/restaurants#settings');
  await expect(page).toHaveTitle('Einstellungen · Mahlzeit');
  await page.goBack();
  await expect(page).toHaveTitle(`${MENSA} · Mahlzeit`);
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle('Mahlzeit: Mittagstisch in deiner Nähe');
});

test('comes back to the same place of the list, with the focus on the card', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 740 });
  await openList(page);
  const card = cardOf(page, 'Kantine Haus 3').getByRole('link').first();
  await card.scrollIntoViewIfNeeded();
  const scrollY = 'Math.round(scrollY)';
  const scrollBefore = await page.evaluate(scrollY);
  expect(scrollBefore).toBeGreaterThan(0);
  await card.click();
  await expect(dialogOf(page, 'Kantine Haus 3')).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page, 'Kantine Haus 3')).toBeHidden();
  await expect(card).toBeFocused();
  expect(await page.evaluate(scrollY)).toBe(scrollBefore);
});

test.describe('the offer of the app', () => {
  test.use({ offersDownload: true });

  const downloadDialog = (page: Page) => dialogOf(page, 'Lade dir jetzt die App herunter');
  const historyLength = 'history.length';

  test('R04 offers the app once at start below 500 px, in place of the bare address', async ({ page }) => {
    await page.setViewportSize({ width: 499, height: 740 });
    await page.goto('about:blank');
    const historyBefore = Number(await page.evaluate(historyLength));
    await page.goto('/restaurants');
    await expect(downloadDialog(page)).toBeVisible();
    await expect(page).toHaveURL(/\/restaurants#download$/);
    expect(await page.evaluate(historyLength)).toBe(historyBefore + 1);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/restaurants$/);
    await cardOf(page, MENSA).getByRole('link').first().click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.reload();
    await expect(cardOf(page, MENSA)).toBeVisible();
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
    await expect(cardOf(page, MENSA)).toBeInViewport();

    // The second page of the list has arrived and is added below the cards that were the last ones before.
    await expect(page.getByText('Weitere Lokale laden …')).toHaveCount(0);
    const lastCard = page.locator('main article').last();
    await page.mouse.move(180, 300);
    await page.mouse.wheel(0, 100_000);
    await expect(lastCard).toBeInViewport();
    const lastCardBox = await lastCard.boundingBox();
    expect((lastCardBox?.y ?? 0) + (lastCardBox?.height ?? 0)).toBeLessThanOrEqual(740 - (dialogBox?.height ?? 0));
    await page.mouse.wheel(0, -100_000);

    await cardOf(page, MENSA).getByRole('link').first().click();
    await expect(dialogOf(page, MENSA)).toBeVisible();
    await expect(downloadDialog(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/restaurants$/);
    await expect(viewTabs).toBeVisible();

    const next = await context.newPage();
    await next.setViewportSize({ width: 360, height: 740 });
    await next.goto('/restaurants');
    await expect(cardOf(next, MENSA)).toBeVisible();
    await next.waitForLoadState('networkidle');
    await expect(next).toHaveURL(/\/restaurants$/);
  });

  test('R04 offers nothing at 500 px, where the hash names a screen, and on a return from a payment', async ({
    context,
  }) => {
    for (const [width, pageUrl] of [
      [500, '/restaurants'],
      [499, '/restaurants#settings'],
      [499, '/restaurants?token=EC-1&PayerID=P'],
    ] as const) {
      await test.step(`${pageUrl} at ${width} px`, async () => {
        const page = await context.newPage();
        await page.setViewportSize({ width, height: 740 });
        await page.goto(pageUrl);
        await expect(cardOf(page, MENSA)).toBeAttached();
        await page.waitForLoadState('networkidle');
        await expect(downloadDialog(page)).toHaveCount(0);
        expect(page.url()).not.toContain('#download');
        await page.close();
      });
    }
  });
});

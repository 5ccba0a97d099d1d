import type { Locator, Page } from '@playwright/test';
import { dialogOf } from '../../world/locators';
import { startInventedWorld } from '../../world/start-world';
import { expect, testIn } from '../../world/world-test';

const MENSA = 'Mensa am Brunnen';
const SANDBOX_MAP = 'Karte des Sandkastens';
const SCRIPT = /\/maps\/api\/js\?/;

const mapOf = (page: Page): Locator => page.getByRole('region', { name: 'Karte' });
const markerOf = (page: Page): Locator => mapOf(page).getByRole('button', { name: new RegExp(`^${MENSA},`) });
const question = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Karte von Google zeigen?' });

/** Records the URLs of all scripts that the page requests from the stand-in for Google, from this call on. */
const watchScripts = (page: Page): readonly string[] => {
  const requestedScripts: string[] = [];
  page.on('request', (request) => {
    if (SCRIPT.test(request.url())) requestedScripts.push(request.url());
  });
  return requestedScripts;
};

/**
 * Records for each page that loads from this call on whether its Content-Security-Policy admits the script of the
 * stand-in for Google.
 */
const watchPolicies = (page: Page): readonly boolean[] => {
  const admittedOrigins: boolean[] = [];
  page.on('response', (response) => {
    if (response.request().isNavigationRequest())
      admittedOrigins.push(
        /script-src [^;]*localhost.*mahlzeit-google-maps/.test(response.headers()['content-security-policy'] ?? ''),
      );
  });
  return admittedOrigins;
};

const openList = async (page: Page): Promise<void> => {
  await page.goto('/restaurants');
  await expect(question(page)).toBeVisible();
};

const openMap = async (page: Page): Promise<void> => {
  await openList(page);
  await expect(markerOf(page)).toBeVisible();
};

const testOfGoogle = testIn(() => startInventedWorld({ settings: { GOOGLE_MAPS_API_KEY: 'sandbox' } }));

testOfGoogle.describe('Google’s map', () => {
  testOfGoogle.use({ viewport: { width: 1440, height: 900 } });
  testOfGoogle.beforeEach(({ consoleErrors }) =>
    consoleErrors.expect(/^request to another host: http:\/\/localhost:\d+\/maps\/api\/js/),
  );

  testOfGoogle(
    'is admitted and asked for after consent alone, carries the same places, and goes when consent is taken back',
    async ({ page }) => {
      const [scriptOrigins, admittedOrigins] = [watchScripts(page), watchPolicies(page)];
      await openMap(page);
      await question(page).getByRole('button', { name: 'Nein, danke' }).click();
      await mapOf(page).getByRole('link', { name: 'Google-Karte zeigen' }).click();
      const settings = dialogOf(page, 'Karte von Google');
      await expect(settings).toBeVisible();
      expect([scriptOrigins, admittedOrigins]).toEqual([[], [false]]);

      await settings.getByRole('checkbox', { name: 'Karte von Google' }).check();
      await settings.getByRole('button', { name: 'Auswahl speichern' }).click();
      await expect(mapOf(page).getByText(SANDBOX_MAP)).toBeVisible();
      expect(scriptOrigins).toHaveLength(1);
      expect(scriptOrigins[0]).toContain('key=sandbox');
      expect(admittedOrigins).toEqual([false, true]);
      await expect(question(page)).toHaveCount(0);
      await markerOf(page).click();
      await expect(markerOf(page)).toHaveAttribute('aria-pressed', 'true');
      await mapOf(page).getByRole('button', { name: 'Herauszoomen', exact: true }).click();
      await mapOf(page).getByRole('button', { name: 'Hineinzoomen', exact: true }).click();
      await markerOf(page).click();
      await expect(dialogOf(page, MENSA)).toBeVisible();
      await page.keyboard.press('Escape');

      await page.goto('/restaurants#settings/consent');
      await settings.getByRole('button', { name: 'Alles ablehnen' }).click();
      await expect(mapOf(page).getByText(SANDBOX_MAP)).toHaveCount(0);
      await expect(markerOf(page)).toBeVisible();
      expect(admittedOrigins).toEqual([false, true]);
      await page.reload();
      await expect(markerOf(page)).toBeVisible();
      await expect(mapOf(page).getByRole('link', { name: 'Google-Karte zeigen' })).toBeVisible();
      expect(admittedOrigins).toEqual([false, true, false]);
      expect(scriptOrigins).toHaveLength(1);
    },
  );

  testOfGoogle(
    'comes to each tab of the browser, without a screen that is open there being lost',
    async ({ page, context }) => {
      const otherPage = await context.newPage();
      await otherPage.goto('/restaurants#details/mensa-am-brunnen');
      await expect(dialogOf(otherPage, MENSA)).toBeVisible();
      await openMap(page);
      const admittedOrigins = watchPolicies(otherPage);
      await question(page).getByRole('button', { name: 'Ja, gern' }).click();
      await expect(mapOf(page).getByText(SANDBOX_MAP)).toBeVisible();
      await expect(dialogOf(otherPage, MENSA)).toBeVisible();
      expect(admittedOrigins).toEqual([]);
      await otherPage.keyboard.press('Escape');
      await expect(mapOf(otherPage).getByText(SANDBOX_MAP)).toBeVisible();
      expect(admittedOrigins).toEqual([true]);
    },
  );

  testOfGoogle('is shown where its reader stood, after one load of the page', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openList(page);
    await question(page).getByRole('button', { name: 'Nein, danke' }).click();
    await page.getByRole('tab', { name: 'Kartenansicht' }).click();
    await mapOf(page).getByRole('link', { name: 'Google-Karte zeigen' }).click();
    const admittedOrigins = watchPolicies(page);
    await dialogOf(page, 'Karte von Google').getByRole('button', { name: 'Alles erlauben' }).click();
    await expect(mapOf(page).getByText(SANDBOX_MAP)).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Kartenansicht' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(admittedOrigins).toEqual([true]);
  });

  testOfGoogle('gives way to our own where Google refuses the key', async ({ page }) => {
    await page.route(SCRIPT, (route) =>
      route.continue({ url: route.request().url().replace('key=sandbox', 'key=other') }),
    );
    await openMap(page);
    await question(page).getByRole('button', { name: 'Ja, gern' }).click();
    await expect(mapOf(page).getByText('Google-Karte nicht verfügbar')).toBeVisible();
    await expect(mapOf(page).getByText(SANDBOX_MAP)).toHaveCount(0);
    await expect(markerOf(page)).toBeVisible();
  });

  testOfGoogle(
    'leaves our own in place where its script can’t be had, and may be tried again',
    async ({ page, consoleErrors }) => {
      consoleErrors.expect(/ERR_FAILED/);
      const requestedScripts = watchScripts(page);
      await page.route(SCRIPT, (route) => route.abort());
      await openMap(page);
      await question(page).getByRole('button', { name: 'Ja, gern' }).click();
      const again = mapOf(page).getByRole('button', { name: 'Erneut versuchen' });
      await expect(again).toBeVisible();
      await expect(markerOf(page)).toBeVisible();
      await page.unroute(SCRIPT);
      await again.click();
      await expect(mapOf(page).getByText(SANDBOX_MAP)).toBeVisible();
      await expect(markerOf(page)).toBeVisible();
      expect(requestedScripts).toHaveLength(2);
    },
  );
});

const TILES = 'https://tiles.example/**';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const testOfTiles = testIn(() =>
  startInventedWorld({ settings: { MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png' } }),
);

testOfTiles.describe('a map of tiles', () => {
  testOfTiles.use({ viewport: { width: 1440, height: 900 } });
  testOfTiles.beforeEach(({ consoleErrors }) =>
    consoleErrors.expect(/^request to another host: https:\/\/tiles\.example\//),
  );

  testOfTiles('is laid out of the server’s pictures and names whose they are', async ({ page }) => {
    await page.route(TILES, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
    await page.goto('/restaurants');
    await expect(markerOf(page)).toBeVisible();
    await expect(mapOf(page).getByRole('link', { name: '© OpenStreetMap-Mitwirkende' })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/copyright',
    );
    await expect
      .poll(() =>
        mapOf(page)
          .locator('img')
          .evaluateAll(
            (tiles) => tiles.filter((tile) => tile instanceof HTMLImageElement && tile.naturalWidth > 0).length,
          ),
      )
      .toBeGreaterThan(4);
  });

  testOfTiles('is drawn by ourselves where not one picture comes', async ({ page, consoleErrors }) => {
    consoleErrors.expect(/ERR_FAILED/);
    await page.route(TILES, (route) => route.abort());
    await page.goto('/restaurants');
    await expect(mapOf(page).getByText('Kreise: Gehzeit, Luftlinie')).toBeVisible();
    await expect(markerOf(page)).toBeVisible();
  });
});

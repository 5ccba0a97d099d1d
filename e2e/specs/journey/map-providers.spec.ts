import type { Locator, Page } from '@playwright/test';
import { dialogOf } from '../../world/locators';
import { startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';

const MENSA_NAME = 'Mensa am Brunnen';
const SANDBOX_MAP_NAME = 'Karte des Sandkastens';
const MAP_SCRIPT_PATTERN = /\/maps\/api\/js\?/;

const mapRegionOf = (page: Page): Locator => page.getByRole('region', { name: 'Karte' });
const markerOf = (page: Page): Locator =>
  mapRegionOf(page).getByRole('button', { name: new RegExp(`^${MENSA_NAME},`) });
const consentQuestion = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Karte von Google zeigen?' });

/** From this call on, records the URLs of all scripts that the page requests from the imitation of Google. */
const recordScriptUrls = (page: Page): readonly string[] => {
  const requestedScripts: string[] = [];
  page.on('request', (request) => {
    if (MAP_SCRIPT_PATTERN.test(request.url())) requestedScripts.push(request.url());
  });
  return requestedScripts;
};

/**
 * From this call on, records for each loaded page whether its Content-Security-Policy permits the script of the
 * imitation of Google.
 */
const recordScriptAdmissions = (page: Page): readonly boolean[] => {
  const scriptAdmissions: boolean[] = [];
  page.on('response', (response) => {
    if (response.request().isNavigationRequest())
      scriptAdmissions.push(
        /script-src [^;]*localhost.*mahlzeit-google-maps/.test(response.headers()['content-security-policy'] ?? ''),
      );
  });
  return scriptAdmissions;
};

const openRestaurantList = async (page: Page): Promise<void> => {
  await page.goto('/restaurants');
  await expect(consentQuestion(page)).toBeVisible();
};

const openMapView = async (page: Page): Promise<void> => {
  await openRestaurantList(page);
  await expect(markerOf(page)).toBeVisible();
};

const googleTest = testInWorld(() => startInventedWorld({ settings: { GOOGLE_MAPS_API_KEY: 'sandbox' } }));

googleTest.describe('Google’s map', () => {
  googleTest.use({ viewport: { width: 1440, height: 900 } });
  googleTest.beforeEach(({ consoleErrors }) =>
    consoleErrors.expect(/^request to another host: http:\/\/localhost:\d+\/maps\/api\/js/),
  );

  googleTest(
    'is admitted and asked for after consent alone, carries the same places, and goes when consent is taken back',
    async ({ page }) => {
      const [scriptUrls, scriptAdmissions] = [recordScriptUrls(page), recordScriptAdmissions(page)];
      await openMapView(page);
      await consentQuestion(page).getByRole('button', { name: 'Nein, danke' }).click();
      await mapRegionOf(page).getByRole('link', { name: 'Google-Karte zeigen' }).click();
      const mapSettingsDialog = dialogOf(page, 'Karte von Google');
      await expect(mapSettingsDialog).toBeVisible();
      expect([scriptUrls, scriptAdmissions]).toEqual([[], [false]]);

      await mapSettingsDialog.getByRole('checkbox', { name: 'Karte von Google' }).check();
      await mapSettingsDialog.getByRole('button', { name: 'Auswahl speichern' }).click();
      await expect(mapRegionOf(page).getByText(SANDBOX_MAP_NAME)).toBeVisible();
      expect(scriptUrls).toHaveLength(1);
      expect(scriptUrls[0]).toContain('key=sandbox');
      expect(scriptAdmissions).toEqual([false, true]);
      await expect(consentQuestion(page)).toHaveCount(0);
      await markerOf(page).click();
      await expect(markerOf(page)).toHaveAttribute('aria-pressed', 'true');
      await mapRegionOf(page).getByRole('button', { name: 'Herauszoomen', exact: true }).click();
      await mapRegionOf(page).getByRole('button', { name: 'Hineinzoomen', exact: true }).click();
      await markerOf(page).click();
      await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
      await page.keyboard.press('Escape');

      await page.goto('/restaurants#settings/consent');
      await mapSettingsDialog.getByRole('button', { name: 'Alles ablehnen' }).click();
      await expect(mapRegionOf(page).getByText(SANDBOX_MAP_NAME)).toHaveCount(0);
      await expect(markerOf(page)).toBeVisible();
      expect(scriptAdmissions).toEqual([false, true]);
      await page.reload();
      await expect(markerOf(page)).toBeVisible();
      await expect(mapRegionOf(page).getByRole('link', { name: 'Google-Karte zeigen' })).toBeVisible();
      expect(scriptAdmissions).toEqual([false, true, false]);
      expect(scriptUrls).toHaveLength(1);
    },
  );

  googleTest(
    'comes to each tab of the browser, without a screen that is open there being lost',
    async ({ page, context }) => {
      const otherPage = await context.newPage();
      await otherPage.goto('/restaurants#details/mensa-am-brunnen');
      await expect(dialogOf(otherPage, MENSA_NAME)).toBeVisible();
      await openMapView(page);
      const scriptAdmissions = recordScriptAdmissions(otherPage);
      await consentQuestion(page).getByRole('button', { name: 'Ja, gern' }).click();
      await expect(mapRegionOf(page).getByText(SANDBOX_MAP_NAME)).toBeVisible();
      await expect(dialogOf(otherPage, MENSA_NAME)).toBeVisible();
      expect(scriptAdmissions).toEqual([]);
      await otherPage.keyboard.press('Escape');
      await expect(mapRegionOf(otherPage).getByText(SANDBOX_MAP_NAME)).toBeVisible();
      expect(scriptAdmissions).toEqual([true]);
    },
  );

  googleTest('is shown where its reader stood, after one load of the page', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openRestaurantList(page);
    await consentQuestion(page).getByRole('button', { name: 'Nein, danke' }).click();
    await page.getByRole('tab', { name: 'Kartenansicht' }).click();
    await mapRegionOf(page).getByRole('link', { name: 'Google-Karte zeigen' }).click();
    const scriptAdmissions = recordScriptAdmissions(page);
    await dialogOf(page, 'Karte von Google').getByRole('button', { name: 'Alles erlauben' }).click();
    await expect(mapRegionOf(page).getByText(SANDBOX_MAP_NAME)).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Kartenansicht' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(scriptAdmissions).toEqual([true]);
  });

  googleTest('gives way to our own where Google refuses the key', async ({ page }) => {
    await page.route(MAP_SCRIPT_PATTERN, (interceptedRoute) =>
      interceptedRoute.continue({ url: interceptedRoute.request().url().replace('key=sandbox', 'key=other') }),
    );
    await openMapView(page);
    await consentQuestion(page).getByRole('button', { name: 'Ja, gern' }).click();
    await expect(mapRegionOf(page).getByText('Google-Karte nicht verfügbar')).toBeVisible();
    await expect(mapRegionOf(page).getByText(SANDBOX_MAP_NAME)).toHaveCount(0);
    await expect(markerOf(page)).toBeVisible();
  });

  googleTest(
    'leaves our own in place where its script can’t be had, and may be tried again',
    async ({ page, consoleErrors }) => {
      consoleErrors.expect(/ERR_FAILED/);
      const requestedScripts = recordScriptUrls(page);
      await page.route(MAP_SCRIPT_PATTERN, (route) => route.abort());
      await openMapView(page);
      await consentQuestion(page).getByRole('button', { name: 'Ja, gern' }).click();
      const retryButton = mapRegionOf(page).getByRole('button', { name: 'Erneut versuchen' });
      await expect(retryButton).toBeVisible();
      await expect(markerOf(page)).toBeVisible();
      await page.unroute(MAP_SCRIPT_PATTERN);
      await retryButton.click();
      await expect(mapRegionOf(page).getByText(SANDBOX_MAP_NAME)).toBeVisible();
      await expect(markerOf(page)).toBeVisible();
      expect(requestedScripts).toHaveLength(2);
    },
  );
});

const TILE_URL_PATTERN = 'https://tiles.example/**';
const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const tileTest = testInWorld(() =>
  startInventedWorld({ settings: { MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png' } }),
);

tileTest.describe('a map of tiles', () => {
  tileTest.use({ viewport: { width: 1440, height: 900 } });
  tileTest.beforeEach(({ consoleErrors }) =>
    consoleErrors.expect(/^request to another host: https:\/\/tiles\.example\//),
  );

  tileTest('is laid out of the server’s pictures and names whose they are', async ({ page }) => {
    await page.route(TILE_URL_PATTERN, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL_PNG }));
    await page.goto('/restaurants');
    await expect(markerOf(page)).toBeVisible();
    await expect(mapRegionOf(page).getByRole('link', { name: '© OpenStreetMap-Mitwirkende' })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/copyright',
    );
    await expect
      .poll(() =>
        mapRegionOf(page)
          .locator('img')
          .evaluateAll(
            (tileElements) =>
              tileElements.filter(
                (tileElement) => tileElement instanceof HTMLImageElement && tileElement.naturalWidth > 0,
              ).length,
          ),
      )
      .toBeGreaterThan(4);
  });

  tileTest('is drawn by ourselves where not one picture comes', async ({ page, consoleErrors }) => {
    consoleErrors.expect(/ERR_FAILED/);
    await page.route(TILE_URL_PATTERN, (route) => route.abort());
    await page.goto('/restaurants');
    await expect(mapRegionOf(page).getByText('Kreise: Gehzeit, Luftlinie')).toBeVisible();
    await expect(markerOf(page)).toBeVisible();
  });
});

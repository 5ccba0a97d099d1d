import type { Browser, Page } from '@playwright/test';
import { dialogOf, readTimeOrigin } from '../../world/locators';
import { holdStreamsBack, refuseWebSockets, type LiveLine } from '../../world/poor-lines';
import { ARCISSTRASSE_POSITION, startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';

// This test restores the database of its world, which is one SQLite file.
const test = testInWorld(() => startInventedWorld({ clusterSize: 0 }));

/** Longest time until a page has connected again, also one that polls. */
const RECONNECTED = { timeout: 45_000 };

/** Opens the page of a restaurant behind a network that lets only some connections through. */
const openBehind = async (browser: Browser, url: string, liveLine: LiveLine): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: url,
    geolocation: ARCISSTRASSE_POSITION,
    permissions: ['geolocation'],
    serviceWorkers: 'allow',
  });
  await context.addInitScript(
    "if (location.protocol !== 'about:') localStorage.setItem('mahlzeit.downloadOffered', '1')",
  );
  if (liveLine !== 'sockets') await refuseWebSockets(context);
  if (liveLine === 'polls') await holdStreamsBack(context);
  const page = await context.newPage();
  await page.goto('/restaurants#details/mensa-am-brunnen');
  return page;
};

const dishesOf = (page: Page) =>
  dialogOf(page, 'Mensa am Brunnen').getByRole('region', { name: 'Mittagstisch' }).getByRole('listitem');

test('pages that were open before a restore show the restored state and nothing later, over each connection', async ({
  browser,
  ownWorld: world,
}) => {
  const { key } = await world.partner.getRestaurant('mensa-am-brunnen');
  const backupFile = `${world.databaseFile}.tar`;
  await world.runCommand('backup', '--to', backupFile);
  const pages = [];
  for (const liveLine of ['sockets', 'streams', 'polls'] as const)
    pages.push(await openBehind(browser, world.url, liveLine));
  const timeOrigins = await Promise.all(pages.map(readTimeOrigin));
  await world.partner.putDish('brunnen-neu', { key }, { name: 'Kaiserschmarrn', price: 710, order: 9_000 });
  for (const page of pages) await expect(dishesOf(page).first()).toContainText('Kaiserschmarrn', RECONNECTED);

  await world.kill();
  await world.runCommand('restore', backupFile, '--force');
  await world.restart();
  // The dish has fewer changes after the restore than before it, so that only the epoch tells the histories apart.
  for (const page of pages)
    await expect(dishesOf(page).filter({ hasText: 'Kaiserschmarrn' })).toHaveCount(0, RECONNECTED);
  await world.partner.putDish('brunnen-neuer', { key }, { name: 'Milchreis', price: 520, order: 9_000 });
  for (const page of pages) {
    await expect(dishesOf(page).first()).toContainText('Milchreis', RECONNECTED);
    await expect(dishesOf(page).filter({ hasText: 'Kaiserschmarrn' })).toHaveCount(0);
  }
  expect(await Promise.all(pages.map(readTimeOrigin))).toEqual(timeOrigins);
  // Without its page, a phone shows the app of its service worker, which must not know the lost dish either.
  await Promise.all(pages.map((page) => page.reload()));
  for (const page of pages) {
    await expect(dishesOf(page).first()).toContainText('Milchreis', RECONNECTED);
    await expect(dishesOf(page).filter({ hasText: 'Kaiserschmarrn' })).toHaveCount(0);
  }
  for (const page of pages) await page.context().close();
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeInventedFeed } from '../../world/invented-feed';
import type { World } from '../../world/start-world';
import { startInventedWorld } from '../../world/start-world';
import { readTimeOrigin, restaurantCardOf, dialogOf } from '../../world/locators';
import { expect, testInWorld } from '../../world/world-test';
import { recordConnections } from './frames-of';

// This test has its own gateway and database, because it kills the gateway.
const test = testInWorld(startInventedWorld);

const OFFLINE_TEXT = 'Keine Verbindung. Wir versuchen es weiter.';

/**
 * Imports a feed of dishes in which the goulash is more expensive. The gateway isn't running during the import, and it
 * doesn't have to run.
 */
const importDearerGoulash = async (world: World): Promise<void> => {
  const feedFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-feed-'));
  const feedFile = join(feedFolder, 'canteens.json');
  writeInventedFeed(feedFile);
  writeFileSync(feedFile, readFileSync(feedFile, 'utf8').replace('"base_price":5.9', '"base_price":6.3'));
  await world.importFile(feedFile);
  rmSync(feedFolder, { recursive: true });
};

test('goes on where it was after the gateway was killed and started again, and misses nothing', async ({
  page,
  context,
  ownWorld: world,
  consoleErrors,
}) => {
  // Requests and connections that were open when the gateway was killed break, and the browser reports them.
  consoleErrors.expect(
    /WebSocket connection to|ERR_CONNECTION_(REFUSED|RESET)|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED/,
  );
  const { key } = await world.partner.getRestaurant('mensa-am-brunnen');
  const topic = `restaurant/${key}`;
  const connections = recordConnections(page);
  await page.goto('/restaurants#details/mensa-am-brunnen');
  const restaurantSheet = dialogOf(page, 'Mensa am Brunnen');
  const dishItems = restaurantSheet.getByRole('region', { name: 'Mittagstisch' }).getByRole('listitem');
  await expect(dishItems.filter({ hasText: 'Gulasch' })).toContainText(/5,90\s€/);
  await expect
    .poll(() => connections[0]?.receivedFrames.some((frame) => frame.op === 'live' && frame.id === topic))
    .toBe(true);
  const timeOriginBefore = await readTimeOrigin(page);

  await world.kill();
  await expect(page.getByText(OFFLINE_TEXT)).toBeVisible();
  await importDearerGoulash(world);
  // The browser is offline, so the page can't reconnect before the second change is made.
  await context.setOffline(true);
  await world.restart();
  await world.partner.putDish('brunnen-neu', { key }, { name: 'Kaiserschmarrn', price: 710, order: 9_000 });
  const connectionCountBefore = connections.length;
  await context.setOffline(false);

  // The page tries to reconnect after at most fifteen seconds.
  await expect(dishItems.first()).toContainText(/Kaiserschmarrn\s*7,10\s€/, { timeout: 30_000 });
  await expect(dishItems.filter({ hasText: 'Gulasch' })).toContainText(/6,30\s€/);
  await expect(page.getByText(OFFLINE_TEXT)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(restaurantCardOf(page, 'Mensa am Brunnen').getByRole('listitem').first()).toContainText(
    'Kaiserschmarrn',
  );
  expect(await readTimeOrigin(page)).toBe(timeOriginBefore);

  const reconnectedConnection = connections
    .slice(connectionCountBefore)
    .find(({ receivedFrames }) => receivedFrames.some(({ op }) => op === 'welcome'));
  const topicSubscription = reconnectedConnection?.sentFrames.find((frame) => frame.op === 'sub' && frame.id === topic);
  expect(topicSubscription).toMatchObject({ op: 'sub', cursor: expect.stringMatching(/\.\d+$/) });
  const topicOperations =
    reconnectedConnection?.receivedFrames.filter((frame) => 'id' in frame && frame.id === topic).map(({ op }) => op) ??
    [];
  expect(topicOperations.slice(0, topicOperations.indexOf('live') + 1)).toEqual(
    expect.arrayContaining(['delta', 'live']),
  );
  expect(topicOperations).not.toContain('snap');
  expect(topicOperations).not.toContain('reset');
});

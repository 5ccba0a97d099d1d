import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '../../world/world-test';

const STORED_PAGE_ADDRESS = '/restaurants?stored';

/** Returns the text of the HTML page that the service worker has stored; null if there is none. */
export const readStoredPage = (page: Page): Promise<string | null> =>
  page.evaluate(async (address) => (await (await caches.match(address))?.text()) ?? null, STORED_PAGE_ADDRESS);

/**
 * Waits until the service worker has stored the app whose HTML page contains this text, for example the version of a
 * release.
 */
export const waitForStoredApp = (page: Page, text = '<html'): Promise<void> =>
  expect.poll(() => readStoredPage(page), { timeout: 30_000 }).toContain(text);

/** Opens a page in a new tab. */
export const openTab = async (context: BrowserContext, address = '/restaurants'): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(address);
  return page;
};

/** Row of the database for pages without a network. */
interface StoredRow {
  readonly owner: string;
  readonly group: string;
  readonly name: string;
  readonly value: unknown;
}

/** Reads what the browser stores for pages without a network. */
export const readStoredRows = (page: Page): Promise<readonly StoredRow[]> =>
  page.evaluate(async (databaseName) => {
    const databases = await indexedDB.databases();
    // Opening a database that doesn't exist would create it without its tables.
    if (!databases.some(({ name }) => name === databaseName)) return [];
    return new Promise<StoredRow[]>((resolve, reject) => {
      const opening = indexedDB.open(databaseName);
      opening.onerror = () => reject(new Error('The database can’t be opened'));
      opening.onsuccess = () => {
        const reading: IDBRequest<StoredRow[]> = opening.result.transaction('rows').objectStore('rows').getAll();
        reading.onsuccess = () => {
          opening.result.close();
          resolve(reading.result);
        };
      };
    });
  }, 'mahlzeit-offline');

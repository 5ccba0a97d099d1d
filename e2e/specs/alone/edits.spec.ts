import { expect, test as base } from '@playwright/test';
import { startDevServer } from '../../fixtures/dev-server';
import type { EditedRemote } from '../../fixtures/dev-server';

const test = base.extend<{ readonly remote: EditedRemote }>({
  remote: async ({ browserName: _any }, use) => {
    const remote = await startDevServer();
    await use(remote);
    await remote.stop();
  },
});

/**
 * Time in ms within which the dev server must have built a change. Building takes long while the machine does other
 * work.
 */
const REBUILD_TIMEOUT_MS = 40_000;

test('shows edited screens and texts in the open page, whose state stays', async ({ page, remote }) => {
  // The dev server builds the whole remote before it serves the first page, which takes time.
  test.slow();
  const consoleErrorTexts: string[] = [];
  page.on(
    'console',
    (consoleMessage) => void (consoleMessage.type() === 'error' && consoleErrorTexts.push(consoleMessage.text())),
  );
  let pageLoadCount = 0;
  page.on('load', () => (pageLoadCount += 1));

  await page.goto(`${remote.url}?scenario=${encodeURIComponent('Kontakte und Gruppen')}`);
  await page.getByRole('tab', { name: 'Gruppen' }).click();
  const selectedGroupsTab = page.getByRole('tab', { name: 'Gruppen', selected: true });
  await expect(selectedGroupsTab).toBeVisible();

  await test.step('a text', async () => {
    remote.edit('locales/de.json', '"AllContacts": "Alle Kontakte"', '"AllContacts": "Meine Leute"');
    await expect(page.getByRole('tab', { name: 'Meine Leute' })).toBeVisible({ timeout: REBUILD_TIMEOUT_MS });
    await expect(selectedGroupsTab).toBeVisible();
  });

  await test.step('a screen that exports more than components', async () => {
    remote.edit('src/screens/contacts-screen.tsx', "title={t('Contacts')}", "title={`${t('Contacts')} von Anna`}");
    await expect(page.getByRole('dialog', { name: 'Kontakte von Anna' })).toBeVisible({ timeout: REBUILD_TIMEOUT_MS });
    await expect(selectedGroupsTab).toBeVisible();
  });

  expect(consoleErrorTexts).toEqual([]);
  expect(pageLoadCount).toBe(1);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test as base } from '@playwright/test';
import { repositoryRoot } from '../../world/product';

/** Copy of a remote that runs alone in the dev server. The test edits the copy. */
interface EditedRemote {
  readonly url: string;
  /** Replaces text in a file of the remote, as an editor does when it saves the file. */
  edit(file: string, oldText: string, newText: string): void;
  stop(): Promise<void>;
}

const startDevServer = async (): Promise<EditedRemote> => {
  const copiesFolder = join(repositoryRoot, 'test-results/edited');
  mkdirSync(copiesFolder, { recursive: true });
  // The copy lies inside of the repository, because a package looks for its root and its dependencies in the folders
  // above it.
  const remoteCopyFolder = mkdtempSync(join(copiesFolder, 'mf-social-'));
  for (const entryName of ['src', 'locales', 'package.json'])
    cpSync(join(repositoryRoot, 'mf-social', entryName), join(remoteCopyFolder, entryName), { recursive: true });
  const devServerProcess = spawn(
    process.execPath,
    [join(repositoryRoot, 'shared-ui/build/cli.mjs'), 'dev', '--port', '0'],
    {
      cwd: remoteCopyFolder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const whenExited = once(devServerProcess, 'exit');
  const whenUrlPrinted = new Promise<string>((resolve) => {
    createInterface({ input: devServerProcess.stdout }).on('line', (outputLine) => {
      const [, url] = /läuft allein auf (\S+)/.exec(outputLine) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  const unexpectedExit = whenExited.then(([exitCode]) =>
    Promise.reject(new Error(`The dev server ended with ${String(exitCode)}`)),
  );
  return {
    url: await Promise.race([whenUrlPrinted, unexpectedExit]),
    edit(file, before, after) {
      const path = join(remoteCopyFolder, file);
      const text = readFileSync(path, 'utf8');
      expect(text).toContain(before);
      writeFileSync(path, text.replace(before, after));
    },
    async stop() {
      devServerProcess.kill('SIGTERM');
      await whenExited;
      rmSync(remoteCopyFolder, { recursive: true, force: true });
    },
  };
};

const test = base.extend<{ readonly remote: EditedRemote }>({
  remote: async ({ browserName: _any }, use) => {
    const remote = await startDevServer();
    await use(remote);
    await remote.stop();
  },
});

/** Time in ms for the dev server to build a change, which takes long beside other work of the machine. */
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

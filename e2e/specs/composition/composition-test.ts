import type { Page } from '@playwright/test';
import { retryButton } from '../../world/locators';
import { expect, test as base } from '../../world/shared-test';
import type { CompositionServer } from '../../fixtures/composition-server';
import { startCompositionServer } from '../../fixtures/composition-server';

/** Errors of a page that no test expected. */
export interface ConsoleErrors {
  /** Violations of the Content-Security-Policy, Trusted Types included. */
  readonly violations: readonly string[];
  /** Exceptions that nobody caught. */
  readonly exceptions: readonly string[];
}

/** Steps of the specs on the page of remote A. */
interface PageOfA {
  readonly page: Page;
  /** Opens a screen by A's own button and answers that button. */
  open(key: string): Promise<ReturnType<Page['getByRole']>>;
  /** Loads the page anew and waits for A. */
  reloadPage(): Promise<void>;
  /** Fails unless A still answers its visitor. */
  expectAlive(): Promise<void>;
  /** Lets so much time pass that the shell gives up what hangs; the page's clock moves. */
  waitForTimers(): Promise<void>;
}

interface CompositionFixtures {
  readonly composition: CompositionServer;
  readonly consoleErrors: ConsoleErrors;
  /** The page of fixture remote A, ready to be used. */
  readonly pageOfA: PageOfA;
  /** True: the page's clock can be moved, in a context of its own. */
  readonly movesClock: boolean;
}

/** Button of remote A that counts its presses. */
export const counterButton = (page: Page) => page.getByRole('button', { name: /^Gezählt: / });

/** Longer than the shell waits for anything. */
const TOO_LONG = '00:09';

const pageOfA = (page: Page): PageOfA => ({
  page,
  async open(key) {
    const opener = page.getByRole('button', { name: `Öffne ${key}`, exact: true });
    await opener.click();
    return opener;
  },
  async reloadPage() {
    // Answered only once the new page stands: the old one shows the same heading.
    await page.reload({ waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { name: 'Seite A' })).toBeVisible();
  },
  async expectAlive() {
    const button = counterButton(page);
    const count = Number(/\d+/.exec(await button.innerText())?.[0]);
    // Behind an open dialog the page is inert: what counts is that A's code still runs.
    await button.evaluate((element) => (element instanceof HTMLElement ? element.click() : undefined));
    await expect(button).toHaveText(`Gezählt: ${count + 1}`);
  },
  async waitForTimers() {
    await expect(async () => {
      await page.clock.fastForward(TOO_LONG);
      await expect(retryButton(page).last()).toBeVisible({ timeout: 500 });
    }).toPass();
  },
});

/** Tests of a page that is put together from fixture remotes. */
export const test = base.extend<CompositionFixtures>({
  // Playwright wants each fixture to name what it builds on.
  composition: async ({ browserName: _any }, use) => {
    const server = await startCompositionServer();
    await use(server);
    await server.close();
  },
  consoleErrors: async ({ page }, use) => {
    const violations: string[] = [];
    const exceptions: string[] = [];
    page.on('pageerror', (error) => exceptions.push(String(error)));
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted Type|TrustedScript/i.test(message.text())) violations.push(message.text());
    });
    await use({ violations, exceptions });
  },
  movesClock: [false, { option: true }],
  hasOwnContext: ({ movesClock }, use) => use(movesClock),
  pageOfA: async ({ page, composition, movesClock }, use) => {
    if (movesClock) await page.clock.install();
    await page.goto(composition.url);
    await expect(page.getByRole('heading', { name: 'Seite A' })).toBeVisible();
    await use(pageOfA(page));
  },
});

export { expect };

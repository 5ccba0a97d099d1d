import type { Page } from '@playwright/test';
import { retryButton } from '../../world/locators';
import { expect, test as base } from '../../world/shared-test';
import type { CompositionServer } from '../../fixtures/composition-server';
import { startCompositionServer } from '../../fixtures/composition-server';

/** Errors that the page has reported and that no test expected. */
export interface ConsoleErrors {
  /** Violations of the Content-Security-Policy, including Trusted Types. */
  readonly violations: readonly string[];
  /** Texts of exceptions in the page that no code has caught. */
  readonly exceptions: readonly string[];
}

/** Page of the fixture remote „probe-a“ (A), with steps that several specs use. */
interface RemoteAPage {
  readonly page: Page;
  /** Opens a screen with a button of the remote A, and returns that button. */
  open(screenKey: string): Promise<ReturnType<Page['getByRole']>>;
  /** Reloads the page and waits until A is visible. */
  reloadPage(): Promise<void>;
  /** Fails if the remote A no longer reacts to a click. */
  expectAlive(): Promise<void>;
  /** Moves the clock of the page so far forward that the shell stops waiting for every screen that hangs. */
  waitForTimers(): Promise<void>;
}

interface CompositionFixtures {
  readonly composition: CompositionServer;
  readonly consoleErrors: ConsoleErrors;
  /** Page of the fixture remote A, already loaded. */
  readonly pageOfA: RemoteAPage;
  /** True for tests that move the page's clock. The page then gets its own browser context. */
  readonly movesClock: boolean;
}

/** Returns the button of remote A that counts how often it was pressed. */
export const counterButton = (page: Page) => page.getByRole('button', { name: /^Gezählt: / });

/** A little more than the longest time for which the shell waits for a screen (minutes:seconds). */
const DURATION_PAST_TIMEOUT = '00:09';

const pageOfA = (page: Page): RemoteAPage => ({
  page,
  async open(key) {
    const openButton = page.getByRole('button', { name: `Öffne ${key}`, exact: true });
    await openButton.click();
    return openButton;
  },
  async reloadPage() {
    // The old page shows the same heading, so the reload waits until the new page has loaded.
    await page.reload({ waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { name: 'Seite A' })).toBeVisible();
  },
  async expectAlive() {
    const counter = counterButton(page);
    const clickCount = Number(/\d+/.exec(await counter.innerText())?.[0]);
    // Behind an open dialog the page is inert, so a real click can't reach it. A click by script shows that the code of
    // the remote A still runs.
    await counter.evaluate((buttonElement) =>
      buttonElement instanceof HTMLElement ? buttonElement.click() : undefined,
    );
    await expect(counter).toHaveText(`Gezählt: ${clickCount + 1}`);
  },
  async waitForTimers() {
    await expect(async () => {
      await page.clock.fastForward(DURATION_PAST_TIMEOUT);
      await expect(retryButton(page).last()).toBeVisible({ timeout: 500 });
    }).toPass();
  },
});

/** Tests of a page that is composed of fixture remotes. */
export const test = base.extend<CompositionFixtures>({
  // Playwright requires each fixture to name the fixtures that it uses.
  composition: async ({ browserName: _any }, use) => {
    const server = await startCompositionServer();
    await use(server);
    await server.close();
  },
  consoleErrors: async ({ page }, use) => {
    const violations: string[] = [];
    const exceptions: string[] = [];
    page.on('pageerror', (error) => exceptions.push(String(error)));
    page.on('console', (consoleMessage) => {
      if (/Content Security Policy|Trusted Type|TrustedScript/i.test(consoleMessage.text()))
        violations.push(consoleMessage.text());
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

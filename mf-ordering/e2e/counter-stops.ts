import { openCounter } from '../../e2e/world/counter';
import {
  askForAll,
  askForClosing,
  askForRefund,
  leaveRefundUnsettled,
  loseCounter,
  openFirstOrder,
  openRefusedRefund,
  showCounterMenu,
  UNSETTLED_REFUND,
  writeDish,
} from '../../e2e/world/counter-states';
import type { Page } from '../../e2e/world/world-test';
import type { Stop } from '../../e2e/remotes/stop';

/**
 * Creates a stop at the restaurant's console. Only towns with a resident have a restaurant whose console can be tested;
 * in others the stop has no path.
 */
const atCounter = (name: string, then: (page: Page) => Promise<void>): Stop => ({
  name,
  path: ({ resident }) => (resident === undefined ? null : '/partner'),
  then,
});

const afterSignIn =
  (then: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    await openCounter(page);
    await then(page);
  };

/** Day on which Anna ordered at the demo restaurant before. */
const FORMER_DAY = '20.6.';

/** Stops of the walk, which takes pictures of the app's screens: the restaurant's console. */
export const counterStops: readonly Stop[] = [
  { name: 'counter-sign-in', path: () => '/partner' },
  atCounter('counter-orders', afterSignIn(openFirstOrder)),
  atCounter(
    'counter-former',
    afterSignIn(async (page) => {
      await page.getByRole('button', { name: 'Frühere Bestellungen' }).click();
      await page.getByRole('textbox', { name: 'Tag' }).fill(FORMER_DAY);
      await page.keyboard.press('Enter');
      const rows = page.getByRole('region', { name: 'Früher' }).locator('[data-part="row"]');
      await rows.first().click();
      await rows.first().scrollIntoViewIfNeeded();
    }),
  ),
  atCounter(
    'counter-menu',
    afterSignIn(async (page) => {
      await showCounterMenu(page);
      await page.getByRole('button', { name: 'Rabatt hinzufügen' }).click();
    }),
  ),
  atCounter('counter-dish', afterSignIn(writeDish)),
  atCounter('counter-accept-all', askForAll),
  atCounter('counter-refund', afterSignIn(askForRefund)),
  atCounter('counter-refund-refused', openRefusedRefund),
  { ...atCounter('counter-refund-unsettled', leaveRefundUnsettled), expects: UNSETTLED_REFUND },
  atCounter('counter-closing', afterSignIn(askForClosing)),
  atCounter('counter-lost', loseCounter),
];

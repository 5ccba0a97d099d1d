import { openCounter } from '../../e2e/world/counter';
import {
  openAcceptAllQuestion,
  openClosingQuestion,
  openRefundQuestion,
  leaveRefundUnsettled,
  disconnectCounter,
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
const counterStop = (name: string, takeSteps: (page: Page) => Promise<void>): Stop => ({
  name,
  path: ({ resident }) => (resident === undefined ? null : '/partner'),
  then: takeSteps,
});

const afterSignIn =
  (takeSteps: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    await openCounter(page);
    await takeSteps(page);
  };

/** Day on which Anna ordered at the demo restaurant before. */
const FORMER_DAY = '20.6.';

/** Stops of the walk, which takes pictures of the app's screens: the restaurant's console. */
export const counterStops: readonly Stop[] = [
  { name: 'counter-sign-in', path: () => '/partner' },
  counterStop('counter-orders', afterSignIn(openFirstOrder)),
  counterStop(
    'counter-former',
    afterSignIn(async (page) => {
      await page.getByRole('button', { name: 'Frühere Bestellungen' }).click();
      await page.getByRole('textbox', { name: 'Tag' }).fill(FORMER_DAY);
      await page.keyboard.press('Enter');
      const formerRows = page.getByRole('region', { name: 'Früher' }).locator('[data-part="row"]');
      await formerRows.first().click();
      await formerRows.first().scrollIntoViewIfNeeded();
    }),
  ),
  counterStop(
    'counter-menu',
    afterSignIn(async (page) => {
      await showCounterMenu(page);
      await page.getByRole('button', { name: 'Rabatt hinzufügen' }).click();
    }),
  ),
  counterStop('counter-dish', afterSignIn(writeDish)),
  counterStop('counter-accept-all', openAcceptAllQuestion),
  counterStop('counter-refund', afterSignIn(openRefundQuestion)),
  counterStop('counter-refund-refused', openRefusedRefund),
  { ...counterStop('counter-refund-unsettled', leaveRefundUnsettled), expectedConsoleErrors: UNSETTLED_REFUND },
  counterStop('counter-closing', afterSignIn(openClosingQuestion)),
  counterStop('counter-lost', disconnectCounter),
];

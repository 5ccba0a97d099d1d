import { openCounter } from '../../e2e/world/counter';
import {
  openAcceptAllQuestion,
  openClosingQuestion,
  openRefundQuestion,
  leaveRefundUnsettled,
  disconnectCounter,
  LOST_CONNECTION_PATTERN,
  openFirstOrder,
  openRefusedRefund,
  showCounterMenu,
  UNSETTLED_REFUND_PATTERN,
  openFilledDishForm,
} from '../../e2e/world/counter-states';
import type { Page } from '../../e2e/world/world-test';
import type { WalkStop } from '../../e2e/remotes/walk-stop';

/**
 * Creates a stop (one screenshot of a screen) at the restaurant's console. Only a town with a resident has a restaurant
 * whose console can be tested. In other towns the path is null, so that no screenshot is taken.
 */
const counterStop = (stopName: string, takeSteps: (page: Page) => Promise<void>): WalkStop => ({
  name: stopName,
  path: ({ resident }) => (resident === undefined ? null : '/partner'),
  then: takeSteps,
});

const withSignIn =
  (takeSteps: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    await openCounter(page);
    await takeSteps(page);
  };

/** Earlier day on which the demo user Anna ordered at the demo restaurant. */
const FORMER_ORDER_DAY = '20.6.';

/** Screens of the restaurant's console of which the walk takes screenshots. */
export const counterStops: readonly WalkStop[] = [
  { name: 'counter-sign-in', path: () => '/partner' },
  counterStop('counter-orders', withSignIn(openFirstOrder)),
  counterStop(
    'counter-former',
    withSignIn(async (page) => {
      await page.getByRole('button', { name: 'Frühere Bestellungen' }).click();
      await page.getByRole('textbox', { name: 'Tag' }).fill(FORMER_ORDER_DAY);
      await page.keyboard.press('Enter');
      const formerOrderRows = page.getByRole('region', { name: 'Früher' }).locator('[data-part="row"]');
      await formerOrderRows.first().click();
      await formerOrderRows.first().scrollIntoViewIfNeeded();
    }),
  ),
  counterStop(
    'counter-menu',
    withSignIn(async (page) => {
      await showCounterMenu(page);
      await page.getByRole('button', { name: 'Rabatt hinzufügen' }).click();
    }),
  ),
  counterStop('counter-dish', withSignIn(openFilledDishForm)),
  counterStop('counter-accept-all', openAcceptAllQuestion),
  counterStop('counter-refund', withSignIn(openRefundQuestion)),
  counterStop('counter-refund-refused', openRefusedRefund),
  { ...counterStop('counter-refund-unsettled', leaveRefundUnsettled), expectedConsoleErrors: UNSETTLED_REFUND_PATTERN },
  counterStop('counter-closing', withSignIn(openClosingQuestion)),
  { ...counterStop('counter-lost', disconnectCounter), expectedConsoleErrors: LOST_CONNECTION_PATTERN },
];

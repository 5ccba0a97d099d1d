import type { Page } from '../../e2e/world/world-test';
import { openCounter } from '../../e2e/world/counter';
import {
  openAcceptAllQuestion,
  openClosingQuestion,
  openRefundQuestion,
  counterConfirmDialog,
  leaveRefundUnsettled,
  disconnectCounter,
  LOST_CONNECTION_PATTERN,
  UNSETTLED_REFUND_PATTERN,
} from '../../e2e/world/counter-states';
import type { ScreenCase } from '../../e2e/remotes/screen-case';

const pressButton = (page: Page, buttonName: string | RegExp): Promise<void> =>
  page.getByRole('button', { name: buttonName }).first().click();

const amountField = (page: Page) => page.getByLabel('Betrag in Euro');

const enterExcessiveAmount = async (page: Page): Promise<void> => {
  await pressButton(page, 'Anderer Betrag');
  await amountField(page).fill('99999');
};

/**
 * States of the restaurant's console, signed in at the demo restaurant where the demo user Anna has ordered. To keep
 * the number of checked states small, each state opens several parts of the console at once.
 */
export const consoleCases: readonly ScreenCase[] = [
  {
    name: 'console, signed out',
    async open(page) {
      await page.goto('/partner');
      await pressButton(page, 'Anmelden');
    },
    shown: (page) => page.getByText('Gib den Schlüssel deines Lokals ein.'),
  },
  {
    name: 'console with an order to refund, and a former day',
    async open(page) {
      await openCounter(page);
      await page.locator('[data-part="row"]').first().click();
      await enterExcessiveAmount(page);
      await pressButton(page, 'Frühere Bestellungen');
    },
    shown: (page) =>
      page
        .getByRole('region', { name: 'Erstatten' })
        .getByText(/^Höchstens/)
        .first(),
  },
  {
    name: 'console with its menu, a dish and a discount being written',
    async open(page) {
      await openCounter(page);
      await pressButton(page, 'Karte heute');
      await pressButton(page, /ändern$/);
      await pressButton(page, 'Rabatt hinzufügen');
      await pressButton(page, 'Speichern');
    },
    shown: (page) => page.getByRole('form', { name: 'Rabatt hinzufügen' }),
  },
  {
    name: 'console asking before money goes back',
    async open(page) {
      await openCounter(page);
      await openRefundQuestion(page);
    },
    shown: counterConfirmDialog,
  },
  { name: 'console asking before all are accepted', open: openAcceptAllQuestion, shown: counterConfirmDialog },
  {
    name: 'console asking before it closes',
    async open(page) {
      await openCounter(page);
      await openClosingQuestion(page);
    },
    shown: counterConfirmDialog,
  },
  {
    name: 'console with a refund of which nobody knows how it went',
    async open(page, { consoleErrors }) {
      consoleErrors.expect(UNSETTLED_REFUND_PATTERN);
      await leaveRefundUnsettled(page);
    },
    shown: (page) => page.getByText(/^Wird geprüft/),
  },
  {
    name: 'console without a connection, an order that waits too long and a refund that was refused',
    async open(page, { consoleErrors }) {
      consoleErrors.expect(LOST_CONNECTION_PATTERN);
      await disconnectCounter(page);
    },
    shown: (page) => page.getByText(/^Verbindung verloren/),
  },
];

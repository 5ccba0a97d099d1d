import type { Page } from '../../e2e/world/world-test';
import { PROVIDER_REQUESTS, approveCardAtBank, leaveCardUndecided } from '../../e2e/world/bank';
import { dialogOf, openOrder } from '../../e2e/world/locators';
import { openDeclinedOrder, openOrderPaidInVain, openUnsettledOrder } from '../../e2e/world/shown-order';
import type { ScreenCase } from '../../e2e/remotes/screen-case';
import { openScreen } from '../../e2e/remotes/screen-case';

/** Restaurant of the demo town that takes orders at all hours. */
const RESTAURANT_ROUTING_NAME = 'giovannas-ofen';

const ordersDialog = (page: Page) => dialogOf(page, 'Bestellungen');
const orderButton = (page: Page) => page.getByRole('button', { name: 'Zahlungspflichtig bestellen' });

const openPastOrders = async (page: Page): Promise<void> => {
  await openScreen('orders')(page);
  await ordersDialog(page)
    .getByRole('tab', { name: /^Vergangen/ })
    .click();
};

const cardsDialog = (page: Page) => dialogOf(page, 'Bezahlen');
const openCardMenu = async (page: Page): Promise<void> => {
  await openScreen('paymentoptions')(page);
  await cardsDialog(page)
    .getByRole('button', { name: /^Was du mit / })
    .last()
    .click();
};

const fillCart = async (page: Page): Promise<void> => {
  await openScreen(`details/${RESTAURANT_ROUTING_NAME}`)(page);
  const addButton = page.getByRole('button', { name: 'In den Warenkorb' });
  await addButton.first().click();
  await addButton.first().click();
};

/** Screen states of orders, cards and the cart, as the demo user Anna sees them, who has ordered before. */
export const orderCases: readonly ScreenCase[] = [
  { name: 'orders to come', open: openScreen('orders'), shown: (page) => ordersDialog(page).getByText('In Prüfung') },
  {
    name: 'orders that are over',
    open: openPastOrders,
    shown: (page) => ordersDialog(page).getByRole('button', { name: 'Mehr anzeigen' }),
  },
  {
    name: 'order to come',
    async open(page) {
      await openScreen('orders')(page);
      await ordersDialog(page).getByRole('link').first().click();
    },
    shown: (page) => dialogOf(page, 'Bestätigt').getByText('Deine Bestellnummer'),
  },
  {
    name: 'order that its place has declined',
    needsOwnPage: true,
    open: openDeclinedOrder,
    shown: (page) => page.getByText('Das Lokal kann nicht'),
  },
  {
    name: 'order of which nobody knows whether it is paid',
    needsOwnPage: true,
    open: openUnsettledOrder,
    shown: (page) => dialogOf(page, 'Zahlung noch offen').getByText('Wir wissen es noch nicht'),
  },
  {
    name: 'order that was paid in vain',
    needsOwnPage: true,
    open: openOrderPaidInVain,
    shown: (page) => dialogOf(page, 'Nicht bestellt').getByText('Erstattung unterwegs'),
  },
  {
    name: 'order that is over, partly refunded',
    async open(page) {
      await openPastOrders(page);
      await ordersDialog(page)
        .getByRole('listitem')
        .filter({ hasText: 'Teilweise storniert' })
        .first()
        .getByRole('link')
        .click();
    },
    shown: (page) => page.getByRole('dialog').getByRole('heading', { name: 'Erstattet' }),
  },
  {
    name: 'rating of an order that is over',
    async open(page) {
      await openPastOrders(page);
      await ordersDialog(page)
        .getByRole('listitem')
        .filter({ hasText: 'Teilweise storniert' })
        .first()
        .getByRole('link')
        .click();
      await page.getByRole('link', { name: 'Wie war’s?' }).click();
    },
    shown: (page) => dialogOf(page, 'Wie war’s?').getByRole('button', { name: 'Bewertung abgeben' }),
  },
  {
    name: 'receipt, partly refunded',
    async open(page) {
      await openPastOrders(page);
      await ordersDialog(page)
        .getByRole('listitem')
        .filter({ hasText: 'Teilweise storniert' })
        .first()
        .getByRole('link')
        .click();
      await page.getByRole('link', { name: 'Beleg' }).click();
    },
    shown: (page) => dialogOf(page, 'Beleg').getByRole('region', { name: 'Mehrwertsteuer nach Erstattung' }),
  },
  {
    name: 'vouchers of somebody who has some',
    open: openScreen('vouchers'),
    shown: (page) => dialogOf(page, 'Gutscheine').getByRole('listitem').first(),
  },
  {
    name: 'payment options',
    open: openScreen('paymentoptions'),
    shown: (page) => cardsDialog(page).getByText('Standard', { exact: true }),
  },
  {
    name: 'menu of a card',
    open: openCardMenu,
    shown: (page) => page.getByRole('button', { name: 'Karte entfernen' }),
  },
  {
    name: 'card about to be removed',
    async open(page) {
      await openCardMenu(page);
      await page.getByRole('button', { name: 'Karte entfernen' }).click();
    },
    shown: (page) => page.getByRole('alertdialog', { name: 'Karte entfernen?' }),
  },
  {
    name: 'new card with mistakes',
    async open(page) {
      await openScreen('paymentoptions/new')(page);
      const cardForm = dialogOf(page, 'Karte hinzufügen');
      await cardForm.getByRole('textbox', { name: 'Kartennummer' }).fill('424242424242424');
      await cardForm.getByRole('textbox', { name: 'Gültig bis' }).fill('0820');
      await cardForm.getByRole('textbox', { name: /^Prüfnummer/ }).fill('12');
      await cardForm.getByRole('textbox', { name: 'Kartennummer' }).focus();
    },
    shown: (page) => dialogOf(page, 'Karte hinzufügen').getByText('Abgelaufen.'),
  },
  {
    name: 'new card at its bank',
    needsOwnPage: true,
    async open(page, { consoleErrors }) {
      consoleErrors.expect(PROVIDER_REQUESTS);
      await openScreen('paymentoptions/new')(page);
      await approveCardAtBank(page);
    },
    shown: (page) => dialogOf(page, 'Freigabe bei deiner Bank').getByRole('button', { name: 'Abbrechen' }),
  },
  {
    name: 'new card whose bank was left',
    needsOwnPage: true,
    async open(page, { consoleErrors }) {
      consoleErrors.expect(PROVIDER_REQUESTS);
      await openScreen('paymentoptions/new')(page);
      await leaveCardUndecided(page);
    },
    shown: (page) => dialogOf(page, 'Karte hinzufügen').getByText('Deine Freigabe fehlt noch'),
  },
  {
    name: 'cart',
    needsOwnPage: true,
    open: fillCart,
    // On wide pages there is no button to the cart, because the cart is visible beside the menu.
    shown: (page) => page.getByRole('button', { name: /Zum Warenkorb/ }).or(orderButton(page)),
  },
  {
    name: 'order being put together',
    needsOwnPage: true,
    async open(page) {
      await fillCart(page);
      await openOrder(page);
    },
    shown: orderButton,
  },
];

/** State of the vouchers' screen for a user who has no vouchers. */
export const voucherCases: readonly ScreenCase[] = [
  {
    name: 'vouchers',
    open: openScreen('vouchers'),
    shown: (page) => dialogOf(page, 'Gutscheine').getByRole('heading', { level: 2 }),
  },
];

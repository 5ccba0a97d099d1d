import {
  PROVIDER_REQUESTS,
  approveCardAtBank,
  failCardRegistration,
  leaveCardUndecided,
  typeCard,
} from '../../e2e/world/bank';
import { openDeclinedOrder, openOrderPaidInVain, openUnsettledOrder } from '../../e2e/world/shown-order';
import type { Page } from '../../e2e/world/world-test';
import { expect } from '../../e2e/world/world-test';
import { innermostDialog, pressButton, pressToOpenDialog } from '../../e2e/remotes/dialog-steps';
import type { WalkStop } from '../../e2e/remotes/walk-stop';
import { createHashStop, createResidentStop } from '../../e2e/remotes/walk-stop';
import { counterStops } from './counter-stops';
import {
  chooseVoucher,
  showOrderingEnded,
  fillCart,
  showChangeAlert,
  showChangesInOrder,
  payAndWait,
  payAtBank,
  showRefusedPayment,
  showUnapprovedPayment,
  showUndecidedPayment,
  payWithUnknownOutcome,
  openFilledOrder,
  showReadyToPay,
  redeemVoucher,
} from './paying-steps';

/** Stops of the walk (one screenshot each) for a user who has no orders, vouchers and cards yet. */
const memberStops: readonly WalkStop[] = [
  createHashStop('member-orders', 'orders', 'member'),
  {
    ...createHashStop('member-orders-past', 'orders', 'member'),
    then: (page) =>
      innermostDialog(page)
        .getByRole('tab', { name: /^Vergangen/ })
        .click(),
  },
  createHashStop('member-vouchers', 'vouchers', 'member'),
  createHashStop('member-payment-options', 'paymentoptions', 'member'),
  createHashStop('member-first-card', 'paymentoptions/new', 'member'),
];

const openFirstOrder = async (page: Page): Promise<void> => {
  await innermostDialog(page).getByRole('link').first().click();
  await expect(innermostDialog(page).getByText('Deine Bestellnummer')).toBeVisible();
};

const openPastOrders = async (page: Page): Promise<void> => {
  await innermostDialog(page)
    .getByRole('tab', { name: /^Vergangen/ })
    .click();
  await expect(innermostDialog(page).getByText('Teilweise storniert')).toBeVisible();
};

const openPastOrder = async (page: Page): Promise<void> => {
  await openPastOrders(page);
  await innermostDialog(page)
    .getByRole('listitem')
    .filter({ hasText: 'Teilweise storniert' })
    .first()
    .getByRole('link')
    .click();
  await expect(innermostDialog(page).getByRole('heading', { name: 'Erstattet' })).toBeVisible();
};

const openCardMenu = pressToOpenDialog(/^Was du mit /);

const paymentStop = (stopName: string, takeSteps: WalkStop['then']): WalkStop => ({
  ...createResidentStop(stopName, 'details/giovannas-ofen', takeSteps),
  expectedConsoleErrors: PROVIDER_REQUESTS,
});

const cardRegistrationStop = (stopName: string, takeSteps: WalkStop['then']): WalkStop => ({
  ...createResidentStop(stopName, 'paymentoptions/new', takeSteps),
  expectedConsoleErrors: PROVIDER_REQUESTS,
});

/**
 * Stops of the walk (one screenshot each) for a user with orders: the cart, the payment, upcoming and past
 * orders, and vouchers.
 */
const residentStops: readonly WalkStop[] = [
  createResidentStop('cart', 'details/giovannas-ofen', fillCart),
  createResidentStop('order-put-together', 'details/giovannas-ofen', openFilledOrder),
  createResidentStop('order-only-take-away', 'details/fritten-fiete', openFilledOrder),
  createResidentStop('order-vouchers', 'details/giovannas-ofen', chooseVoucher),
  createResidentStop('order-voucher', 'details/giovannas-ofen', redeemVoucher),
  createResidentStop('order-changed', 'details/giovannas-ofen', showChangeAlert),
  createResidentStop('order-changes', 'details/giovannas-ofen', showChangesInOrder),
  createResidentStop('order-too-late', 'details/giovannas-ofen', showOrderingEnded),
  createResidentStop('order-ready', 'details/giovannas-ofen', showReadyToPay),
  paymentStop('payment-waiting', payAndWait),
  { ...paymentStop('payment-bank', payAtBank), hasForeignPage: true },
  paymentStop('payment-refused', showRefusedPayment),
  paymentStop('payment-undecided', showUndecidedPayment),
  paymentStop('payment-unapproved', showUnapprovedPayment),
  { ...paymentStop('payment-unclear', payWithUnknownOutcome), expectedConsoleErrors: /api\/payment\/payIn/ },
  createResidentStop('orders', 'orders'),
  createResidentStop('order', 'orders', openFirstOrder),
  createResidentStop('order-declined', 'orders', openDeclinedOrder),
  createResidentStop('order-unsettled', 'orders', openUnsettledOrder),
  createResidentStop('order-paid-in-vain', 'orders', openOrderPaidInVain),
  createResidentStop('orders-past', 'orders', openPastOrders),
  createResidentStop('order-past', 'orders', openPastOrder),
  createResidentStop('order-rating', 'orders', async (page) => {
    await openPastOrder(page);
    await innermostDialog(page).getByRole('link', { name: 'Wie war’s?' }).click();
    await innermostDialog(page).getByRole('radio', { name: '4 von 5 Sternen' }).check({ force: true });
  }),
  createResidentStop('receipt', 'orders', async (page) => {
    await openPastOrder(page);
    await innermostDialog(page).getByRole('link', { name: 'Beleg' }).click();
    await expect(innermostDialog(page).getByRole('button', { name: 'PDF laden' })).toBeVisible();
  }),
  createResidentStop('vouchers', 'vouchers'),
  createResidentStop('payment-options', 'paymentoptions'),
  createResidentStop('payment-options-card', 'paymentoptions', openCardMenu),
  createResidentStop('payment-options-remove', 'paymentoptions', async (page) => {
    await openCardMenu(page);
    await pressButton('Karte entfernen')(page);
    await expect(page.getByRole('alertdialog', { name: 'Karte entfernen?' })).toBeVisible();
  }),
  createResidentStop('new-card', 'paymentoptions/new', typeCard('535512', '', '')),
  createResidentStop('new-card-wrong', 'paymentoptions/new', typeCard('424242424242424', '0820', '12')),
  cardRegistrationStop('new-card-refused', failCardRegistration),
  { ...cardRegistrationStop('new-card-bank', approveCardAtBank), hasForeignPage: true },
  cardRegistrationStop('new-card-undecided', leaveCardUndecided),
];

/**
 * Stops of the walk, which takes screenshots of the app's screens: cart, payment, orders, receipts, vouchers and the
 * restaurant's console.
 */
export const orderingStops: readonly WalkStop[] = [...memberStops, ...residentStops, ...counterStops];

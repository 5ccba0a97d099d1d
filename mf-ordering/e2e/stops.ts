import { PROVIDER_REQUESTS, registerAtBank, registerRefused, registerUndecided, typeCard } from '../../e2e/world/bank';
import { openDeclinedOrder, openOrderPaidInVain, openUnsettledOrder } from '../../e2e/world/shown-order';
import type { Page } from '../../e2e/world/world-test';
import { expect } from '../../e2e/world/world-test';
import { innermostDialog, pressButton, pressToOpen } from '../../e2e/remotes/dialog-steps';
import type { Stop } from '../../e2e/remotes/stop';
import { stopAt, residentStop } from '../../e2e/remotes/stop';
import { counterStops } from './counter-stops';
import {
  chooseVoucher,
  showOrderingEnded,
  fillCart,
  showChangeAlert,
  showChangesInOrder,
  payAndWait,
  payAtBank,
  payRefused,
  payUnapproved,
  payUndecided,
  payWithUnknownOutcome,
  openFilledOrder,
  readyToPay,
  redeemVoucher,
} from './paying-steps';

/** Stops for a user who has no orders, vouchers and cards yet. */
const memberStops: readonly Stop[] = [
  stopAt('member-orders', 'orders', 'member'),
  {
    ...stopAt('member-orders-past', 'orders', 'member'),
    then: (page) =>
      innermostDialog(page)
        .getByRole('tab', { name: /^Vergangen/ })
        .click(),
  },
  stopAt('member-vouchers', 'vouchers', 'member'),
  stopAt('member-payment-options', 'paymentoptions', 'member'),
  stopAt('member-first-card', 'paymentoptions/new', 'member'),
];

const openFirstOrder = async (page: Page): Promise<void> => {
  await innermostDialog(page).getByRole('link').first().click();
  await expect(innermostDialog(page).getByText('Deine Abholnummer')).toBeVisible();
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
  await expect(innermostDialog(page).getByRole('heading', { name: 'Storno' })).toBeVisible();
};

const openCardMenu = pressToOpen(/^Was du mit /);

const paymentStop = (name: string, takeSteps: Stop['then']): Stop => ({
  ...residentStop(name, 'details/giovannas-ofen', takeSteps),
  expectedConsoleErrors: PROVIDER_REQUESTS,
});

const cardRegistrationStop = (name: string, takeSteps: Stop['then']): Stop => ({
  ...residentStop(name, 'paymentoptions/new', takeSteps),
  expectedConsoleErrors: PROVIDER_REQUESTS,
});

/** Stops for a user with orders: the cart, the payment, upcoming and past orders, and vouchers. */
const residentStops: readonly Stop[] = [
  residentStop('cart', 'details/giovannas-ofen', fillCart),
  residentStop('order-put-together', 'details/giovannas-ofen', openFilledOrder),
  residentStop('order-only-take-away', 'details/fritten-fiete', openFilledOrder),
  residentStop('order-vouchers', 'details/giovannas-ofen', chooseVoucher),
  residentStop('order-voucher', 'details/giovannas-ofen', redeemVoucher),
  residentStop('order-changed', 'details/giovannas-ofen', showChangeAlert),
  residentStop('order-changes', 'details/giovannas-ofen', showChangesInOrder),
  residentStop('order-too-late', 'details/giovannas-ofen', showOrderingEnded),
  residentStop('order-ready', 'details/giovannas-ofen', readyToPay),
  paymentStop('payment-waiting', payAndWait),
  { ...paymentStop('payment-bank', payAtBank), hasForeignPage: true },
  paymentStop('payment-refused', payRefused),
  paymentStop('payment-undecided', payUndecided),
  paymentStop('payment-unapproved', payUnapproved),
  { ...paymentStop('payment-unclear', payWithUnknownOutcome), expectedConsoleErrors: /api\/payment\/payIn/ },
  residentStop('orders', 'orders'),
  residentStop('order', 'orders', openFirstOrder),
  residentStop('order-declined', 'orders', openDeclinedOrder),
  residentStop('order-unsettled', 'orders', openUnsettledOrder),
  residentStop('order-paid-in-vain', 'orders', openOrderPaidInVain),
  residentStop('orders-past', 'orders', openPastOrders),
  residentStop('order-past', 'orders', openPastOrder),
  residentStop('order-rating', 'orders', async (page) => {
    await openPastOrder(page);
    await innermostDialog(page).getByRole('link', { name: 'Wie war’s?' }).click();
    await innermostDialog(page).getByRole('radio', { name: '4 von 5 Sternen' }).check({ force: true });
  }),
  residentStop('receipt', 'orders', async (page) => {
    await openPastOrder(page);
    await innermostDialog(page).getByRole('link', { name: 'Beleg' }).click();
    await expect(innermostDialog(page).getByRole('button', { name: 'PDF laden' })).toBeVisible();
  }),
  residentStop('vouchers', 'vouchers'),
  residentStop('payment-options', 'paymentoptions'),
  residentStop('payment-options-card', 'paymentoptions', openCardMenu),
  residentStop('payment-options-remove', 'paymentoptions', async (page) => {
    await openCardMenu(page);
    await pressButton('Karte entfernen')(page);
    await expect(page.getByRole('alertdialog', { name: 'Karte entfernen?' })).toBeVisible();
  }),
  residentStop('new-card', 'paymentoptions/new', typeCard('535512', '', '')),
  residentStop('new-card-wrong', 'paymentoptions/new', typeCard('424242424242424', '0820', '12')),
  cardRegistrationStop('new-card-refused', registerRefused),
  { ...cardRegistrationStop('new-card-bank', registerAtBank), hasForeignPage: true },
  cardRegistrationStop('new-card-undecided', registerUndecided),
];

/**
 * Stops of the walk, which takes pictures of the app's screens: cart, payment, orders, receipts, vouchers and the
 * restaurant's console.
 */
export const stops: readonly Stop[] = [...memberStops, ...residentStops, ...counterStops];

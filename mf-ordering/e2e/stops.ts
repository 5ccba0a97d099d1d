import { AT_PROVIDERS, registerAtBank, registerRefused, registerUndecided, typeCard } from '../../e2e/world/bank';
import { openDeclinedOrder, openOrderPaidInVain, openUnsettledOrder } from '../../e2e/world/shown-order';
import type { Page } from '../../e2e/world/world-test';
import { expect } from '../../e2e/world/world-test';
import { innermost, press, pressToOpen } from '../../e2e/remotes/dialog-steps';
import type { Stop } from '../../e2e/remotes/stop';
import { at, resident } from '../../e2e/remotes/stop';
import { counterStops } from './counter-stops';
import {
  chooseVoucher,
  comeTooLate,
  fillCart,
  findChanges,
  lookAtChanges,
  payAndWait,
  payAtBank,
  payRefused,
  payUnapproved,
  payUndecided,
  payUnheard,
  putTogether,
  readyToPay,
  redeemVoucher,
} from './paying-steps';

/** Stops for a user who has no orders, vouchers and cards yet. */
const memberStops: readonly Stop[] = [
  at('member-orders', 'orders', 'member'),
  {
    ...at('member-orders-past', 'orders', 'member'),
    then: (page) =>
      innermost(page)
        .getByRole('tab', { name: /^Vergangen/ })
        .click(),
  },
  at('member-vouchers', 'vouchers', 'member'),
  at('member-payment-options', 'paymentoptions', 'member'),
  at('member-first-card', 'paymentoptions/new', 'member'),
];

const firstOrder = async (page: Page): Promise<void> => {
  await innermost(page).getByRole('link').first().click();
  await expect(innermost(page).getByText('Deine Abholnummer')).toBeVisible();
};

const pastOrders = async (page: Page): Promise<void> => {
  await innermost(page)
    .getByRole('tab', { name: /^Vergangen/ })
    .click();
  await expect(innermost(page).getByText('Teilweise storniert')).toBeVisible();
};

const openPastOrder = async (page: Page): Promise<void> => {
  await pastOrders(page);
  await innermost(page)
    .getByRole('listitem')
    .filter({ hasText: 'Teilweise storniert' })
    .first()
    .getByRole('link')
    .click();
  await expect(innermost(page).getByRole('heading', { name: 'Storno' })).toBeVisible();
};

const cardMenu = pressToOpen(/^Was du mit /);

const paying = (name: string, then: Stop['then']): Stop => ({
  ...resident(name, 'details/giovannas-ofen', then),
  expects: AT_PROVIDERS,
});

const registering = (name: string, then: Stop['then']): Stop => ({
  ...resident(name, 'paymentoptions/new', then),
  expects: AT_PROVIDERS,
});

/** Stops for a user with orders: the cart, the payment, upcoming and past orders, and vouchers. */
const residentStops: readonly Stop[] = [
  resident('cart', 'details/giovannas-ofen', fillCart),
  resident('order-put-together', 'details/giovannas-ofen', putTogether),
  resident('order-only-take-away', 'details/fritten-fiete', putTogether),
  resident('order-vouchers', 'details/giovannas-ofen', chooseVoucher),
  resident('order-voucher', 'details/giovannas-ofen', redeemVoucher),
  resident('order-changed', 'details/giovannas-ofen', findChanges),
  resident('order-changes', 'details/giovannas-ofen', lookAtChanges),
  resident('order-too-late', 'details/giovannas-ofen', comeTooLate),
  resident('order-ready', 'details/giovannas-ofen', readyToPay),
  paying('payment-waiting', payAndWait),
  { ...paying('payment-bank', payAtBank), hasForeignPage: true },
  paying('payment-refused', payRefused),
  paying('payment-undecided', payUndecided),
  paying('payment-unapproved', payUnapproved),
  { ...paying('payment-unclear', payUnheard), expects: /api\/payment\/payIn/ },
  resident('orders', 'orders'),
  resident('order', 'orders', firstOrder),
  resident('order-declined', 'orders', openDeclinedOrder),
  resident('order-unsettled', 'orders', openUnsettledOrder),
  resident('order-paid-in-vain', 'orders', openOrderPaidInVain),
  resident('orders-past', 'orders', pastOrders),
  resident('order-past', 'orders', openPastOrder),
  resident('order-rating', 'orders', async (page) => {
    await openPastOrder(page);
    await innermost(page).getByRole('link', { name: 'Wie war’s?' }).click();
    await innermost(page).getByRole('radio', { name: '4 von 5 Sternen' }).check({ force: true });
  }),
  resident('receipt', 'orders', async (page) => {
    await openPastOrder(page);
    await innermost(page).getByRole('link', { name: 'Beleg' }).click();
    await expect(innermost(page).getByRole('button', { name: 'PDF laden' })).toBeVisible();
  }),
  resident('vouchers', 'vouchers'),
  resident('payment-options', 'paymentoptions'),
  resident('payment-options-card', 'paymentoptions', cardMenu),
  resident('payment-options-remove', 'paymentoptions', async (page) => {
    await cardMenu(page);
    await press('Karte entfernen')(page);
    await expect(page.getByRole('alertdialog', { name: 'Karte entfernen?' })).toBeVisible();
  }),
  resident('new-card', 'paymentoptions/new', typeCard('535512', '', '')),
  resident('new-card-wrong', 'paymentoptions/new', typeCard('424242424242424', '0820', '12')),
  registering('new-card-refused', registerRefused),
  { ...registering('new-card-bank', registerAtBank), hasForeignPage: true },
  registering('new-card-undecided', registerUndecided),
];

/**
 * Stops of the walk, which takes pictures of the app's screens: cart, payment, orders, receipts, vouchers and the
 * restaurant's console.
 */
export const stops: readonly Stop[] = [...memberStops, ...residentStops, ...counterStops];

import { defineShellEntries } from '@mahlzeit/shared-ui/shell-entries';
import de from './locales/de.json';

export default defineShellEntries(de, {
  screens: {
    orders: { title: 'Title_orders', drawer: { section: 'account', order: 20, icon: 'receipt-text' } },
    order: { title: 'Title_order' },
    orderrating: { title: 'Title_orderrating' },
    receipt: { title: 'Title_receipt' },
    paymentoptions: { title: 'Title_paymentoptions' },
    vouchers: { title: 'Title_vouchers', drawer: { section: 'account', order: 50, icon: 'ticket-percent' } },
  },
  notifications: { orderAccepted: 'shown', orderRefunded: 'shown', orderNotPaid: 'shown' },
  // Screens over which no notification may appear: the cart with its payment on the restaurant's page, and the screen
  // of the cards.
  quiet: [['details', '*', 'cart'], ['paymentoptions']],
});

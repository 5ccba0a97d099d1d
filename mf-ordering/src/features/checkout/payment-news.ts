import { meTopic, Order, paymentOptionFacts } from '@mahlzeit/contract';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { CartPlace } from '../cart';
import type { CartPayment } from './cart-payment';

/**
 * News of an open payment from elsewhere: the live list of orders, another tab, or another page that its diner has come
 * back to.
 */
export interface PaymentNews {
  /** Begins to listen, and keeps the page from reloading meanwhile. */
  watchOrders(): void;
  /** Reads the news that came before. */
  catchUp(): void;
  stop(): void;
}

interface NewsDeps {
  readonly shell: ShellApi;
  readonly payment: CartPayment;
  /** User id of the cart's diner. */
  readonly owner: CartPlace['owner'];
  /** Runs when the live list shows the order as paid. */
  onPaid(orderKey: string): void;
  /** Runs when this page has nothing more to do with the payment. */
  onGone(): void;
}

const liveOrders = defineCollection({ topic: meTopic, collection: 'orders', schema: Order });

/** Creates the news of one cart's payment in one page. */
export const createPaymentNews = ({ shell, payment, owner, onPaid, onGone }: NewsDeps): PaymentNews => {
  const { store, session } = shell;
  let stops: readonly (() => void)[] = [];

  const onOrders = (): void => {
    const open = payment.get();
    if (open === null) return;
    const paidOrder = liveOrders
      .of(store)
      .get()
      .items.find(
        (order) =>
          order.paymentStatus === 'SUCCEEDED' && (order.key === open.orderKey || order.payInId === open.payInId),
      );
    if (paidOrder !== undefined) onPaid(paidOrder.key);
  };
  const onCart = (): void => {
    const storedPayment = payment.stored();
    // Another tab may have got the payment's id first.
    if (
      payment.get()?.payInId === null &&
      storedPayment !== null &&
      storedPayment.payInId !== null &&
      payment.isStored()
    ) {
      payment.open(storedPayment);
      // The live list may have shown the order as paid before the id was known.
      onOrders();
    }
    // Without an approval on the provider's page nothing more comes once another tab has given the payment up.
    const open = payment.get();
    const isRedirected = open !== null && paymentOptionFacts(open.form.paymentOption).approval === 'redirect';
    if (isRedirected && payment.isOwn() && !payment.isStored()) onGone();
  };
  const onSession = (): void => {
    const view = session.get();
    if (view.status === 'known' && view.account.uid !== owner) onGone();
  };
  return {
    watchOrders() {
      if (stops.length > 0) return;
      stops = [
        shell.holdReload(),
        liveOrders.of(store).subscribe(onOrders),
        store.subscribe(onCart),
        session.subscribe(onSession),
      ];
    },
    catchUp() {
      onCart();
      onOrders();
    },
    stop() {
      for (const stop of stops) stop();
      stops = [];
    },
  };
};

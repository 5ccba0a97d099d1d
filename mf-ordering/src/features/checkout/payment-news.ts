import { meTopic, Order, paymentOptionFacts } from '@mahlzeit/contract';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { CartPlace } from '../cart';
import type { CartPayment } from './cart-payment';

/**
 * What others tell of an open payment: the live list of orders, another tab, or who has come back to another page of
 * ours.
 */
export interface PaymentNews {
  /** Listens from now on; the page isn't reloaded meanwhile. */
  follow(): void;
  /** Hears what came while nobody listened. */
  catchUp(): void;
  stop(): void;
}

interface NewsDeps {
  readonly shell: ShellApi;
  readonly payment: CartPayment;
  /** The cart's diner. */
  readonly owner: CartPlace['owner'];
  /** It is paid, by that order. */
  onPaid(orderKey: string): void;
  /** Nothing of it is to come to this page any more. */
  onGone(): void;
}

const liveOrders = defineCollection({ topic: meTopic, collection: 'orders', schema: Order });

/** News of the payment of one cart in one page. */
export const createPaymentNews = ({ shell, payment, owner, onPaid, onGone }: NewsDeps): PaymentNews => {
  const { store, session } = shell;
  let stops: readonly (() => void)[] = [];

  const onOrders = (): void => {
    const open = payment.get();
    if (open === null) return;
    const paid = liveOrders
      .of(store)
      .get()
      .items.find(
        (order) =>
          order.paymentStatus === 'SUCCEEDED' && (order.key === open.orderKey || order.payInId === open.payInId),
      );
    if (paid !== undefined) onPaid(paid.key);
  };
  const onCart = (): void => {
    const held = payment.stored();
    // Another tab may have heard first what it is called.
    if (payment.get()?.payInId === null && held !== null && held.payInId !== null && payment.isStored()) {
      payment.open(held);
      // That it is paid may have been told before.
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
    follow() {
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

import { meTopic, Order, paymentOptionFacts } from '@mahlzeit/contract';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { CartPlace } from '../cart';
import type { CartPayment } from './cart-payment';

/**
 * Watches an open payment and reports changes that happen elsewhere: in the live list of orders, in another tab, or on
 * another page to which the diner has returned.
 */
export interface PaymentWatcher {
  /** Starts to watch for changes. Until `stop` the page doesn't reload itself. */
  watchOrders(): void;
  /** Handles changes of the payment that happened before `watchOrders`. */
  catchUp(): void;
  /**
   * Handles a payment that the cart no longer stores. The paid carts tell whether another tab has paid it. If the cart
   * was removed without this information, the gateway is asked once, by the payment's id.
   */
  reportLoss(): void;
  stop(): void;
}

interface PaymentWatcherDeps {
  readonly shell: ShellApi;
  readonly payment: CartPayment;
  /** User id of the cart's owner; null for a visitor without an account. */
  readonly owner: CartPlace['owner'];
  /** Called when the live list, or another tab that has paid the cart, names the paid order. */
  onPaid(orderKey: string): void;
  /**
   * Called once if another tab has removed the cart without storing an order. Only the gateway then knows the outcome.
   */
  onCartEmptied(): void;
  /** Called when this page must stop processing the payment. */
  onGone(): void;
}

const liveOrders = defineCollection({ topic: meTopic, collection: 'orders', schema: Order });

/** Creates the object that watches one cart's payment in one page. */
export const createPaymentWatcher = ({
  shell,
  payment,
  owner,
  onPaid,
  onCartEmptied,
  onGone,
}: PaymentWatcherDeps): PaymentWatcher => {
  const { store, session } = shell;
  let stopFunctions: readonly (() => void)[] = [];
  let isRemovalReported = false;

  const onOrdersChange = (): void => {
    const openPayment = payment.get();
    if (openPayment === null) return;
    const paidOrder = liveOrders
      .of(store)
      .get()
      .items.find(
        (order) =>
          order.paymentStatus === 'SUCCEEDED' &&
          (order.key === openPayment.orderKey || order.payInId === openPayment.payInId),
      );
    if (paidOrder !== undefined) onPaid(paidOrder.key);
  };
  const reportLoss = (): void => {
    const orderKey = payment.paidOrderKey();
    if (orderKey !== null) onPaid(orderKey);
    else if (payment.isCartRemoved() && payment.get()?.payInId !== null && !isRemovalReported) {
      isRemovalReported = true;
      onCartEmptied();
    } else onGone();
  };
  const onCartChange = (): void => {
    const orderKey = payment.paidOrderKey();
    if (orderKey !== null) {
      onPaid(orderKey);
      return;
    }
    const storedPayment = payment.stored();
    // Another tab may have received the payment's id before this page.
    if (
      payment.get()?.payInId === null &&
      storedPayment !== null &&
      storedPayment.payInId !== null &&
      payment.isStored()
    ) {
      payment.open(storedPayment);
      // The live list may have shown the order as paid before this page knew the payment's id.
      onOrdersChange();
    }
    const openPayment = payment.get();
    if (openPayment === null || !payment.isSameUser() || payment.isStored()) return;
    if (payment.isCartRemoved()) {
      // This function runs at each change of the store, but it must report a removed cart only once.
      if (!isRemovalReported) reportLoss();
      return;
    }
    // No further change of this payment can come if another tab has cancelled it (possible if the provider's page
    // approves it) or pays the cart anew.
    const isRedirected = paymentOptionFacts(openPayment.form.paymentOption).approval === 'redirect';
    if (isRedirected || storedPayment !== null) onGone();
  };
  const onSessionChange = (): void => {
    const sessionState = session.get();
    if (sessionState.status === 'known' && sessionState.account.uid !== owner) onGone();
  };
  return {
    watchOrders() {
      if (stopFunctions.length > 0) return;
      stopFunctions = [
        shell.holdReload(),
        liveOrders.of(store).subscribe(onOrdersChange),
        store.subscribe(onCartChange),
        session.subscribe(onSessionChange),
      ];
    },
    catchUp() {
      onCartChange();
      onOrdersChange();
    },
    reportLoss,
    stop() {
      for (const stop of stopFunctions) stop();
      stopFunctions = [];
      isRemovalReported = false;
    },
  };
};

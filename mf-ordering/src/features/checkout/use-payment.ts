import type { OrderForm, Restaurant } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserLocks, browserTimers, createRandomKey, createTabLock, useShell } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Cart, CartPlace } from '../cart';
import { isBrowserOnline, currentBrowserInfo, useIsBrowserOnline } from '../providers';
import { text, useTexts } from './payment-rules';
import { createPaymentFlow } from './payment-flow';
import type { PaymentFlow } from './payment-flow';
import type { PaymentStep } from './payment-rules';

interface PaymentHookInput {
  readonly place: CartPlace;
  readonly cart: Cart;
  readonly restaurant: Pick<Restaurant, 'name'>;
  /** Request body for the order of the cart; null when the cart can't be ordered. */
  readonly form: OrderForm | null;
}

/** Payment of a cart, with the actions that the diner can take. */
export interface CheckoutPayment extends Pick<
  PaymentFlow,
  'check' | 'onBankReturn' | 'cancelBank' | 'goOn' | 'giveUp' | 'dismiss'
> {
  readonly step: PaymentStep;
  /** Name of the restaurant, which the payment names as its recipient. */
  readonly payee: string;
  /**
   * Order that is being paid, as a request body. While no payment is open, the order that a press of the button would
   * send.
   */
  readonly form: OrderForm | null;
  /** Key of the order whose payment is open; null while it is unknown. */
  readonly orderKey: string | null;
  /**
   * Reason why no order can be sent now, independent of the cart: the device is offline. Undefined when it is online.
   */
  readonly disabledReason: string | undefined;
  /**
   * Sends the order; a second press does nothing. For a diner without a verified account it opens the verification
   * first.
   */
  startPaying(): void;
  /** Sends the same order once more, after the diner has seen that they have just placed it. */
  orderAgain(): void;
}

/** Props of the parts of the payment's sheet. */
export interface PaymentPartProps {
  readonly payment: CheckoutPayment;
}

/** Opens the verification for a diner without a verified account (S2§5). Returns whether the diner may order. */
const ensureMayOrder = async ({
  session,
  remotes,
  snackbar,
}: Pick<ShellApi, 'session' | 'remotes' | 'snackbar'>): Promise<boolean> => {
  const sessionState = session.get();
  if (sessionState.status === 'known' && sessionState.account.verified) return true;
  const accountAnswer = await remotes.runCommand('account/callToAction', { reason: 'order' });
  if (!accountAnswer.ok) snackbar({ tone: 'error', text: text('OrderNeedsAccount') });
  return accountAnswer.ok && accountAnswer.value.mayGoOn;
};

const flowsByStore = new WeakMap<ShellApi['store'], Map<string, PaymentFlow>>();

/**
 * Returns the payment flow of a cart. Each page has one for a cart, which all components share, also after midnight.
 */
const paymentFlowOf = (shell: ShellApi, place: CartPlace): PaymentFlow => {
  const flowByCart = flowsByStore.get(shell.store) ?? new Map<string, PaymentFlow>();
  flowsByStore.set(shell.store, flowByCart);
  const flowKey = [place.owner, place.restaurantKey].join(' ');
  const existingFlow = flowByCart.get(flowKey);
  if (existingFlow !== undefined) return existingFlow;
  const paymentFlow = createPaymentFlow({
    shell,
    place,
    timers: browserTimers,
    withLock: createTabLock(`mahlzeit.payment.${place.restaurantKey}`, browserLocks()),
    createKey: createRandomKey,
    navigateTo: (url) => window.location.assign(url),
    browserInfo: currentBrowserInfo,
  });
  flowByCart.set(flowKey, paymentFlow);
  return paymentFlow;
};

const WAITING_STEP: PaymentStep = { kind: 'waiting' };

/** Returns the payment of a cart. Continues a payment that an earlier page has left open. */
export const usePayment = ({ place, cart, restaurant, form }: PaymentHookInput): CheckoutPayment => {
  const shell = useShell();
  const t = useTexts();
  const { owner, day, restaurantKey, routingName } = place;
  const paymentFlow = useMemo(
    () => paymentFlowOf(shell, { owner, day, restaurantKey, routingName }),
    [shell, owner, day, restaurantKey, routingName],
  );
  const step = useSyncExternalStore(paymentFlow.subscribe, paymentFlow.get);
  const hasConnection = useIsBrowserOnline();
  const requestKey = cart.payment?.requestKey ?? null;
  const { kind } = step;
  useEffect(() => {
    // The effect also runs when the step changes: a payment of this page may have ended while another tab has stored an
    // open payment in the cart.
    if (requestKey !== null) paymentFlow.resume();
  }, [paymentFlow, requestKey, kind]);

  const sendOrder = (sentForm: OrderForm | null): void => {
    if (!isBrowserOnline()) return;
    // The promise isn't awaited, because the payment step shows failures.
    void ensureMayOrder(shell).then((mayOrder) =>
      mayOrder && sentForm !== null ? paymentFlow.pay(sentForm) : undefined,
    );
  };
  return {
    step: requestKey !== null && kind === 'none' ? WAITING_STEP : step,
    payee: restaurant.name,
    form: cart.payment?.form ?? form,
    orderKey: cart.payment?.orderKey ?? null,
    disabledReason: hasConnection ? undefined : t('OrderOffline'),
    startPaying: () => sendOrder(form),
    orderAgain: () => sendOrder(form === null ? null : { ...form, isRepeatConfirmed: true }),
    check: paymentFlow.check,
    onBankReturn: paymentFlow.onBankReturn,
    cancelBank: paymentFlow.cancelBank,
    goOn: paymentFlow.goOn,
    giveUp: paymentFlow.giveUp,
    dismiss: paymentFlow.dismiss,
  };
};

import type { OrderForm, Restaurant } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserLocks, browserTimers, createRandomKey, createTabLock, useShell } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Cart, CartPlace } from '../cart';
import { isOnline, thisBrowser, useConnection } from '../providers';
import { text, useTexts } from './payment-rules';
import { createPaymentFlow } from './payment-flow';
import type { PaymentFlow } from './payment-flow';
import type { PaymentStep } from './payment-rules';

interface PaymentInput {
  readonly place: CartPlace;
  readonly cart: Cart;
  readonly restaurant: Pick<Restaurant, 'name'>;
  /** Order of the cart; null while the cart isn't valid. */
  readonly form: OrderForm | null;
}

/** Payment of a cart with the actions that its diner has. */
export interface Payment extends Pick<PaymentFlow, 'check' | 'onBankReturn' | 'cancelBank' | 'goOn' | 'dismiss'> {
  readonly step: PaymentStep;
  /** Name of the restaurant. */
  readonly payee: string;
  /** Order that is being paid: the open one, else the one that would be sent. */
  readonly form: OrderForm | null;
  /** Key of the open order; null while it is unknown. */
  readonly orderKey: string | null;
  /** Reason for which nothing can be ordered now, whatever the cart holds: no connection. */
  readonly disabledReason: string | undefined;
  /** Orders; a second press does nothing. Leads a diner without a verified account to the verification. */
  startPaying(): void;
  /** Orders once more after a refusal, under a new key. */
  retry(): void;
}

/** S2§5: leads a diner without a verified account to the verification. */
const mayOrder = async ({
  session,
  remotes,
  snackbar,
}: Pick<ShellApi, 'session' | 'remotes' | 'snackbar'>): Promise<boolean> => {
  const view = session.get();
  if (view.status === 'known' && view.account.verified) return true;
  const answer = await remotes.runCommand('account/callToAction', { reason: 'order' });
  if (!answer.ok) snackbar({ tone: 'error', text: text('OrderNeedsAccount') });
  return answer.ok && answer.value.mayGoOn;
};

const flowsOfPages = new WeakMap<ShellApi['store'], Map<string, PaymentFlow>>();

/** Returns the payment of a cart: one for each page, shared by all components; the same one after midnight. */
const paymentFlowOf = (shell: ShellApi, place: CartPlace): PaymentFlow => {
  const flows = flowsOfPages.get(shell.store) ?? new Map<string, PaymentFlow>();
  flowsOfPages.set(shell.store, flows);
  const key = [place.owner, place.restaurantKey].join(' ');
  const existingFlow = flows.get(key);
  if (existingFlow !== undefined) return existingFlow;
  const flow = createPaymentFlow({
    shell,
    place,
    timers: browserTimers,
    withLock: createTabLock(`mahlzeit.payment.${place.restaurantKey}`, browserLocks()),
    createKey: createRandomKey,
    leave: (url) => window.location.assign(url),
    browserInfo: thisBrowser,
  });
  flows.set(key, flow);
  return flow;
};

const waitingStep: PaymentStep = { kind: 'waiting' };

/** Returns the payment of a cart. Takes up a payment that an earlier page has left open. */
export const usePayment = ({ place, cart, restaurant, form }: PaymentInput): Payment => {
  const shell = useShell();
  const t = useTexts();
  const { owner, day, restaurantKey, routingName } = place;
  const flow = useMemo(
    () => paymentFlowOf(shell, { owner, day, restaurantKey, routingName }),
    [shell, owner, day, restaurantKey, routingName],
  );
  const step = useSyncExternalStore(flow.subscribe, flow.get);
  const hasConnection = useConnection();
  const requestKey = cart.payment?.requestKey ?? null;
  const { kind } = step;
  useEffect(() => {
    // Also after one payment has ended here while another tab's is open in the cart.
    if (requestKey !== null) flow.resume();
  }, [flow, requestKey, kind]);

  const startPaying = (): void => {
    if (!isOnline()) return;
    // The step shows failures.
    void mayOrder(shell).then((isAllowed) => (isAllowed && form !== null ? flow.pay(form) : undefined));
  };
  return {
    step: requestKey !== null && kind === 'none' ? waitingStep : step,
    payee: restaurant.name,
    form: cart.payment?.form ?? form,
    orderKey: cart.payment?.orderKey ?? null,
    disabledReason: hasConnection ? undefined : t('OrderOffline'),
    startPaying,
    retry: startPaying,
    check: flow.check,
    onBankReturn: flow.onBankReturn,
    cancelBank: flow.cancelBank,
    goOn: flow.goOn,
    dismiss: flow.dismiss,
  };
};

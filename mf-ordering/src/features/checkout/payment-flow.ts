import { abandonOrder, getOrderByPayIn, paymentOptionFacts, updateOrderStatus } from '@mahlzeit/contract';
import type { BrowserInfo, Order, OrderForm, Result } from '@mahlzeit/contract';
import { createListeners, refreshDiscounts } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi, Timers, WithLock } from '@mahlzeit/shared-ui/platform';
import { createStateMachine } from '../../state-machine';
import { reloadFreedDiscounts } from '../cart';
import type { CartPlace, OpenPayment } from '../cart';
import { POLL_PAUSES_MS, RETURN_DELAY_MS } from '../providers';
import { createCartPayment } from './cart-payment';
import { createPaymentCalls } from './payment-calls';
import { createPaymentWatcher } from './payment-news';
import { UNCLEAR_STATE_PAUSES_MS, text } from './payment-rules';
import type { PaymentStep } from './payment-rules';
import { createPaymentRuns } from './payment-runs';
import { paymentTransitions } from './payment-transitions';
import type { PaymentEvent, PaymentNames } from './payment-transitions';

/**
 * Payment of one cart in one page, from the press of the order button to its end. Without a listener the page sends no
 * new requests, but still handles the responses to earlier ones. `get` and `subscribe` fit `useSyncExternalStore`.
 */
export interface PaymentFlow {
  get(): PaymentStep;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Sends the order; does nothing while a payment of this cart is open. */
  pay(form: OrderForm): void;
  /** Continues a payment that an earlier page or another tab has left open in the cart. */
  resume(): void;
  /** Requests the payment's status from the gateway. */
  check(): void;
  /** Reports that the user has finished in the bank's frame. */
  onBankReturn(): void;
  /** Closes the bank's frame. */
  cancelBank(): void;
  /** Opens the bank's frame or the provider's page again. */
  goOn(): void;
  /**
   * Closes the message about a refusal, or cancels a payment without an approval. A payment that was approved in the
   * meantime isn't cancelled.
   */
  dismiss(): void;
}

interface FlowDeps {
  readonly shell: ShellApi;
  readonly place: CartPlace;
  readonly timers: Timers;
  /** Lock for this cart that all tabs share. */
  readonly withLock: WithLock;
  createKey(): string;
  /** Navigates the browser to another URL. */
  navigateTo(url: string): void;
  browserInfo(now: number): BrowserInfo;
}

/** Time in ms after which the page, if it is still open, stops waiting for the navigation to the provider. */
const MAX_LEAVING_MS = 20_000;

/** Data that a payment collects while it moves through the states of the transition table. */
interface PaymentFacts {
  form: OrderForm | null;
  /** Page of the diner's bank; null while its URL is unknown. */
  bankUrl: string | null;
  /** Page on which the diner approves the payment at the provider; null when the provider has named none. */
  approvalUrl: string | null;
  failure: ApiError | null;
  /** Number of polls up to now. */
  pollCount: number;
  /** Number of status requests in the unclear state up to now; they aren't visible to the diner. */
  quietCheckCount: number;
}

const waitingStep: PaymentStep = { kind: 'waiting' };

const STEP_BY_NAME: Readonly<Record<PaymentNames['step'], (facts: PaymentFacts) => PaymentStep>> = {
  none: () => ({ kind: 'none' }),
  waiting: () => waitingStep,
  leaving: () => ({ kind: 'leaving' }),
  bank: ({ bankUrl }) => (bankUrl === null ? waitingStep : { kind: 'bank', url: bankUrl }),
  unapproved: ({ approvalUrl }) => ({ kind: 'unapproved', url: approvalUrl }),
  refused: ({ failure }) => (failure === null ? waitingStep : { kind: 'refused', failure }),
  unclear: ({ bankUrl }) => ({ kind: 'unclear', bankUrl, isChecking: false }),
  'unclear, checking': ({ bankUrl }) => ({ kind: 'unclear', bankUrl, isChecking: true }),
};

/** Creates the payment flow of one cart in one page. */
export const createPaymentFlow = (deps: FlowDeps): PaymentFlow => {
  const { shell, place, timers, withLock } = deps;
  const { apiClient, clock, navigation } = shell;
  const listeners = createListeners({ onFirst: () => onShown(), onLast: () => onHidden() });
  const isShown = (): boolean => !listeners.isEmpty();
  const payment = createCartPayment(shell, place);
  const runs = createPaymentRuns(timers, isShown);
  const facts: PaymentFacts = {
    form: null,
    bankUrl: null,
    approvalUrl: null,
    failure: null,
    pollCount: 0,
    quietCheckCount: 0,
  };
  let step: PaymentStep = { kind: 'none' };
  let releaseLock = (): void => undefined;

  const updateStep = (kind: PaymentNames['step']): void => {
    step = STEP_BY_NAME[kind](facts);
    listeners.emit();
  };
  /**
   * Stops a payment that the cart no longer stores: another tab has cancelled it, or has started another one. Returns
   * whether it did.
   */
  const endIfGone = (): boolean => {
    if (payment.isStored()) return false;
    dispatch({ type: 'gone' });
    return true;
  };
  const paymentCalls = createPaymentCalls({ apiClient, payment, runs, onAnswered: () => releaseLock(), endIfGone });
  const paymentNews = createPaymentWatcher({
    shell,
    payment,
    owner: place.owner,
    onPaid: (orderKey) => dispatch({ type: 'ordered', orderKey }),
    onGone: () => dispatch({ type: 'gone' }),
  });

  const showOrder = (orderKey: string): void => {
    const { current, replace } = navigation;
    const currentScreen = current();
    // The order replaces the history entry, so that Back doesn't return to the payment. A diner who is on another
    // screen in the meantime stays there and gets a message.
    if (currentScreen?.key === 'details' && currentScreen.params[0] === place.routingName) replace('order', orderKey);
    else
      shell.snackbar({
        tone: 'success',
        text: text('OrderPaid'),
        action: { label: text('OrderPaidShow'), run: () => navigation.open('order', orderKey) },
      });
  };
  const pause = async (ms: number): Promise<PaymentEvent> => {
    await runs.pause(ms);
    return { type: 'due' };
  };
  const payInParams = () => ({ params: { payInId: payment.get()?.payInId ?? '' } });
  const toOrderedEvent = (answer: Result<Order, ApiError>): PaymentEvent => {
    const orderKey = answer.ok ? answer.value.key : (payment.get()?.orderKey ?? null);
    return orderKey === null ? { type: 'unknown' } : { type: 'ordered', orderKey };
  };
  /** Returns a new payment without ids; the cart stores it before the first request. */
  const newPayment = (form: OrderForm): OpenPayment => ({
    requestKey: deps.createKey(),
    // A bank that approves in a frame requires data about the browser.
    form:
      paymentOptionFacts(form.paymentOption).approval === 'frame'
        ? { ...form, browserInfo: deps.browserInfo(clock.now()) }
        : form,
    payInId: null,
    orderKey: null,
  });

  const guardByName: Readonly<Record<PaymentNames['guard'], (event: PaymentEvent) => boolean>> = {
    cartIsOwn: () => payment.isSameUser(),
    cartHasPayment: () => payment.stored() !== null,
    // True when another tab has already paid the cart.
    cartCannotBeOrdered: () => !payment.isSameUser() || !payment.hasDishes(),
    paymentIsLeftOpen: () => payment.stored() !== null && payment.get() === null && payment.isSameUser(),
    paymentIsGone: () => !payment.isStored(),
    hasUrl: (event) => event.type === 'approve' && event.url !== null,
    hasBankUrl: () => facts.bankUrl !== null,
    hasApprovalUrl: () => facts.approvalUrl !== null,
    bankUrlIsUnknown: () => facts.bankUrl === null && payment.get() !== null,
    hasPollsLeft: () => facts.pollCount < POLL_PAUSES_MS.length,
    isNotChecking: () => step.kind === 'unclear' && !step.isChecking,
  };

  const effectByName: Readonly<Record<PaymentNames['effect'], (event: PaymentEvent) => void>> = {
    noteForm(event) {
      if (event.type === 'pay') facts.form = event.form;
    },
    noteBankUrl(event) {
      if (event.type === 'bank') facts.bankUrl = event.url;
    },
    forgetBankUrl() {
      facts.bankUrl = null;
    },
    noteApprovalUrl(event) {
      if (event.type === 'approve') facts.approvalUrl = event.url;
    },
    noteFailure(event) {
      if (event.type === 'refused') facts.failure = event.failure;
    },
    storePayment() {
      if (facts.form !== null) payment.openAndStore(newPayment(facts.form));
    },
    openStoredPayment() {
      const openPayment = payment.stored() ?? payment.get();
      if (openPayment !== null) payment.open(openPayment);
    },
    followNews() {
      facts.quietCheckCount = 0;
      if (isShown()) paymentNews.watchOrders();
    },
    startPolls() {
      facts.pollCount = 0;
    },
    startQuietChecks() {
      facts.quietCheckCount = 0;
    },
    showOrder(event) {
      if (event.type === 'ordered') showOrder(event.orderKey);
    },
    stopNews: () => paymentNews.stop(),
    emptyCart() {
      payment.emptyCart();
      refreshDiscounts(shell.store);
    },
    releaseCart: () => payment.removeFromCart(),
    close() {
      paymentNews.stop();
      payment.close();
    },
  };

  const activityByName: Readonly<
    Record<PaymentNames['activity'], (run: number) => PaymentEvent | null | Promise<PaymentEvent | null>>
  > = {
    requestLock(run) {
      void withLock(async () => {
        if (runs.isSuperseded(run)) return;
        dispatch({ type: 'locked' });
        // The lock is held until the gateway has responded, because other tabs see the stored payment only a moment
        // later.
        if (machine.state() === 'placing') await new Promise<void>((resolve) => (releaseLock = resolve));
      });
      return null;
    },
    async awaitOtherTab() {
      // Another tab may be sending the order at this moment: this page waits until that tab releases the lock.
      if (payment.get()?.payInId === null) await withLock(() => Promise.resolve());
      return { type: 'joined' };
    },
    async placeOrder(run) {
      const open = payment.get();
      try {
        return open === null ? null : await paymentCalls.order(open, run, false);
      } finally {
        releaseLock();
      }
    },
    async repeatOrder(run) {
      const open = payment.get();
      return open === null ? null : paymentCalls.order(open, run, true);
    },
    look: (run) => paymentCalls.readPayIn(run),
    loadPaidOrder: async () => toOrderedEvent(await apiClient.call(getOrderByPayIn, payInParams())),
    confirmOrder: async () => toOrderedEvent(await apiClient.call(updateOrderStatus, payInParams())),
    leavePage() {
      if (facts.approvalUrl !== null) deps.navigateTo(facts.approvalUrl);
      return pause(MAX_LEAVING_MS);
    },
    async abandonOrder() {
      const abandonAnswer = await apiClient.call(abandonOrder, payInParams());
      if (!abandonAnswer.ok)
        return abandonAnswer.error.status === 402
          ? { type: 'refused', failure: abandonAnswer.error }
          : { type: 'unknown' };
      const { key, paymentStatus } = abandonAnswer.value;
      if (paymentStatus === 'FAILED') return { type: 'abandoned' };
      return paymentStatus === 'SUCCEEDED' ? { type: 'ordered', orderKey: key } : { type: 'unknown' };
    },
    async reloadVouchers() {
      const open = payment.get();
      const areDiscountsLoaded = await reloadFreedDiscounts(shell, open);
      // A payment without an order uses no voucher, so nothing must be loaded.
      return { type: areDiscountsLoaded || open?.orderKey === null ? 'released' : 'unknown' };
    },
    pauseAfterBank: () => pause(RETURN_DELAY_MS),
    pausePoll() {
      const ms = POLL_PAUSES_MS[facts.pollCount] ?? 0;
      facts.pollCount += 1;
      return pause(ms);
    },
    pauseQuietly() {
      const ms = UNCLEAR_STATE_PAUSES_MS[Math.min(facts.quietCheckCount, UNCLEAR_STATE_PAUSES_MS.length - 1)] ?? 0;
      facts.quietCheckCount += 1;
      return pause(ms);
    },
  };

  const machine = createStateMachine<PaymentNames, PaymentEvent>({
    transitions: paymentTransitions,
    initial: 'none',
    runs,
    guards: guardByName,
    effects: effectByName,
    activities: activityByName,
    showStep: updateStep,
  });
  const dispatch = (event: PaymentEvent): void => machine.dispatch(event);

  const onShown = (): void => {
    if (payment.get() === null || endIfGone()) return;
    paymentNews.watchOrders();
    paymentNews.catchUp();
    if (payment.get() !== null && runs.isOverdue()) dispatch({ type: 'overdue' });
  };
  const onHidden = (): void => {
    paymentNews.stop();
    dispatch({ type: 'unseen' });
    runs.suspend();
  };

  return {
    get: () => step,
    subscribe: listeners.add,
    pay: (form) => dispatch({ type: 'pay', form }),
    resume: () => dispatch({ type: 'resume' }),
    check: () => dispatch({ type: 'check' }),
    onBankReturn: () => dispatch({ type: 'bankReturned' }),
    cancelBank: () => dispatch({ type: 'bankLeft' }),
    goOn: () => dispatch({ type: 'goOn' }),
    dismiss: () => dispatch({ type: 'dismiss' }),
  };
};

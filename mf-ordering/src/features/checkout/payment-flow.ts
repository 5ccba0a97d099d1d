import { abandonOrder, getOrderByPayIn, paymentOptionFacts, updateOrderStatus } from '@mahlzeit/contract';
import type { BrowserInfo, Order, OrderForm, Result } from '@mahlzeit/contract';
import { createListeners, refreshDiscounts } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi, Timers, WithLock } from '@mahlzeit/shared-ui/platform';
import { createStateMachine } from '../../state-machine';
import { announcePaidOrder, reloadFreedDiscounts } from '../cart';
import type { CartPlace, OpenPayment } from '../cart';
import { POLL_PAUSES_MS, BANK_RETURN_DELAY_MS } from '../providers';
import { createCartPayment } from './cart-payment';
import { createPaymentCalls } from './payment-calls';
import { createPaymentWatcher } from './payment-news';
import { TAB_STORAGE_DELAY_MS, UNCLEAR_STATE_PAUSES_MS } from './payment-rules';
import type { PaymentStep } from './payment-rules';
import { createPaymentRuns } from './payment-runs';
import { paymentTransitions } from './payment-transitions';
import type { PaymentEvent, PaymentMachineNames } from './payment-transitions';

/**
 * Payment of one cart in one page, from the press of the order button to its end. Without a listener the page sends no
 * new requests, but still handles the responses to earlier ones. `get` and `subscribe` fit `useSyncExternalStore`.
 */
export interface PaymentFlow {
  get(): PaymentStep;
  /** Calls the listener when the step changes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Sends the order; does nothing while a payment of this cart is open. */
  pay(form: OrderForm): void;
  /** Continues a payment that an earlier page or another tab has left open in the cart. */
  resume(): void;
  /** Requests the payment's status from the gateway. */
  check(): void;
  /** Reports that the user has finished in the bank's iframe. */
  onBankReturn(): void;
  /** Closes the bank's iframe and requests the status of the payment. */
  cancelBank(): void;
  /** Opens the bank's iframe or the payment provider's page again. */
  goOn(): void;
  /** Gives up a payment that waits for the bank's approval, so that the cart can be paid in another way. */
  giveUp(): void;
  /**
   * Closes the message about a refusal, or cancels a payment without an approval. A payment that was approved in the
   * meantime isn't cancelled.
   */
  dismiss(): void;
}

interface PaymentFlowDeps {
  readonly shell: ShellApi;
  readonly place: CartPlace;
  readonly timers: Timers;
  /** Lock for this cart that all tabs share. */
  readonly withLock: WithLock;
  createKey(): string;
  /**
   * Navigates to the page on which the diner approves the payment at the provider. That page replaces the app in this
   * tab.
   */
  navigateTo(url: string): void;
  browserInfo(now: number): BrowserInfo;
}

/** Time in ms after which the page, if it is still open, stops waiting for the navigation to the provider. */
const MAX_LEAVING_MS = 20_000;

/** Data that a payment collects while it moves through the states of the transition table. */
interface PaymentContext {
  form: OrderForm | null;
  /** Page of the diner's bank; null while its URL is unknown. */
  bankUrl: string | null;
  /** Page on which the diner approves the payment at the provider; null if the provider's response contains none. */
  approvalUrl: string | null;
  failure: ApiError | null;
  /** Number of status requests that the polling state has sent so far; limited by `POLL_PAUSES_MS`. */
  pollCount: number;
  /** Number of status requests that the unclear state has sent so far; the diner doesn't see these requests. */
  quietCheckCount: number;
}

const WAITING_STEP: PaymentStep = { kind: 'waiting' };

const STEP_BY_NAME: Readonly<Record<PaymentMachineNames['step'], (paymentContext: PaymentContext) => PaymentStep>> = {
  none: () => ({ kind: 'none' }),
  waiting: () => WAITING_STEP,
  leaving: () => ({ kind: 'leaving' }),
  bank: ({ bankUrl }) => (bankUrl === null ? WAITING_STEP : { kind: 'bank', url: bankUrl }),
  unapproved: ({ approvalUrl }) => ({ kind: 'unapproved', url: approvalUrl }),
  refused: ({ failure }) => (failure === null ? WAITING_STEP : { kind: 'refused', failure }),
  unclear: ({ bankUrl }) => ({ kind: 'unclear', bankUrl, isChecking: false }),
  'unclear, checking': ({ bankUrl }) => ({ kind: 'unclear', bankUrl, isChecking: true }),
};

/**
 * Creates the payment flow of one cart in one page: a state machine over `paymentTransitions`, with its requests,
 * pauses and effects.
 */
export const createPaymentFlow = (flowDeps: PaymentFlowDeps): PaymentFlow => {
  const { shell, place, timers, withLock } = flowDeps;
  const { apiClient, clock, navigation } = shell;
  const stepListeners = createListeners({ onFirst: () => onPaymentShown(), onLast: () => onPaymentHidden() });
  const isPaymentShown = (): boolean => !stepListeners.isEmpty();
  const payment = createCartPayment(shell, place);
  const paymentRuns = createPaymentRuns(timers, isPaymentShown);
  const paymentContext: PaymentContext = {
    form: null,
    bankUrl: null,
    approvalUrl: null,
    failure: null,
    pollCount: 0,
    quietCheckCount: 0,
  };
  let paymentStep: PaymentStep = { kind: 'none' };
  let releasePaymentLock = (): void => undefined;

  const updatePaymentStep = (stepName: PaymentMachineNames['step']): void => {
    paymentStep = STEP_BY_NAME[stepName](paymentContext);
    stepListeners.emit();
  };
  /**
   * Handles a payment that another tab has ended, so that the cart no longer stores it. Returns whether that is the
   * case.
   */
  const endIfGone = (): boolean => {
    if (payment.isStored()) return false;
    paymentWatcher.reportLoss();
    return true;
  };
  const paymentCalls = createPaymentCalls({
    apiClient,
    payment,
    runs: paymentRuns,
    onUnanswered: () => releasePaymentLock(),
    endIfGone,
  });
  const paymentWatcher = createPaymentWatcher({
    shell,
    payment,
    owner: place.owner,
    onPaid: (orderKey) => dispatchPaymentEvent({ type: 'ordered', orderKey }),
    onCartEmptied: () => dispatchPaymentEvent({ type: 'emptied' }),
    onGone: () => dispatchPaymentEvent({ type: 'gone' }),
  });

  const showOrder = (orderKey: string): void => {
    // A response may arrive after another user has begun to use the page; it is then ignored (A06).
    if (!payment.isSameUser()) return;
    const { current, replace } = navigation;
    const currentScreen = current();
    // The order replaces the history entry, so that Back doesn't return to the payment. A diner who is on another
    // screen in the meantime stays there and gets a message.
    if (currentScreen?.key === 'details' && currentScreen.params[0] === place.routingName) replace('order', orderKey);
    else announcePaidOrder(shell, orderKey);
  };
  const pauseFor = async (pauseMs: number): Promise<PaymentEvent> => {
    await paymentRuns.pause(pauseMs);
    return { type: 'due' };
  };
  const payInParams = () => ({ params: { payInId: payment.get()?.payInId ?? '' } });
  const toOrderedEvent = (answer: Result<Order, ApiError>): PaymentEvent => {
    const orderKey = answer.ok ? answer.value.key : (payment.get()?.orderKey ?? null);
    return orderKey === null ? { type: 'unknown' } : { type: 'ordered', orderKey };
  };
  /** Returns a new payment without ids; the cart stores it before the first request. */
  const newPayment = (form: OrderForm): OpenPayment => ({
    requestKey: flowDeps.createKey(),
    // A bank that approves in an iframe requires data about the browser.
    form:
      paymentOptionFacts(form.paymentOption).approval === 'frame'
        ? { ...form, browserInfo: flowDeps.browserInfo(clock.now()) }
        : form,
    payInId: null,
    orderKey: null,
  });

  const guardByName: Readonly<Record<PaymentMachineNames['guard'], (event: PaymentEvent) => boolean>> = {
    cartIsOwn: () => payment.isSameUser(),
    cartHasPayment: () => payment.stored() !== null,
    // The cart can't be ordered if it is empty, for example because another tab has already paid it.
    cartCannotBeOrdered: () => !payment.isSameUser() || !payment.hasDishes(),
    paymentIsLeftOpen: () => payment.stored() !== null && payment.get() === null && payment.isSameUser(),
    hasUrl: (event) => event.type === 'approve' && event.url !== null,
    hasBankUrl: () => paymentContext.bankUrl !== null,
    hasApprovalUrl: () => paymentContext.approvalUrl !== null,
    bankUrlIsUnknown: () => paymentContext.bankUrl === null && payment.get() !== null,
    hasPollsLeft: () => paymentContext.pollCount < POLL_PAUSES_MS.length,
    isNotChecking: () => paymentStep.kind === 'unclear' && !paymentStep.isChecking,
  };

  const effectByName: Readonly<Record<PaymentMachineNames['effect'], (event: PaymentEvent) => void>> = {
    noteForm(event) {
      if (event.type !== 'pay') return;
      paymentContext.form = event.form;
      payment.onPress();
    },
    noteBankUrl(event) {
      if (event.type === 'bank') paymentContext.bankUrl = event.url;
    },
    forgetBankUrl() {
      paymentContext.bankUrl = null;
    },
    noteApprovalUrl(event) {
      if (event.type === 'approve') paymentContext.approvalUrl = event.url;
    },
    noteFailure(event) {
      if (event.type === 'refused') paymentContext.failure = event.failure;
    },
    storePayment() {
      if (paymentContext.form !== null) payment.openAndStore(newPayment(paymentContext.form));
    },
    openStoredPayment() {
      const openPayment = payment.stored() ?? payment.get();
      if (openPayment !== null) payment.open(openPayment);
    },
    followNews() {
      paymentContext.quietCheckCount = 0;
      if (isPaymentShown()) paymentWatcher.watchOrders();
    },
    startPolls() {
      paymentContext.pollCount = 0;
    },
    startQuietChecks() {
      paymentContext.quietCheckCount = 0;
    },
    showOrder(event) {
      if (event.type === 'ordered') showOrder(event.orderKey);
    },
    stopNews: () => paymentWatcher.stop(),
    emptyCart(event) {
      if (event.type === 'ordered') payment.removePaidCart(event.orderKey);
      refreshDiscounts(shell.store);
    },
    releaseCart: () => payment.removeFromCart(),
    close() {
      paymentWatcher.stop();
      payment.close();
      releasePaymentLock();
    },
  };

  const activityByName: Readonly<
    Record<PaymentMachineNames['activity'], (runNumber: number) => PaymentEvent | null | Promise<PaymentEvent | null>>
  > = {
    requestLock(runNumber) {
      void withLock(async () => {
        if (paymentRuns.isSuperseded(runNumber)) return;
        // The tab that held the lock may have paid the order, and this page sees the changed storage only a moment
        // later.
        const orderKey = payment.paidOrderKey();
        dispatchPaymentEvent(orderKey === null ? { type: 'locked' } : { type: 'ordered', orderKey });
        // The lock is held until the gateway has responded, because other tabs see the stored payment only a moment
        // later. After a refusal it is held until the cart no longer stores the payment: another tab would send the
        // refused order again.
        if (stateMachine.state() === 'placing') await new Promise<void>((resolve) => (releasePaymentLock = resolve));
      });
      return null;
    },
    async awaitOtherTab(runNumber) {
      // Another tab may be sending the order at this moment: this page waits until that tab releases the lock, and then
      // until the browser shows what that tab has stored.
      if (payment.get()?.payInId === null) {
        await withLock(() => Promise.resolve());
        await paymentRuns.pause(TAB_STORAGE_DELAY_MS);
      }
      return paymentRuns.isSuperseded(runNumber) || endIfGone() ? null : { type: 'joined' };
    },
    async placeOrder(runNumber) {
      const openPayment = payment.get();
      const orderVerdict = openPayment === null ? null : await paymentCalls.order(openPayment, runNumber, false);
      if (orderVerdict?.type !== 'refused') releasePaymentLock();
      return orderVerdict;
    },
    async repeatOrder(runNumber) {
      const openPayment = payment.get();
      return openPayment === null ? null : paymentCalls.order(openPayment, runNumber, true);
    },
    requestStatus: (runNumber) => paymentCalls.readPayIn(runNumber),
    loadPaidOrder: async () => toOrderedEvent(await apiClient.call(getOrderByPayIn, payInParams())),
    confirmOrder: async () => toOrderedEvent(await apiClient.call(updateOrderStatus, payInParams())),
    leavePage() {
      if (paymentContext.approvalUrl !== null) flowDeps.navigateTo(paymentContext.approvalUrl);
      return pauseFor(MAX_LEAVING_MS);
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
      const openPayment = payment.get();
      const areDiscountsLoaded = await reloadFreedDiscounts(shell, openPayment);
      // A payment without an order uses no voucher, so the discounts needn't be loaded again.
      if (areDiscountsLoaded || openPayment?.orderKey === null) return { type: 'released' };
      releasePaymentLock();
      return { type: 'unknown' };
    },
    pauseAfterBank: () => pauseFor(BANK_RETURN_DELAY_MS),
    pausePoll() {
      const pauseMs = POLL_PAUSES_MS[paymentContext.pollCount] ?? 0;
      paymentContext.pollCount += 1;
      return pauseFor(pauseMs);
    },
    pauseQuietly() {
      const pauseMs =
        UNCLEAR_STATE_PAUSES_MS[Math.min(paymentContext.quietCheckCount, UNCLEAR_STATE_PAUSES_MS.length - 1)] ?? 0;
      paymentContext.quietCheckCount += 1;
      return pauseFor(pauseMs);
    },
  };

  const stateMachine = createStateMachine<PaymentMachineNames, PaymentEvent>({
    transitions: paymentTransitions,
    initial: 'none',
    runs: paymentRuns,
    guards: guardByName,
    effects: effectByName,
    activities: activityByName,
    showStep: updatePaymentStep,
  });
  const dispatchPaymentEvent = (event: PaymentEvent): void => stateMachine.dispatch(event);

  const onPaymentShown = (): void => {
    if (payment.get() === null || endIfGone()) return;
    paymentWatcher.watchOrders();
    paymentWatcher.catchUp();
    if (payment.get() !== null && paymentRuns.isOverdue()) dispatchPaymentEvent({ type: 'overdue' });
  };
  const onPaymentHidden = (): void => {
    // The watching ends unless the cart was removed: then no component shows the payment, and only the live list tells
    // whether it is paid.
    if (!payment.isCartRemoved()) paymentWatcher.stop();
    dispatchPaymentEvent({ type: 'unseen' });
    paymentRuns.suspend();
  };

  return {
    get: () => paymentStep,
    subscribe: stepListeners.add,
    pay: (form) => dispatchPaymentEvent({ type: 'pay', form }),
    resume: () => dispatchPaymentEvent({ type: 'resume' }),
    check: () => dispatchPaymentEvent({ type: 'check' }),
    onBankReturn: () => dispatchPaymentEvent({ type: 'bankReturned' }),
    cancelBank: () => dispatchPaymentEvent({ type: 'bankLeft' }),
    goOn: () => dispatchPaymentEvent({ type: 'goOn' }),
    giveUp: () => dispatchPaymentEvent({ type: 'giveUp' }),
    dismiss: () => dispatchPaymentEvent({ type: 'dismiss' }),
  };
};

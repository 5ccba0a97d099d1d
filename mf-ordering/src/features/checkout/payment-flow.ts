import { getOrderByPayIn, getPayIn, meTopic, Order, updateOrderStatus } from '@mahlzeit/contract';
import type { BrowserInfo, OrderForm } from '@mahlzeit/contract';
import { defineCollection, refreshDiscounts } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { cartPlaceOf, emptyCart, sharedCart, updateCart } from '../cart';
import type { Cart, CartPlace, OpenPayment } from '../cart';
import { POLL_PAUSES_MS, refusedBy, REPEAT_PAUSES_MS, RETURN_DELAY_MS } from '../providers';
import { afterLook, afterOrder, placeOrderOrText, QUIET_PAUSES_MS, text } from './payment-rules';
import type { PaymentStep, PaymentVerdict } from './payment-rules';

/** One payment of one cart, from the press of the button to its end. While nobody looks, nothing is asked; what was asked before is still heard. Fits `useSyncExternalStore`. */
export interface PaymentFlow {
  get(): PaymentStep;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Orders; while a payment of this cart is open it does nothing. */
  pay(form: OrderForm): void;
  /** Goes on with a payment that an earlier page, or another tab, has left open in the cart. */
  resume(): void;
  /** Asks how it stands. */
  check(): void;
  /** The bank's frame says that it has done. */
  onBankReturn(): void;
  /** The diner leaves the bank's frame. */
  cancelBank(): void;
  /** Once more to the bank, or to PayPal. */
  goOn(): void;
  /** The diner knows that it was refused, or thinks better of PayPal: what is approved meanwhile isn't let go. */
  dismiss(): void;
}

interface FlowDeps {
  readonly shell: ShellApi;
  readonly place: CartPlace;
  readonly timers: Timers;
  createKey(): string;
  /** Takes the whole page elsewhere. */
  leave(url: string): void;
  browserInfo(now: number): BrowserInfo;
}

const liveOrders = defineCollection({ topic: meTopic, collection: 'orders', schema: Order });

/** Longer than this no page takes to be left: the diner is back, or never got away. */
const LEAVING_MS = 20_000;

const none: PaymentStep = { kind: 'none' };
const waiting: PaymentStep = { kind: 'waiting' };

/** The payment of one cart in one page. */
export const createPaymentFlow = ({ shell, place, timers, createKey, leave, browserInfo }: FlowDeps): PaymentFlow => {
  const { apiClient, store, session, clock, navigation } = shell;
  const listeners = new Set<() => void>();
  let step: PaymentStep = none;
  let open: OpenPayment | null = null;
  /** Whatever was asked in an earlier turn has no say any more. */
  let turn = 0;
  let quietChecks = 0;
  let stopWaiting = (): void => undefined;
  let isPausing = false;
  /** Nobody looked when it was to be asked again. */
  let isOverdue = false;
  let stops: readonly (() => void)[] = [];

  const show = (next: PaymentStep): void => {
    step = next;
    for (const listener of [...listeners]) listener();
  };

  /** Where the cart is today; null where somebody else uses the page. A06: nobody writes into another's cart. */
  const here = (): CartPlace | null => {
    const present = cartPlaceOf(shell, place);
    return present?.owner === place.owner ? present : null;
  };
  const isOwn = (): boolean => here() !== null;
  const stored = (): OpenPayment | null => sharedCart(shell, here() ?? place)?.payment ?? null;
  const change = (how: (cart: Cart) => Cart): void => {
    const present = here();
    if (present !== null) updateCart(shell, present, how);
  };
  const write = (payment: OpenPayment | null): void => change((cart) => ({ ...cart, payment }));
  const remember = (payment: OpenPayment): void => {
    open = payment;
    write(payment);
  };
  /** Whether what the cart holds is still this payment: another tab may have begun a new cart meanwhile. */
  const isStored = (): boolean => open !== null && isOwn() && stored()?.requestKey === open.requestKey;

  const beginTurn = (): number => {
    stopWaiting();
    [isPausing, isOverdue] = [false, false];
    turn += 1;
    return turn;
  };
  const pause = (ms: number): Promise<void> => new Promise((resolve) => {
    isOverdue = listeners.size === 0;
    if (isOverdue) return;
    isPausing = true;
    stopWaiting = timers.after(ms, () => {
      isPausing = false;
      resolve();
    });
  });

  const stopFollowing = (): void => {
    for (const stop of stops) stop();
    stops = [];
  };
  /** The payment is over for this page. */
  const end = (last: PaymentStep): void => {
    beginTurn();
    stopFollowing();
    open = null;
    show(last);
  };

  const finish = (orderKey: string): void => {
    const { current, replace } = navigation;
    const screen = current();
    // By replace, so that Back doesn't lead into the payment. Who went elsewhere meanwhile stays there.
    if (screen?.key === 'details' && screen.params[0] === place.routingName) replace('order', orderKey);
    else shell.snackbar({ tone: 'success', text: text('OrderPaid'), action: { label: text('OrderPaidShow'), run: () => navigation.open('order', orderKey) } });
    if (isStored()) change(() => emptyCart(place.routingName));
    refreshDiscounts(store);
    end(none);
  };
  /** The cart is as it was before the order, and follows the menu again (C06). */
  const release = (last: PaymentStep): void => {
    if (isStored()) write(null);
    end(last);
  };
  const refuse = (failure: ApiError): void => {
    if (failure.code === 'DiscountLimitExceeded') refreshDiscounts(store);
    release({ kind: 'refused', failure });
  };
  /** Ends what the cart holds no more: another tab has let go of it, or has begun anew. */
  const endIfGone = (): boolean => {
    if (isStored()) return false;
    end(none);
    return true;
  };

  /** Others bring the news as well: the live list of orders, another tab, or who has come back to another page of ours. */
  const onOrders = (): void => {
    if (open === null) return;
    const { orderKey, payInId } = open;
    const paid = liveOrders.of(store).get().items.find((order) => order.paymentStatus === 'SUCCEEDED' && (order.key === orderKey || order.payInId === payInId));
    if (paid !== undefined) finish(paid.key);
  };
  const onCart = (): void => {
    const held = stored();
    // Another tab may have heard first what it is called.
    if (open?.payInId === null && held !== null && isStored()) open = held;
    // With PayPal nothing more is to come, once another tab has let go of it.
    if (open?.form.paymentOption === 'paypal' && isOwn() && !isStored()) end(none);
  };
  const onSession = (): void => {
    const view = session.get();
    if (view.status === 'known' && view.account.uid !== place.owner) end(none);
  };
  const followWhileSeen = (): void => {
    if (open === null || listeners.size === 0 || stops.length > 0) return;
    stops = [shell.holdReload(), liveOrders.of(store).subscribe(onOrders), store.subscribe(onCart), session.subscribe(onSession)];
  };
  const follow = (payment: OpenPayment): void => {
    open = payment;
    quietChecks = 0;
    followWhileSeen();
  };

  /** Sends the order; again and again under the same key, as long as nobody knows. */
  const order = async (payment: OpenPayment, mine: number, wasSent: boolean): Promise<PaymentVerdict> => {
    for (let tries = 0; ; tries += 1) {
      if (endIfGone()) return { kind: 'unknown' };
      const answered = await apiClient.call(placeOrderOrText, { body: payment.form, idempotencyKey: payment.requestKey });
      if (turn !== mine || endIfGone()) return { kind: 'unknown' };
      if (answered.ok) remember({ ...payment, payInId: answered.value.Id, orderKey: answered.value.orderKey });
      const verdict = afterOrder(answered, { option: payment.form.paymentOption, isRepeat: wasSent || tries > 0 });
      const ms = REPEAT_PAUSES_MS[tries];
      if (verdict.kind !== 'unknown' || ms === undefined) return verdict;
      await pause(ms);
      if (turn !== mine) return { kind: 'unknown' };
    }
  };

  /** Asks once how it stands: the provider, or where nobody has told its payment yet, by the order itself. */
  const look = async (mine: number): Promise<PaymentVerdict> => {
    const payment = open;
    if (payment === null) return { kind: 'unknown' };
    if (payment.payInId === null) return order(payment, mine, true);
    return afterLook(await apiClient.call(getPayIn, { params: { id: payment.payInId } }), payment.form.paymentOption);
  };

  const unclear = (mine: number, bankUrl: string | null): void => {
    show({ kind: 'unclear', bankUrl, isChecking: false });
    const ms = QUIET_PAUSES_MS[Math.min(quietChecks, QUIET_PAUSES_MS.length - 1)] ?? 0;
    quietChecks += 1;
    void pause(ms).then(() => (turn === mine ? askQuietly(mine, bankUrl) : undefined));
  };

  /** S2§4: what was paid at once is loaded by its payment, for everything else the order's status is asked for. */
  const confirm = async (mine: number, isFresh: boolean): Promise<void> => {
    const params = { payInId: open?.payInId ?? '' };
    const answered = isFresh ? await apiClient.call(getOrderByPayIn, { params }) : await apiClient.call(updateOrderStatus, { params });
    if (turn !== mine) return;
    const key = answered.ok ? answered.value.key : open?.orderKey ?? null;
    if (key === null) unclear(mine, null);
    else finish(key);
  };

  /** C15: undecided is neither paid nor failed. */
  const poll = async (mine: number): Promise<void> => {
    show(waiting);
    for (const ms of POLL_PAUSES_MS) {
      await pause(ms);
      if (turn !== mine) return;
      const verdict = await look(mine);
      if (turn !== mine) return;
      if (verdict.kind !== 'open' && verdict.kind !== 'unknown') return settle(verdict, mine);
    }
    unclear(mine, null);
  };

  const goToPaypal = (mine: number, url: string): void => {
    show({ kind: 'leaving' });
    leave(url);
    void pause(LEAVING_MS).then(() => (turn === mine ? show({ kind: 'unapproved', url }) : undefined));
  };

  /** `isFresh`: the diner has just pressed the button, and was nowhere else yet. */
  const settle = async (verdict: PaymentVerdict, mine: number, isFresh = false): Promise<void> => {
    switch (verdict.kind) {
      case 'paid': return confirm(mine, isFresh);
      case 'refused': return refuse(verdict.failure);
      case 'bank': return show({ kind: 'bank', url: verdict.url });
      case 'approve': return isFresh && verdict.url !== null ? goToPaypal(mine, verdict.url) : show({ kind: 'unapproved', url: verdict.url });
      case 'open': return poll(mine);
      case 'unknown': return unclear(mine, null);
    }
  };

  /** Asks while it is unclear: what the diner sees only changes where something is known. */
  const askQuietly = async (mine: number, bankUrl: string | null): Promise<void> => {
    const verdict = await look(mine);
    if (turn !== mine) return;
    // Still undecided: the order tells where its diner decides.
    const way = verdict.kind === 'open' && bankUrl === null && open !== null ? await order(open, mine, true) : verdict;
    if (turn !== mine) return;
    if (way.kind === 'bank') unclear(mine, way.url);
    else if (way.kind === 'open' || way.kind === 'unknown') unclear(mine, bankUrl);
    else await settle(way, mine);
  };

  /** Whether nobody has approved it can change until the very moment in which it is let go. */
  const letGo = async (mine: number): Promise<void> => {
    show(waiting);
    const found = await apiClient.call(getOrderByPayIn, { params: { payInId: open?.payInId ?? '' } });
    if (turn !== mine) return;
    const status = found.ok ? found.value.paymentStatus : 'UNKNOWN';
    // What nobody has approved with PayPal is never charged (ADR 34).
    if (status === 'CREATED') release(none);
    else if (found.ok && status === 'SUCCEEDED') finish(found.value.key);
    else if (status === 'FAILED') refuse(refusedBy('paypal', null));
    else unclear(mine, null);
  };

  const takeUp = async (payment: OpenPayment): Promise<void> => {
    follow(payment);
    const mine = beginTurn();
    show(waiting);
    const verdict = await look(mine);
    if (turn !== mine) return;
    const way = verdict.kind === 'open' ? await order(payment, mine, true) : verdict;
    if (turn === mine) return settle(way, mine);
  };

  const placeNew = async (given: OrderForm): Promise<void> => {
    const form = given.paymentOption === 'card' ? { ...given, browserInfo: browserInfo(clock.now()) } : given;
    const payment: OpenPayment = { requestKey: createKey(), form, payInId: null, orderKey: null };
    // Stored before anybody is asked, so that it is found again whatever happens to this page.
    remember(payment);
    follow(payment);
    const mine = beginTurn();
    show(waiting);
    const verdict = await order(payment, mine, false);
    if (turn === mine) return settle(verdict, mine, true);
  };

  const onSeen = (): void => {
    if (open === null || endIfGone()) return;
    followWhileSeen();
    onCart();
    onOrders();
    if (open === null || !isOverdue) return;
    // Nothing is awaited: the step says how it goes on.
    void (step.kind === 'unclear' ? askQuietly(beginTurn(), step.bankUrl) : takeUp(open));
  };
  const onUnseen = (): void => {
    stopFollowing();
    // Who comes back finds their cart, which may be another one by then.
    if (step.kind === 'refused') end(none);
    if (!isPausing) return;
    beginTurn();
    isOverdue = true;
  };

  return {
    get: () => step,
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      if (listeners.size === 1) onSeen();
      return () => {
        if (listeners.delete(own) && listeners.size === 0) onUnseen();
      };
    },
    pay(form) {
      if (step.kind !== 'none' && step.kind !== 'refused' || !isOwn()) return;
      const left = stored();
      // Never a second order while the first one isn't settled.
      void (left === null ? placeNew(form) : takeUp(left));
    },
    resume() {
      const left = stored();
      if (left !== null && open === null && isOwn()) void takeUp(left);
    },
    check() {
      if (step.kind !== 'unclear' || step.isChecking) return;
      const { bankUrl } = step;
      quietChecks = 0;
      show({ ...step, isChecking: true });
      void askQuietly(beginTurn(), bankUrl);
    },
    onBankReturn() {
      if (step.kind !== 'bank') return;
      const mine = beginTurn();
      void pause(RETURN_DELAY_MS).then(async () => {
        if (turn !== mine) return;
        show(waiting);
        const verdict = await look(mine);
        if (turn === mine) return settle(verdict, mine);
      });
    },
    cancelBank() {
      if (step.kind !== 'bank') return;
      const { url } = step;
      show(waiting);
      void askQuietly(beginTurn(), url);
    },
    goOn() {
      if (step.kind === 'unclear' && step.bankUrl !== null) {
        beginTurn();
        show({ kind: 'bank', url: step.bankUrl });
      } else if (step.kind === 'unapproved' && step.url !== null) goToPaypal(beginTurn(), step.url);
    },
    dismiss() {
      if (step.kind === 'unapproved') void letGo(beginTurn());
      else if (step.kind === 'refused') end(none);
    },
  };
};

import { abandonOrder, getOrderByPayIn, updateOrderStatus } from '@mahlzeit/contract';
import type { BrowserInfo, OrderForm } from '@mahlzeit/contract';
import { refreshDiscounts } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi, Timers, WithLock } from '@mahlzeit/shared-ui/platform';
import { reloadFreedDiscounts } from '../cart';
import type { CartPlace, OpenPayment } from '../cart';
import { POLL_PAUSES_MS, RETURN_DELAY_MS } from '../providers';
import { createCartPayment } from './cart-payment';
import { createPaymentCalls } from './payment-calls';
import { createPaymentNews } from './payment-news';
import { QUIET_PAUSES_MS, text } from './payment-rules';
import type { PaymentStep, PaymentVerdict } from './payment-rules';
import { createPaymentTurns } from './payment-turns';

/**
 * One payment of one cart, from the press of the button to its end. While nobody looks, nothing is asked; what was
 * asked before is still heard. Fits `useSyncExternalStore`.
 */
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
  /** The lock of this cart, over all tabs. */
  readonly withLock: WithLock;
  createKey(): string;
  /** Takes the whole page elsewhere. */
  leave(url: string): void;
  browserInfo(now: number): BrowserInfo;
}

/** Longer than this no page takes to be left: the diner is back, or never got away. */
const LEAVING_MS = 20_000;

const none: PaymentStep = { kind: 'none' };
const waiting: PaymentStep = { kind: 'waiting' };

/** The payment of one cart in one page. */
export const createPaymentFlow = ({
  shell,
  place,
  timers,
  withLock,
  createKey,
  leave,
  browserInfo,
}: FlowDeps): PaymentFlow => {
  const { apiClient, store, clock, navigation } = shell;
  const listeners = new Set<() => void>();
  const isSeen = (): boolean => listeners.size > 0;
  const payment = createCartPayment(shell, place);
  const turns = createPaymentTurns(timers, isSeen);
  let step: PaymentStep = none;
  let quietChecks = 0;
  let unlock = (): void => undefined;

  const show = (next: PaymentStep): void => {
    step = next;
    for (const listener of [...listeners]) listener();
  };
  /** The payment is over for this page. */
  const end = (last: PaymentStep): void => {
    turns.begin();
    news.stop();
    payment.close();
    show(last);
  };

  const finish = (orderKey: string): void => {
    const { current, replace } = navigation;
    const screen = current();
    // By replace, so that Back doesn't lead into the payment. Who went elsewhere meanwhile stays there.
    if (screen?.key === 'details' && screen.params[0] === place.routingName) replace('order', orderKey);
    else
      shell.snackbar({
        tone: 'success',
        text: text('OrderPaid'),
        action: { label: text('OrderPaidShow'), run: () => navigation.open('order', orderKey) },
      });
    payment.emptyCart();
    refreshDiscounts(store);
    end(none);
  };
  /** The cart is as it was before the order, with its voucher, and follows the menu again (C06). */
  const release = async (mine: number, last: PaymentStep): Promise<void> => {
    const open = payment.get();
    const isHeard = await reloadFreedDiscounts(shell, open);
    if (turns.isOver(mine)) return;
    // Where there is no order, none of them was taken.
    if (!isHeard && open?.orderKey !== null) return unclear(mine, null);
    payment.release();
    end(last);
  };
  const refuse = (mine: number, failure: ApiError): Promise<void> => release(mine, { kind: 'refused', failure });
  /** Ends what the cart holds no more: another tab has let go of it, or has begun anew. */
  const endIfGone = (): boolean => {
    if (payment.isStored()) return false;
    end(none);
    return true;
  };

  const calls = createPaymentCalls({ apiClient, payment, turns, onAnswered: () => unlock(), endIfGone });
  const news = createPaymentNews({ shell, payment, owner: place.owner, onPaid: finish, onGone: () => end(none) });
  const follow = (): void => {
    quietChecks = 0;
    if (isSeen()) news.follow();
  };

  const unclear = (mine: number, bankUrl: string | null): void => {
    show({ kind: 'unclear', bankUrl, isChecking: false });
    const ms = QUIET_PAUSES_MS[Math.min(quietChecks, QUIET_PAUSES_MS.length - 1)] ?? 0;
    quietChecks += 1;
    void turns.pause(ms).then(() => (turns.isOver(mine) ? undefined : askQuietly(mine, bankUrl)));
  };

  /** S2§4: what was paid at once is loaded by its payment, for everything else the order's status is asked for. */
  const confirm = async (mine: number, isFresh: boolean): Promise<void> => {
    const params = { payInId: payment.get()?.payInId ?? '' };
    const answered = isFresh
      ? await apiClient.call(getOrderByPayIn, { params })
      : await apiClient.call(updateOrderStatus, { params });
    if (turns.isOver(mine)) return;
    const key = answered.ok ? answered.value.key : (payment.get()?.orderKey ?? null);
    if (key === null) unclear(mine, null);
    else finish(key);
  };

  /** C15: undecided is neither paid nor failed. */
  const poll = async (mine: number): Promise<void> => {
    show(waiting);
    for (const ms of POLL_PAUSES_MS) {
      await turns.pause(ms);
      if (turns.isOver(mine)) return;
      const verdict = await calls.look(mine);
      if (turns.isOver(mine)) return;
      if (verdict.kind !== 'open' && verdict.kind !== 'unknown') return settle(verdict, mine);
    }
    unclear(mine, null);
  };

  const goToPaypal = (mine: number, url: string): void => {
    show({ kind: 'leaving' });
    leave(url);
    void turns.pause(LEAVING_MS).then(() => (turns.isOver(mine) ? undefined : show({ kind: 'unapproved', url })));
  };

  /** `isFresh`: the diner has just pressed the button, and was nowhere else yet. */
  const settle = async (verdict: PaymentVerdict, mine: number, isFresh = false): Promise<void> => {
    switch (verdict.kind) {
      case 'paid':
        return confirm(mine, isFresh);
      case 'refused':
        return refuse(mine, verdict.failure);
      case 'bank':
        return show({ kind: 'bank', url: verdict.url });
      case 'approve':
        return isFresh && verdict.url !== null
          ? goToPaypal(mine, verdict.url)
          : show({ kind: 'unapproved', url: verdict.url });
      case 'open':
        return poll(mine);
      case 'unknown':
        return unclear(mine, null);
    }
  };

  /** Asks while it is unclear: what the diner sees only changes where something is known. */
  const askQuietly = async (mine: number, bankUrl: string | null): Promise<void> => {
    const verdict = await calls.look(mine);
    if (turns.isOver(mine)) return;
    // Still undecided: the order tells where its diner decides.
    const open = payment.get();
    const way =
      verdict.kind === 'open' && bankUrl === null && open !== null ? await calls.order(open, mine, true) : verdict;
    if (turns.isOver(mine)) return;
    if (way.kind === 'bank') unclear(mine, way.url);
    else if (way.kind === 'open' || way.kind === 'unknown') unclear(mine, bankUrl);
    else await settle(way, mine);
  };

  /** The gateway lets go of it first: it may be charged until that very moment, and holds its voucher as long. */
  const letGo = async (mine: number): Promise<void> => {
    show(waiting);
    const left = await apiClient.call(abandonOrder, { params: { payInId: payment.get()?.payInId ?? '' } });
    if (turns.isOver(mine)) return;
    if (!left.ok) return left.error.status === 402 ? refuse(mine, left.error) : unclear(mine, null);
    const { key, paymentStatus } = left.value;
    if (paymentStatus === 'FAILED') return release(mine, none);
    if (paymentStatus === 'SUCCEEDED') finish(key);
    else unclear(mine, null);
  };

  const takeUp = async (left: OpenPayment): Promise<void> => {
    payment.open(left);
    follow();
    const mine = turns.begin();
    show(waiting);
    // Another tab may be asking for it at this moment: what that hears comes first.
    if (left.payInId === null) await withLock(() => Promise.resolve());
    if (turns.isOver(mine) || endIfGone()) return;
    const verdict = await calls.look(mine);
    if (turns.isOver(mine)) return;
    const way = verdict.kind === 'open' ? await calls.order(payment.get() ?? left, mine, true) : verdict;
    if (!turns.isOver(mine)) return settle(way, mine);
  };

  const placeNew = async (given: OrderForm, mine: number): Promise<void> => {
    const form = given.paymentOption === 'card' ? { ...given, browserInfo: browserInfo(clock.now()) } : given;
    const begun: OpenPayment = { requestKey: createKey(), form, payInId: null, orderKey: null };
    // Before anybody is asked.
    payment.remember(begun);
    follow();
    const verdict = await calls.order(begun, mine, false);
    if (!turns.isOver(mine)) return settle(verdict, mine, true);
  };

  /** What is pressed in several tabs at once is ordered by one of them, and the others go on with that. */
  const placeOnce = async (form: OrderForm, mine: number): Promise<void> => {
    // Meanwhile it goes on with what another tab has begun.
    if (turns.isOver(mine)) return;
    const left = payment.stored();
    // Never a second order while the first one isn't settled.
    if (left !== null) return void takeUp(left);
    // Another tab was faster to the end.
    if (!payment.isOwn() || !payment.isFilled()) return end(none);
    // A browser shows its other tabs what one has stored only a moment later: they wait for the gateway's answer.
    await new Promise<void>((resolve) => {
      unlock = resolve;
      void placeNew(form, mine).finally(resolve);
    });
  };

  const onSeen = (): void => {
    if (payment.get() === null || endIfGone()) return;
    news.follow();
    news.catchUp();
    const open = payment.get();
    if (open === null || !turns.isOverdue()) return;
    // Nothing is awaited: the step says how it goes on.
    void (step.kind === 'unclear' ? askQuietly(turns.begin(), step.bankUrl) : takeUp(open));
  };
  const onUnseen = (): void => {
    news.stop();
    // Who comes back finds their cart, which may be another one by then.
    if (step.kind === 'refused') end(none);
    turns.suspend();
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
      if ((step.kind !== 'none' && step.kind !== 'refused') || !payment.isOwn()) return;
      const mine = turns.begin();
      show(waiting);
      // What goes wrong is shown by the step.
      void withLock(() => placeOnce(form, mine));
    },
    resume() {
      const left = payment.stored();
      if (left !== null && payment.get() === null && payment.isOwn()) void takeUp(left);
    },
    check() {
      if (step.kind !== 'unclear' || step.isChecking) return;
      const { bankUrl } = step;
      quietChecks = 0;
      show({ ...step, isChecking: true });
      void askQuietly(turns.begin(), bankUrl);
    },
    onBankReturn() {
      if (step.kind !== 'bank') return;
      const mine = turns.begin();
      void turns.pause(RETURN_DELAY_MS).then(async () => {
        if (turns.isOver(mine)) return;
        show(waiting);
        const verdict = await calls.look(mine);
        if (!turns.isOver(mine)) return settle(verdict, mine);
      });
    },
    cancelBank() {
      if (step.kind !== 'bank') return;
      const { url } = step;
      show(waiting);
      void askQuietly(turns.begin(), url);
    },
    goOn() {
      if (step.kind === 'unclear' && step.bankUrl !== null) {
        turns.begin();
        show({ kind: 'bank', url: step.bankUrl });
      } else if (step.kind === 'unapproved' && step.url !== null) goToPaypal(turns.begin(), step.url);
    },
    dismiss() {
      if (step.kind === 'unapproved') void letGo(turns.begin());
      else if (step.kind === 'refused') end(none);
    },
  };
};

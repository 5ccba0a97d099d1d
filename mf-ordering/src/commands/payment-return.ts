import { abandonOrder, captureOrder, getOrderByPayIn, getPayIn, updateOrderStatus } from '@mahlzeit/contract';
import type { Order, PaymentOption, Result } from '@mahlzeit/contract';
import { browserTimers, createRandomKey, refreshDiscounts } from '@mahlzeit/shared-ui/platform';
import type { ApiError, CommandHandler, PaymentReturn, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { cartPlaceOf, emptyCart, reloadFreedDiscounts, sharedCart, updateCart } from '../features/cart';
import type { CartPlace } from '../features/cart';
import { afterLook, failureTitle } from '../features/checkout';
import { refusedBy } from '../features/payment-options';
import { loadFailureText, POLL_PAUSES_MS, REPEAT_PAUSES_MS, RETURN_DELAY_MS } from '../features/providers';
import { text } from '../ordering-texts';

/** Outcome of a payment whose diner has come back from its provider. */
type Outcome =
  | { readonly kind: 'paid'; readonly order: Order }
  /** Given up without an approval: nothing is charged, and nobody can approve it any more. */
  | { readonly kind: 'cancelled'; readonly order: Order }
  | { readonly kind: 'refused'; readonly failure: ApiError }
  | { readonly kind: 'unclear' }
  /** Belongs to another user, or to nobody. */
  | { readonly kind: 'foreign' };

interface PaymentQuestion {
  readonly shell: ShellApi;
  readonly timers: Timers;
  readonly payInId: string;
}

const isForeign = ({ status }: ApiError): boolean => status === 401 || status === 403 || status === 404;

const pause = (timers: Timers, ms: number): Promise<void> => new Promise((resolve) => void timers.after(ms, resolve));

/** Repeats a question after each pause while its outcome is unclear. */
const repeatWhileUnclear = async (
  timers: Timers,
  pauses: readonly number[],
  runAction: () => Promise<Outcome>,
): Promise<Outcome> => {
  let outcome = await runAction();
  for (const ms of pauses) {
    if (outcome.kind !== 'unclear') return outcome;
    await pause(timers, ms);
    outcome = await runAction();
  }
  return outcome;
};

const outcomeOf = (answer: Result<Order, ApiError>): Outcome => {
  if (!answer.ok) {
    if (isForeign(answer.error)) return { kind: 'foreign' };
    return answer.error.status === 402 ? { kind: 'refused', failure: answer.error } : { kind: 'unclear' };
  }
  const order = answer.value;
  if (order.paymentStatus === 'SUCCEEDED') return { kind: 'paid', order };
  // An approved payment may still be undecided: the gateway gives nothing up while its status is CREATED.
  return order.paymentStatus === 'FAILED'
    ? { kind: 'refused', failure: refusedBy(order.paymentOption, null) }
    : { kind: 'unclear' };
};

/** C15: asks again while a payment approved in a frame is undecided, and never takes it for paid. */
const afterFrame = async (
  { shell: { apiClient }, timers, payInId }: PaymentQuestion,
  option: PaymentOption,
): Promise<Outcome> => {
  await pause(timers, RETURN_DELAY_MS);
  return repeatWhileUnclear(timers, POLL_PAUSES_MS, async () => {
    const payInAnswer = await apiClient.call(getPayIn, { params: { id: payInId } });
    if (!payInAnswer.ok && isForeign(payInAnswer.error)) return { kind: 'foreign' };
    const verdict = afterLook(payInAnswer, option);
    if (verdict.type === 'refused') return { kind: 'refused', failure: verdict.failure };
    if (verdict.type !== 'paid') return { kind: 'unclear' };
    return outcomeOf(await apiClient.call(updateOrderStatus, { params: { payInId } }));
  });
};

/** C17: captures the payment; repeats use one idempotency key, so that the money is taken once. */
const afterApproval = ({ shell: { apiClient }, timers, payInId }: PaymentQuestion): Promise<Outcome> => {
  const idempotencyKey = createRandomKey();
  return repeatWhileUnclear(timers, REPEAT_PAUSES_MS, async () =>
    outcomeOf(await apiClient.call(captureOrder, { params: { payInId }, idempotencyKey })),
  );
};

/**
 * C16: a diner who cancels comes back with the token alone, and so may one who has paid. The gateway gives the payment
 * and its voucher up, or reports its status.
 */
const withoutApproval = ({ shell: { apiClient }, timers, payInId }: PaymentQuestion): Promise<Outcome> => {
  const idempotencyKey = createRandomKey();
  return repeatWhileUnclear(timers, REPEAT_PAUSES_MS.slice(0, 1), async () => {
    const answer = await apiClient.call(abandonOrder, { params: { payInId }, idempotencyKey });
    return answer.ok && answer.value.paymentStatus === 'FAILED'
      ? { kind: 'cancelled', order: answer.value }
      : outcomeOf(answer);
  });
};

/** Returns the place of the order's cart; null where its restaurant is gone. */
const placeOf = (shell: ShellApi, { restaurantId, restaurant }: Order): CartPlace | null =>
  restaurant === null ? null : cartPlaceOf(shell, { restaurantKey: restaurantId, routingName: restaurant.routingName });

/** Whether the cart holds this payment: the diner may have filled another cart. */
const isPaidHere = (shell: ShellApi, place: CartPlace, payInId: string): boolean =>
  sharedCart(shell, place)?.payment?.payInId === payInId;

const openCart = ({ navigation }: ShellApi, { routingName }: CartPlace): void =>
  navigation.open('details', routingName, 'cart');

const showOrder = (shell: ShellApi, order: Order): void => {
  const { navigation } = shell;
  const place = placeOf(shell, order);
  // On top of the list, so that Back leads to the list and not to the provider's page.
  if (navigation.current() === null) navigation.open('order', order.key);
  else navigation.replace('order', order.key);
  // C28: only the cart of this restaurant.
  if (place !== null && isPaidHere(shell, place, order.payInId))
    updateCart(shell, place, () => emptyCart(place.routingName));
  refreshDiscounts(shell.store);
};

/** Restores the cart as it was before the order, with its voucher. */
const restoreCart = async (shell: ShellApi, order: Order): Promise<void> => {
  const place = placeOf(shell, order);
  const payment =
    place !== null && isPaidHere(shell, place, order.payInId) ? (sharedCart(shell, place)?.payment ?? null) : null;
  const areDiscountsLoaded = await reloadFreedDiscounts(shell, payment);
  shell.snackbar({ text: text('PaymentCancelled') });
  if (place === null) return;
  // Without an answer the cart keeps its payment, and its sheet goes on asking.
  if (areDiscountsLoaded && isPaidHere(shell, place, order.payInId))
    updateCart(shell, place, (cart) => ({ ...cart, payment: null }));
  openCart(shell, place);
};

/** Opens the cart whose sheet shows the payment; returns false where no cart holds it. */
const showInCart = async (shell: ShellApi, payInId: string): Promise<boolean> => {
  const answer = await shell.apiClient.call(getOrderByPayIn, { params: { payInId } });
  const place = answer.ok ? placeOf(shell, answer.value) : null;
  if (place === null || !isPaidHere(shell, place, payInId)) return false;
  openCart(shell, place);
  return true;
};

const showRefusal = async (shell: ShellApi, payInId: string, failure: ApiError): Promise<void> => {
  if (await showInCart(shell, payInId)) return;
  const failureText = await loadFailureText(failure);
  // S2§8: a provider's code stands in front of its text.
  await shell.alert({
    title: failureTitle(),
    text: failureText.code === null ? failureText.text : `${failureText.code}: ${failureText.text}`,
    actions: [{ id: 'ok', label: text('Ok'), tone: 'safe' }],
  });
};

type ReturnOfPayment = Exclude<PaymentReturn, { readonly kind: 'cardRegistration' }>;

const askForOutcome = (input: ReturnOfPayment, question: PaymentQuestion): Promise<Outcome> => {
  if (!('payerId' in input)) return afterFrame(question, input.kind);
  return input.payerId === null ? withoutApproval(question) : afterApproval(question);
};

/** Continues a payment whose diner comes back from its provider (S2§4). */
export const createPaymentReturn = (timers: Timers): CommandHandler<'ordering/paymentReturn'> => {
  const handle: CommandHandler<'ordering/paymentReturn'> = async (input, shell) => {
    if (input.kind === 'cardRegistration') {
      // The bank has left its frame: the cards' screen continues the registration.
      shell.navigation.open('paymentoptions', 'new', input.preAuthorizationId);
      return {};
    }
    const payInId = 'transactionId' in input ? input.transactionId : input.token;
    const session = shell.session.get();
    // Another user, or none, has no payments to ask about.
    if (session.status === 'known' && !session.account.verified) {
      shell.snackbar({ tone: 'error', text: text('PaymentReturnUnknown') });
      return {};
    }
    const outcome = await shell.track(askForOutcome(input, { shell, timers, payInId }));
    switch (outcome.kind) {
      case 'paid':
        showOrder(shell, outcome.order);
        break;
      case 'cancelled':
        await restoreCart(shell, outcome.order);
        break;
      case 'refused':
        await showRefusal(shell, payInId, outcome.failure);
        break;
      case 'foreign':
        shell.snackbar({ tone: 'error', text: text('PaymentReturnUnknown') });
        break;
      case 'unclear':
        if (await showInCart(shell, payInId)) break;
        shell.snackbar({
          tone: 'error',
          text: text('PaymentReturnUnclear'),
          action: { label: text('PaymentReturnAgain'), run: () => void handle(input, shell) },
        });
    }
    return {};
  };
  return handle;
};

export default createPaymentReturn(browserTimers);

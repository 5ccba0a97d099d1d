import { abandonOrder, captureOrder, getOrderByPayIn, getPayIn, updateOrderStatus } from '@mahlzeit/contract';
import type { Order, PaymentOption, Result } from '@mahlzeit/contract';
import { browserTimers, createRandomKey, refreshDiscounts } from '@mahlzeit/shared-ui/platform';
import type { ApiError, CommandHandler, PaymentReturn, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { cartPlaceOf, reloadFreedDiscounts, latestSharedCart, removePaidCart, updateCart } from '../features/cart';
import type { CartPlace } from '../features/cart';
import { verdictOfStatus, paymentFailureTitle } from '../features/checkout';
import { refusalErrorOf } from '../features/payment-options';
import { loadFailureText, POLL_PAUSES_MS, REQUEST_REPEAT_PAUSES_MS, BANK_RETURN_DELAY_MS } from '../features/providers';
import { text } from '../ordering-texts';

/** Outcome of a payment, determined when the diner has returned from the payment provider. */
type PaymentOutcome =
  | { readonly kind: 'paid'; readonly order: Order }
  /** The payment was cancelled without an approval: nothing is charged, and it can't be approved any more. */
  | { readonly kind: 'cancelled'; readonly order: Order }
  | { readonly kind: 'refused'; readonly failure: ApiError }
  | { readonly kind: 'unclear' }
  /** The payment belongs to another user, or doesn't exist. */
  | { readonly kind: 'foreign' };

interface PaymentOutcomeRequest {
  readonly shell: ShellApi;
  readonly timers: Timers;
  readonly payInId: string;
}

const isForeignPayment = ({ status }: ApiError): boolean => status === 401 || status === 403 || status === 404;

const waitMs = (timers: Timers, pauseMs: number): Promise<void> =>
  new Promise((resolve) => void timers.after(pauseMs, resolve));

/** Repeats a request after each of some pauses while the outcome of the payment is unclear. */
const repeatWhileUnclear = async (
  timers: Timers,
  pausesMs: readonly number[],
  requestOnce: () => Promise<PaymentOutcome>,
): Promise<PaymentOutcome> => {
  let latestOutcome = await requestOnce();
  for (const pauseMs of pausesMs) {
    if (latestOutcome.kind !== 'unclear') return latestOutcome;
    await waitMs(timers, pauseMs);
    latestOutcome = await requestOnce();
  }
  return latestOutcome;
};

const toOutcome = (answer: Result<Order, ApiError>): PaymentOutcome => {
  if (!answer.ok) {
    if (isForeignPayment(answer.error)) return { kind: 'foreign' };
    return answer.error.status === 402 ? { kind: 'refused', failure: answer.error } : { kind: 'unclear' };
  }
  const order = answer.value;
  if (order.paymentStatus === 'SUCCEEDED') return { kind: 'paid', order };
  // The payment's status is CREATED: it may still succeed, because the gateway cancels no payment in this status.
  return order.paymentStatus === 'FAILED'
    ? { kind: 'refused', failure: refusalErrorOf(order.paymentOption, null) }
    : { kind: 'unclear' };
};

/**
 * C15: repeats the request while a payment that the diner approved in the bank's iframe is undecided. An undecided
 * payment never counts as paid.
 */
const outcomeAfterFrame = async (
  { shell: { apiClient }, timers, payInId }: PaymentOutcomeRequest,
  paymentOption: PaymentOption,
): Promise<PaymentOutcome> => {
  await waitMs(timers, BANK_RETURN_DELAY_MS);
  return repeatWhileUnclear(timers, POLL_PAUSES_MS, async () => {
    const payInAnswer = await apiClient.call(getPayIn, { params: { id: payInId } });
    if (!payInAnswer.ok && isForeignPayment(payInAnswer.error)) return { kind: 'foreign' };
    const payInVerdict = verdictOfStatus(payInAnswer, paymentOption);
    if (payInVerdict.type === 'refused') return { kind: 'refused', failure: payInVerdict.failure };
    if (payInVerdict.type !== 'paid') return { kind: 'unclear' };
    return toOutcome(await apiClient.call(updateOrderStatus, { params: { payInId } }));
  });
};

/** C17: captures the payment. All repeated requests use one idempotency key, so that the money is charged only once. */
const outcomeAfterApproval = ({
  shell: { apiClient },
  timers,
  payInId,
}: PaymentOutcomeRequest): Promise<PaymentOutcome> => {
  const idempotencyKey = createRandomKey();
  return repeatWhileUnclear(timers, REQUEST_REPEAT_PAUSES_MS, async () =>
    toOutcome(await apiClient.call(captureOrder, { params: { payInId }, idempotencyKey })),
  );
};

/**
 * C16: handles a return whose URL contains only the provider's token, and no approval. A diner who has cancelled
 * returns in this way, but a diner who has paid may do so, too. The gateway cancels the payment and frees its voucher,
 * or returns its status.
 */
const outcomeWithoutApproval = ({
  shell: { apiClient },
  timers,
  payInId,
}: PaymentOutcomeRequest): Promise<PaymentOutcome> => {
  const idempotencyKey = createRandomKey();
  return repeatWhileUnclear(timers, REQUEST_REPEAT_PAUSES_MS.slice(0, 1), async () => {
    const answer = await apiClient.call(abandonOrder, { params: { payInId }, idempotencyKey });
    return answer.ok && answer.value.paymentStatus === 'FAILED'
      ? { kind: 'cancelled', order: answer.value }
      : toOutcome(answer);
  });
};

/** Returns the address of the order's cart; null when the restaurant was deleted. */
const cartPlaceOfOrder = (shell: ShellApi, { restaurantId, restaurant }: Order): CartPlace | null =>
  restaurant === null ? null : cartPlaceOf(shell, { restaurantKey: restaurantId, routingName: restaurant.routingName });

/** Returns whether the cart still has this open payment. The diner may have filled another cart in the meantime. */
const isPaymentOfCart = (shell: ShellApi, place: CartPlace, payInId: string): boolean =>
  latestSharedCart(shell, place)?.payment?.payInId === payInId;

const openCart = ({ navigation }: ShellApi, { routingName }: CartPlace): void =>
  navigation.open('details', routingName, 'cart');

const showOrder = (shell: ShellApi, order: Order): void => {
  const { navigation } = shell;
  const place = cartPlaceOfOrder(shell, order);
  // On a page without an open screen, the order opens on top of the list, so that Back leads to the list and not to the
  // provider's page.
  if (navigation.current() === null) navigation.open('order', order.key);
  else navigation.replace('order', order.key);
  // C28: only the cart of this restaurant is emptied.
  if (place !== null && isPaymentOfCart(shell, place, order.payInId)) removePaidCart(shell, place, order.key);
  refreshDiscounts(shell.store);
};

/** Restores the cart as it was before the order, with its voucher. */
const restoreCart = async (shell: ShellApi, order: Order): Promise<void> => {
  const place = cartPlaceOfOrder(shell, order);
  const cartPayment =
    place !== null && isPaymentOfCart(shell, place, order.payInId)
      ? (latestSharedCart(shell, place)?.payment ?? null)
      : null;
  const areDiscountsLoaded = await reloadFreedDiscounts(shell, cartPayment);
  shell.snackbar({ text: text('PaymentCancelled') });
  if (place === null) return;
  // When the discounts can't be loaded, the cart keeps its open payment, and its sheet continues to request the
  // outcome.
  if (areDiscountsLoaded && isPaymentOfCart(shell, place, order.payInId))
    updateCart(shell, place, (cart) => ({ ...cart, payment: null }));
  openCart(shell, place);
};

/** Opens the cart whose sheet shows the payment. Returns false when no cart has this payment. */
const openCartOfPayment = async (shell: ShellApi, payInId: string): Promise<boolean> => {
  const answer = await shell.apiClient.call(getOrderByPayIn, { params: { payInId } });
  const place = answer.ok ? cartPlaceOfOrder(shell, answer.value) : null;
  if (place === null || !isPaymentOfCart(shell, place, payInId)) return false;
  openCart(shell, place);
  return true;
};

const showRefusal = async (shell: ShellApi, payInId: string, failure: ApiError): Promise<void> => {
  if (await openCartOfPayment(shell, payInId)) return;
  const failureText = await loadFailureText(failure);
  // The message shows the provider's error code before the text (S2§8).
  await shell.alert({
    title: paymentFailureTitle(),
    text: failureText.code === null ? failureText.text : `${failureText.code}: ${failureText.text}`,
    actions: [{ id: 'ok', label: text('Ok'), tone: 'safe' }],
  });
};

type ReturnOfPayment = Exclude<PaymentReturn, { readonly kind: 'cardRegistration' }>;

const requestOutcome = (
  paymentReturn: ReturnOfPayment,
  outcomeRequest: PaymentOutcomeRequest,
): Promise<PaymentOutcome> => {
  if (!('payerId' in paymentReturn)) return outcomeAfterFrame(outcomeRequest, paymentReturn.kind);
  return paymentReturn.payerId === null ? outcomeWithoutApproval(outcomeRequest) : outcomeAfterApproval(outcomeRequest);
};

/** Creates the command that continues a payment when the diner returns from the payment provider (S2§4). */
export const createPaymentReturn = (timers: Timers): CommandHandler<'ordering/paymentReturn'> => {
  const handlePaymentReturn: CommandHandler<'ordering/paymentReturn'> = async (paymentReturn, shell) => {
    if (paymentReturn.kind === 'cardRegistration') {
      // The bank's page has left its iframe and replaced the whole page. Therefore the screen of the cards continues
      // the registration.
      shell.navigation.open('paymentoptions', 'new', paymentReturn.preAuthorizationId);
      return {};
    }
    const payInId = 'transactionId' in paymentReturn ? paymentReturn.transactionId : paymentReturn.token;
    const session = shell.session.get();
    // A user who isn't verified has no payments.
    if (session.status === 'known' && !session.account.verified) {
      shell.snackbar({ tone: 'error', text: text('PaymentReturnUnknown') });
      return {};
    }
    const paymentOutcome = await shell.track(requestOutcome(paymentReturn, { shell, timers, payInId }));
    switch (paymentOutcome.kind) {
      case 'paid':
        showOrder(shell, paymentOutcome.order);
        break;
      case 'cancelled':
        await restoreCart(shell, paymentOutcome.order);
        break;
      case 'refused':
        await showRefusal(shell, payInId, paymentOutcome.failure);
        break;
      case 'foreign':
        shell.snackbar({ tone: 'error', text: text('PaymentReturnUnknown') });
        break;
      case 'unclear':
        if (await openCartOfPayment(shell, payInId)) break;
        shell.snackbar({
          tone: 'error',
          text: text('PaymentReturnUnclear'),
          action: { label: text('PaymentReturnAgain'), run: () => void handlePaymentReturn(paymentReturn, shell) },
        });
    }
    return {};
  };
  return handlePaymentReturn;
};

export default createPaymentReturn(browserTimers);

import { getOrder, meTopic, Order, updateOrderStatus } from '@mahlzeit/contract';
import {
  api,
  apiQuery,
  defineCollection,
  errorCode,
  isObject,
  useCollection,
  useNow,
  useRetryOnline,
  useShell,
  useSingleFlight,
  useWaitingWrites,
} from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect, useEffectEvent, useRef } from 'react';
import { loadFailureText } from '../providers';
import { text } from './order-labels';

/** Live collection of the user's orders: future orders, and all that have changed since the page was opened. */
export const changedOrderCollection = defineCollection({ topic: meTopic, collection: 'orders', schema: Order });

const orderApi = api.injectEndpoints({
  endpoints: (build) => ({
    order: build.query<Order, string>(apiQuery(getOrder, (orderKey: string) => ({ params: { orderKey } }))),
  }),
});

const UNKNOWN_ORDER_CODES: readonly string[] = ['OrderNotFound', 'notFound', 'invalidRequest'];

/** Returns whether an error says that the user has no such order (C25). All other errors may be temporary. */
export const isUnknownOrderError = (error: unknown): boolean => UNKNOWN_ORDER_CODES.includes(errorCode(error));

/** Returns whether the payment of an order is undecided: it may still succeed or fail. */
export const isPaymentUnsettled = ({ paymentStatus }: Pick<Order, 'paymentStatus'>): boolean =>
  paymentStatus === 'CREATED' || paymentStatus === 'UNKNOWN';

const progressScoreOf = (order: Order): number =>
  (isPaymentUnsettled(order) ? 0 : 10_000) +
  order.refunded.length * 100 +
  order.openRefunds.reduce((refundScore, { isRefused }) => refundScore + (isRefused ? 8 : 4), 0) +
  (order.accepted ? 2 : 0) +
  (order.rating === null ? 0 : 1);

/**
 * Returns whether two versions of an order differ in their open refunds. Open refunds appear and disappear, so they
 * don't show which version is newer.
 */
const differsInOpenRefunds = (firstVersion: Order, secondVersion: Order): boolean =>
  JSON.stringify(firstVersion.openRefunds) !== JSON.stringify(secondVersion.openRefunds);

/**
 * Returns the newer of two versions of an order. The newer one is the version with more progress, because an order
 * never returns to an earlier state.
 */
export const newerOrderOf = (loadedOrder: Order | undefined, liveOrder: Order | undefined): Order | undefined => {
  if (loadedOrder === undefined || liveOrder === undefined) return loadedOrder ?? liveOrder;
  return progressScoreOf(liveOrder) > progressScoreOf(loadedOrder) ? liveOrder : loadedOrder;
};

/** One order, in the newer of two versions: the gateway's response and the live topic's. */
interface LoadedOrderView {
  readonly order: Order | undefined;
  /** Error of the request; undefined while the order is loading or loaded. */
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * Loads the order of a screen. An order with an open payment is loaded again each minute, because the live topic
 * doesn't report failed payments.
 */
export const useOrder = (key: string): LoadedOrderView => {
  const { currentData, error, refetch } = orderApi.useOrderQuery(key, { refetchOnMountOrArgChange: true });
  const liveOrder = useCollection(changedOrderCollection).items.find((order) => order.key === key);
  const order = newerOrderOf(currentData, liveOrder);
  const retry = (): void => void refetch();
  const isPaymentOpen = order !== undefined && isPaymentUnsettled(order);
  const now = useNow();
  const lastReloadAtMs = useRef(now);
  const reloadOrder = useEffectEvent(retry);
  const reloadIfDifferent = useEffectEvent(() => {
    if (
      liveOrder !== undefined &&
      currentData !== undefined &&
      order !== liveOrder &&
      differsInOpenRefunds(liveOrder, currentData)
    )
      retry();
  });
  useEffect(() => reloadIfDifferent(), [liveOrder]);
  useEffect(() => {
    if (!isPaymentOpen || lastReloadAtMs.current === now) return;
    lastReloadAtMs.current = now;
    reloadOrder();
  }, [isPaymentOpen, now]);
  useRetryOnline(error !== undefined && order === undefined, retry);
  return { order, error: order === undefined ? error : undefined, retry };
};

/** Shows the order that a response of the gateway contains on the page of that order. */
export const showLoadedOrder = async (store: ShellApi['store'], key: string, order: Order): Promise<void> => {
  await store.dispatch(orderApi.util.upsertQueryData('order', key, order));
};

/** Returns a function that asks the payment provider for the status of an order's payment and shows the result. */
export const useCheckPaymentStatus = (
  { key, payInId }: Pick<Order, 'key' | 'payInId'>,
  retry: () => void,
): { readonly isBusy: boolean; readonly check: () => void } => {
  const { apiClient, snackbar, store } = useShell();
  const { isBusy, run } = useSingleFlight();
  const requestOrder = async (): Promise<void> => {
    const statusAnswer = await apiClient.call(updateOrderStatus, { params: { payInId } });
    // The button stays disabled until the new status is shown, because a second press would only repeat the request.
    if (statusAnswer.ok) await showLoadedOrder(store, key, statusAnswer.value);
    else snackbar({ tone: 'error', text: (await loadFailureText(statusAnswer.error, 'check')).text });
  };
  return {
    isBusy,
    check() {
      // Until the provider has responded, the payment has no id. Then the order is only loaded again.
      if (payInId === '') return retry();
      // The promise isn't awaited: the button shows that the request runs, and a message shows errors.
      run(requestOrder);
    },
  };
};

const aboutRatingOf = (orderKey: string): string => `rating/${orderKey}`;

/**
 * Sends a rating of one to five stars; a second rating replaces the first one. Failures are only logged (C23). Returns
 * whether the rating waits for the network.
 */
export const sendOrderRating = async (
  { key }: Pick<Order, 'key'>,
  stars: number,
  { waitingWrites, store, logEvent, track }: Pick<ShellApi, 'waitingWrites' | 'store' | 'logEvent' | 'track'>,
): Promise<boolean> => {
  const ratingAnswer = await track(
    waitingWrites.send(
      'rateOrder',
      { params: { orderKey: key }, body: { stars } },
      { about: aboutRatingOf(key), title: text('RatingWrite') },
    ),
  );
  if (ratingAnswer === 'waiting') return true;
  if (!ratingAnswer.ok) logEvent('rating_failed', { code: ratingAnswer.error.code });
  else store.dispatch(orderApi.util.updateQueryData('order', key, (order) => ({ ...order, rating: { stars } })));
  return false;
};

/** Returns the stars of a rating that waits for the network; null without one. */
export const useWaitingStars = (orderKey: string): number | null => {
  const about = aboutRatingOf(orderKey);
  const write = useWaitingWrites().find((candidate) => candidate.about === about && candidate.status !== 'refused');
  const body = write?.input.body;
  return isObject(body) && typeof body['stars'] === 'number' ? body['stars'] : null;
};

import { getOrder, meTopic, Order, rateOrder, updateOrderStatus } from '@mahlzeit/contract';
import {
  api,
  apiQuery,
  defineCollection,
  errorCode,
  useCollection,
  useNow,
  useRetryWhenBack,
  useShell,
  useSingleFlight,
} from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect, useEffectEvent, useRef } from 'react';
import { loadFailureText } from '../providers';

/** Orders of the topic: those to come, and all that have changed since. */
export const changedOrders = defineCollection({ topic: meTopic, collection: 'orders', schema: Order });

const orderApi = api.injectEndpoints({
  endpoints: (build) => ({
    order: build.query<Order, string>(apiQuery(getOrder, (orderKey: string) => ({ params: { orderKey } }))),
  }),
});

const NOT_THEIRS: readonly string[] = ['OrderNotFound', 'notFound', 'invalidRequest'];

/** Whether a failure says that the user has no such order (C25); all others may pass. */
export const isNotTheirs = (error: unknown): boolean => NOT_THEIRS.includes(errorCode(error));

/** Whether it is unknown if the order is paid. */
export const isUnsettled = ({ paymentStatus }: Pick<Order, 'paymentStatus'>): boolean =>
  paymentStatus === 'CREATED' || paymentStatus === 'UNKNOWN';

const progress = (order: Order): number =>
  (isUnsettled(order) ? 0 : 10_000) +
  order.refunded.length * 100 +
  order.openRefunds.reduce((sum, { isRefused }) => sum + (isRefused ? 8 : 4), 0) +
  (order.accepted ? 2 : 0) +
  (order.rating === null ? 0 : 1);

/**
 * Whether two versions of an order differ in their open refunds: these come and go, so neither version is the later one
 * by them.
 */
const owesOtherwise = (one: Order, other: Order): boolean =>
  JSON.stringify(one.openRefunds) !== JSON.stringify(other.openRefunds);

/** Returns the later of two versions of one order: an order never goes back. */
export const laterOf = (loadedOrder: Order | undefined, liveOrder: Order | undefined): Order | undefined => {
  if (loadedOrder === undefined || liveOrder === undefined) return loadedOrder ?? liveOrder;
  return progress(liveOrder) > progress(loadedOrder) ? liveOrder : loadedOrder;
};

/** One order as the gateway has answered it, and as the topic has changed it since. */
interface OrderView {
  readonly order: Order | undefined;
  /** Error of loading; undefined while the order is loading or loaded. */
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * Loads the order of a screen. An order with an open payment is loaded again each minute, since no topic reports a
 * failed payment.
 */
export const useOrder = (key: string): OrderView => {
  const { currentData, error, refetch } = orderApi.useOrderQuery(key, { refetchOnMountOrArgChange: true });
  const liveOrder = useCollection(changedOrders).items.find((order) => order.key === key);
  const order = laterOf(currentData, liveOrder);
  const retry = (): void => void refetch();
  const isOpen = order !== undefined && isUnsettled(order);
  const now = useNow();
  const askedAt = useRef(now);
  const askAgain = useEffectEvent(retry);
  const askWhoIsRight = useEffectEvent(() => {
    if (
      liveOrder !== undefined &&
      currentData !== undefined &&
      order !== liveOrder &&
      owesOtherwise(liveOrder, currentData)
    )
      retry();
  });
  useEffect(() => askWhoIsRight(), [liveOrder]);
  useEffect(() => {
    if (!isOpen || askedAt.current === now) return;
    askedAt.current = now;
    askAgain();
  }, [isOpen, now]);
  useRetryWhenBack(error !== undefined && order === undefined, retry);
  return { order, error: order === undefined ? error : undefined, retry };
};

/** Asks the provider for the payment's status of an order, and shows it. */
export const useCheckPayment = (
  { key, payInId }: Pick<Order, 'key' | 'payInId'>,
  retry: () => void,
): { readonly isBusy: boolean; readonly check: () => void } => {
  const { apiClient, snackbar, store } = useShell();
  const { isBusy, run } = useSingleFlight();
  const requestOrder = async (): Promise<void> => {
    const answer = await apiClient.call(updateOrderStatus, { params: { payInId } });
    // Busy until the order is shown: a second press would ask for what is on its way to the page.
    if (answer.ok) await store.dispatch(orderApi.util.upsertQueryData('order', key, answer.value));
    else snackbar({ tone: 'error', text: (await loadFailureText(answer.error, 'check')).text });
  };
  return {
    isBusy,
    check() {
      // A provider that hasn't answered has given the payment no id yet.
      if (payInId === '') return retry();
      // The button shows that the call runs, and errors are shown.
      run(requestOrder);
    },
  };
};

/** Rates an order with stars; a second rating replaces the first. Failures are only logged (C23). */
export const rate = async (
  { key }: Pick<Order, 'key'>,
  stars: number,
  { apiClient, store, logEvent, track }: Pick<ShellApi, 'apiClient' | 'store' | 'logEvent' | 'track'>,
): Promise<void> => {
  const rated = await track(apiClient.call(rateOrder, { params: { orderKey: key }, body: { stars } }));
  if (!rated.ok) logEvent('rating_failed', { code: rated.error.code });
  else store.dispatch(orderApi.util.updateQueryData('order', key, (order) => ({ ...order, rating: { stars } })));
};

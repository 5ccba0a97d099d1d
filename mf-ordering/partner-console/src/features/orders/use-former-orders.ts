import { getPartnerOrders } from '@mahlzeit/contract';
import type { PartnerOrder } from '@mahlzeit/contract';
import { addDays, addMonths, berlinDay, startOfDay } from '@mahlzeit/contract/rules';
import type { ApiClient, ApiError } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useState } from 'react';
import { usePartner } from '../../platform';
import { byMealTime, isOfPastDay } from './queue-rules';

/** Number of months for which past orders are listed, because they can be refunded for this time. */
const MAX_ORDER_AGE_MONTHS = 11;

/** Number of past orders per request: the maximum that the gateway allows. */
const ORDER_PAGE_SIZE = 50;

interface FormerDayQuery {
  readonly restaurantKey: string;
  /** Day whose orders are loaded, `2026-06-24`. */
  readonly day: string;
}

/** Result of a request for the orders of a day. The status `there` means that the orders are loaded. */
type FormerDayResult =
  | { readonly status: 'failed'; readonly error: ApiError }
  | { readonly status: 'there'; readonly orders: readonly PartnerOrder[] };

/** Loads all orders of one day, page by page. */
const loadOrdersOfDay = async (
  apiClient: Pick<ApiClient, 'call'>,
  { restaurantKey, day }: FormerDayQuery,
  signal: AbortSignal,
): Promise<FormerDayResult> => {
  const [dayStart, dayEnd] = [startOfDay(day), startOfDay(addDays(day, 1))];
  const orders: PartnerOrder[] = [];
  for (let lastLoadedOrder: PartnerOrder | undefined; ;) {
    const query = {
      restaurantId: restaurantKey,
      since: lastLoadedOrder?.meetUpDate ?? dayStart,
      limit: ORDER_PAGE_SIZE,
      ...(lastLoadedOrder === undefined ? {} : { after: lastLoadedOrder.key }),
    };
    const ordersAnswer = await apiClient.call(getPartnerOrders, { query }, signal);
    if (!ordersAnswer.ok) return { status: 'failed', error: ordersAnswer.error };
    orders.push(...ordersAnswer.value.filter(({ meetUpDate }) => meetUpDate < dayEnd));
    lastLoadedOrder = ordersAnswer.value.at(-1);
    if (
      lastLoadedOrder === undefined ||
      lastLoadedOrder.meetUpDate >= dayEnd ||
      ordersAnswer.value.length < ORDER_PAGE_SIZE
    )
      return { status: 'there', orders };
  }
};

/** Orders of a past day, and the functions that control their list. */
export interface FormerOrdersState {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** Day that the list shows; `min` and `max` are the first and last day that can be chosen. */
  readonly day: string;
  readonly min: string;
  readonly max: string;
  readonly setDay: (day: string) => void;
  readonly status: 'loading' | FormerDayResult['status'];
  /** Error of the request; null unless the status is `failed`. */
  readonly error: ApiError | null;
  /** Orders of `day`, sorted by meal time; empty while the list is closed. */
  readonly orders: readonly PartnerOrder[];
  readonly retry: () => void;
}

const noOrders: readonly PartnerOrder[] = [];

/**
 * Loads the orders of a past day when the list is opened. A newer version of an order from the live topic replaces the
 * loaded one.
 */
export const useFormerOrders = (
  restaurantKey: string,
  liveOrders: readonly PartnerOrder[],
  now: number,
): FormerOrdersState => {
  const { apiClient } = usePartner();
  const today = berlinDay(now);
  const [min, max] = [addMonths(today, -MAX_ORDER_AGE_MONTHS), addDays(today, -1)];
  const [isOpen, setOpen] = useState(false);
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const [requestCount, setRequestCount] = useState(0);
  const [lastLoadedDay, setLastRead] = useState<{ readonly day: string; readonly result: FormerDayResult } | null>(
    null,
  );
  const day = chosenDay === null || chosenDay > max ? max : chosenDay;

  useEffect(() => {
    if (!isOpen) return undefined;
    const abortController = new AbortController();
    const loadOrders = async (): Promise<void> => {
      const result = await loadOrdersOfDay(apiClient, { restaurantKey, day }, abortController.signal);
      if (!abortController.signal.aborted) setLastRead({ day, result });
    };
    void loadOrders();
    return () => abortController.abort();
  }, [apiClient, restaurantKey, day, isOpen, requestCount]);

  const result = isOpen && lastLoadedDay?.day === day ? lastLoadedDay.result : null;
  const orders = useMemo(() => {
    if (result?.status !== 'there') return noOrders;
    const changedOrders = liveOrders.filter(({ meetUpDate }) => berlinDay(meetUpDate) === day);
    const ordersOfDay = [...new Map([...result.orders, ...changedOrders].map((order) => [order.key, order])).values()];
    // An order of the last night stays in today's list until its day counts as past, so the list of past orders leaves
    // it out.
    return ordersOfDay.filter((order) => isOfPastDay(order, now)).sort(byMealTime);
  }, [result, liveOrders, day, now]);
  const retry = (): void => {
    setLastRead(null);
    setRequestCount((previousCount) => previousCount + 1);
  };
  return {
    isOpen,
    setOpen,
    day,
    min,
    max,
    setDay: setChosenDay,
    status: result?.status ?? 'loading',
    error: result?.status === 'failed' ? result.error : null,
    orders,
    retry,
  };
};

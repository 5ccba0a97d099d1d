import { getPartnerOrders } from '@mahlzeit/contract';
import type { PartnerOrder } from '@mahlzeit/contract';
import { addDays, addMonths, berlinDay, startOfDay } from '@mahlzeit/contract/rules';
import type { ApiClient, ApiError } from '@mahlzeit/shared-ui/platform';
import { useEffect, useMemo, useState } from 'react';
import { usePartner } from '../../platform';
import { byMealTime, isFormer } from './queue-rules';

/** Number of months for which past orders are listed: as long as they can be refunded. */
const MONTHS_BACK = 11;

/** Number of orders per request: the maximum that the gateway allows. */
const PAGE = 50;

interface DayQuery {
  readonly restaurantKey: string;
  /** Day of the orders, `2026-06-24`. */
  readonly day: string;
}

/** Result of loading the orders of a day; `there`: the orders are loaded. */
type DayRead =
  | { readonly status: 'failed'; readonly error: ApiError }
  | { readonly status: 'there'; readonly orders: readonly PartnerOrder[] };

/** Loads all orders of one day, page by page. */
const readDay = async (
  apiClient: Pick<ApiClient, 'call'>,
  { restaurantKey, day }: DayQuery,
  signal: AbortSignal,
): Promise<DayRead> => {
  const [start, end] = [startOfDay(day), startOfDay(addDays(day, 1))];
  const orders: PartnerOrder[] = [];
  for (let lastOrder: PartnerOrder | undefined; ;) {
    const query = {
      restaurantId: restaurantKey,
      since: lastOrder?.meetUpDate ?? start,
      limit: PAGE,
      ...(lastOrder === undefined ? {} : { after: lastOrder.key }),
    };
    const answer = await apiClient.call(getPartnerOrders, { query }, signal);
    if (!answer.ok) return { status: 'failed', error: answer.error };
    orders.push(...answer.value.filter(({ meetUpDate }) => meetUpDate < end));
    lastOrder = answer.value.at(-1);
    if (lastOrder === undefined || lastOrder.meetUpDate >= end || answer.value.length < PAGE)
      return { status: 'there', orders };
  }
};

/** Orders of a past day, and the functions that control their list. */
export interface FormerDay {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** Day that the list shows; `min` and `max` are the first and last day that can be chosen. */
  readonly day: string;
  readonly min: string;
  readonly max: string;
  readonly setDay: (day: string) => void;
  readonly status: 'loading' | DayRead['status'];
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
export const useFormerOrders = (restaurantKey: string, liveOrders: readonly PartnerOrder[], now: number): FormerDay => {
  const { apiClient } = usePartner();
  const today = berlinDay(now);
  const [min, max] = [addMonths(today, -MONTHS_BACK), addDays(today, -1)];
  const [isOpen, setOpen] = useState(false);
  const [chosenDay, setDay] = useState<string | null>(null);
  const [requestCount, setTurn] = useState(0);
  const [read, setRead] = useState<{ readonly day: string; readonly result: DayRead } | null>(null);
  const day = chosenDay === null || chosenDay > max ? max : chosenDay;

  useEffect(() => {
    if (!isOpen) return undefined;
    const controller = new AbortController();
    const load = async (): Promise<void> => {
      const result = await readDay(apiClient, { restaurantKey, day }, controller.signal);
      if (!controller.signal.aborted) setRead({ day, result });
    };
    void load();
    return () => controller.abort();
  }, [apiClient, restaurantKey, day, isOpen, requestCount]);

  const result = isOpen && read?.day === day ? read.result : null;
  const orders = useMemo(() => {
    if (result?.status !== 'there') return noOrders;
    const changedOrders = liveOrders.filter(({ meetUpDate }) => berlinDay(meetUpDate) === day);
    const ofDay = [...new Map([...result.orders, ...changedOrders].map((order) => [order.key, order])).values()];
    // An order of last night is still in today's list until its day counts as past, so this list leaves it out.
    return ofDay.filter((order) => isFormer(order, now)).sort(byMealTime);
  }, [result, liveOrders, day, now]);
  const retry = (): void => {
    setRead(null);
    setTurn((current) => current + 1);
  };
  return {
    isOpen,
    setOpen,
    day,
    min,
    max,
    setDay,
    status: result?.status ?? 'loading',
    error: result?.status === 'failed' ? result.error : null,
    orders,
    retry,
  };
};

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  acceptPartnerOrder,
  OrderAnswer,
  partnerTopic,
  pathOf,
  placeOrder,
  putPartnerMeal,
  reportOpenCounter,
} from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { orderForm } from '../../../api-gateway/src/modules/ordering/testing/counter';
import { sourceAddressAt } from '../measure/source-address';
import type { LoadLog } from './load-log';
import type { LoadCounter, LoadTarget } from './load-target';
import type { OpenPage } from './open-page';
import { followTopics } from './open-page';
import type { Random } from './random';
import type { RequestSender, SendLoadRequest } from './send-request';

/** Time in ms from an order to its meal. */
const MEAL_AHEAD_MS = 45 * 60_000;

/** Interval in ms at which an open partner console reports to the gateway. */
const OPEN_REPORT_MS = 60_000;

const ORDER_PATTERN = /"kind":"put","collection":"orders","key":"([^"]+)"/g;

const browserInfo = {
  JavaEnabled: false,
  Language: 'de-DE',
  ColorDepth: 24,
  ScreenHeight: 740,
  ScreenWidth: 360,
  TimeZoneOffset: 120,
  UserAgent: 'bench',
  JavascriptEnabled: true,
} as const;

interface OrderingDeps {
  readonly pages: readonly OpenPage[];
  readonly send: SendLoadRequest;
  readonly log: LoadLog;
  readonly random: Random;
  acceptAfterMs(): number;
}

/** Creates the diners' orders, and the counters that accept them. */
export const createOrdering = (target: LoadTarget, { pages, send, log, random, acceptAfterMs }: OrderingDeps) => {
  const [seenOrders, paidOrders, acceptedOrders] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let price = 500;
  const now = (): number => Date.now() + target.clockAheadMs;

  const accept = async (sender: RequestSender, key: string): Promise<void> => {
    await delay(acceptAfterMs());
    const path = pathOf(acceptPartnerOrder, { params: { key } });
    const text = await send({ kind: 'acceptance', method: 'POST', path, ...sender, body: {} });
    if (text !== null) acceptedOrders.add(key);
  };

  /** Opens the partner console of a restaurant, which accepts each order that appears there. */
  const openCounter = async ({ token, restaurantKey }: LoadCounter, index: number): Promise<void> => {
    const localAddress = sourceAddressAt(target.members.length + index);
    const sender = { token, ...(localAddress === undefined ? {} : { localAddress }) };
    const onDelta = (frameText: string): void => {
      for (const [, orderKey = ''] of frameText.matchAll(ORDER_PATTERN)) {
        if (seenOrders.has(orderKey)) continue;
        seenOrders.add(orderKey);
        log.track(accept(sender, orderKey));
      }
    };
    await followTopics({ url: target.url, log, onDelta }, { ...sender, topics: [partnerTopic(restaurantKey)] });
    const report = () =>
      send({ kind: 'report of a counter', method: 'POST', path: reportOpenCounter.path, ...sender, body: {} });
    await report();
    setInterval(() => log.track(report()), OPEN_REPORT_MS);
  };

  const waitingOrders = (): string[] => [...paidOrders].filter((orderKey) => !acceptedOrders.has(orderKey));

  return {
    openCounters: () => Promise.all(target.counters.map(openCounter)),
    /** Orders a dish and pays it by a card whose bank asks for no approval. */
    async order(dueMs: number): Promise<void> {
      const diner = random.oneOf(pages);
      const { restaurantKey, dishKey, price: dishPrice } = random.oneOf(target.counters);
      const text = await send({
        kind: 'order',
        method: 'POST',
        path: placeOrder.path,
        ...diner.sender(),
        headers: { 'Idempotency-Key': randomUUID() },
        body: orderForm(diner.payerName, {
          restaurantId: restaurantKey,
          meetUpDate: now() + MEAL_AHEAD_MS,
          items: [{ mealKey: dishKey, amount: 1, price: dishPrice }],
          totalPrice: dishPrice,
          browserInfo,
          isRepeatConfirmed: true,
        }),
        needsText: true,
        dueMs,
      });
      if (text === null) return;
      const { Status, orderKey } = OrderAnswer.parse(JSON.parse(text));
      if (Status === 'SUCCEEDED') paidOrders.add(orderKey);
      else log.fail('order', Status);
    },
    /** Returns the number of paid orders that no counter has accepted. */
    waitingCount: () => waitingOrders().length,
    /** Counts the paid orders that no counter has accepted as failures, and forgets all orders. */
    giveUpWaiting(): void {
      waitingOrders().forEach(() => log.fail('acceptance', 'missing'));
      for (const orders of [paidOrders, acceptedOrders]) orders.clear();
    },
    /** Changes the price of a restaurant's dish, which pages with its menu open receive. */
    async changeMenu(dueMs: number): Promise<void> {
      const { restaurantKey, token, changingDishKey, mealTypeKey } = random.oneOf(target.counters);
      await send({
        kind: 'change of a dish',
        method: 'PUT',
        path: pathOf(putPartnerMeal, { params: { key: changingDishKey } }),
        token,
        body: {
          restaurantId: restaurantKey,
          name: 'Tagesteller',
          price: (price += 1),
          typeKey: mealTypeKey,
          date: berlinDay(now()),
        },
        dueMs,
      });
    },
  };
};

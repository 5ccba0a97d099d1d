import type { Restaurant } from '@mahlzeit/contract';
import { getOrder, login, placeOrder } from '@mahlzeit/contract';
import type { Order } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { TEST_DAY } from './partner';
import { ANNA } from './sign-in';
import type { World } from './start-world';
import { expect } from './world-test';

/**
 * Restaurant of the demo world whose partner console (the counter) the tests open, with its partner token
 * (api-gateway/src/seeds/demo/accounts.ts).
 */
export const COUNTER_RESTAURANT = {
  routingName: 'tag-nacht-bowl',
  token: 'mzp_demo-tag-nacht-bowl-hier-an-der-theke-rufen',
} as const;

/** Id of the demo user Anna's card for which the bank demands no confirmation. */
const ANNA_CARD_ID = 'demo-card-anna-frictionless';

const browserInfo = {
  JavaEnabled: false,
  Language: 'de-DE',
  ColorDepth: 24,
  ScreenHeight: 740,
  ScreenWidth: 360,
  TimeZoneOffset: 120,
  UserAgent: 'tests',
  JavascriptEnabled: true,
} as const;

/** Dish of the restaurant that a test orders; `price` in cents. */
export interface CounterDish {
  readonly key: string;
  readonly name: string;
  readonly price: number;
}

/** Diner who orders at the restaurant of the partner console and pays immediately by card. */
export interface CounterDiner {
  /** Orders an amount of a dish for a time of today, for instance `12:30`. Returns the order's key. */
  orderDish(
    dish: CounterDish,
    orderOptions?: { readonly amount?: number; readonly time?: string; readonly comments?: string },
  ): Promise<string>;
  /** Requests the order from the gateway, as its diner sees it. */
  readOrder(orderKey: string): Promise<Order>;
}

/** Signs in as the demo user Anna, who has a card for payments. */
export const createCounterDiner = async (
  { api }: World,
  restaurant: Pick<Restaurant, 'key'>,
): Promise<CounterDiner> => {
  const { idToken: token } = await api.call(login, { body: ANNA });
  return {
    async orderDish({ key, price }, { amount = 1, time = '12:30', comments = '' } = {}) {
      const { Status, orderKey } = await api.call(placeOrder, {
        token,
        body: {
          restaurantId: restaurant.key,
          paymentOption: 'card',
          debitedCardId: ANNA_CARD_ID,
          meetUpDate: Date.parse(`${TEST_DAY}T${time}:00+02:00`),
          isTakeAway: true,
          browserInfo,
          items: [{ mealKey: key, amount, price, comments }],
          totalPrice: amount * price,
          // The test orders the same dish several times, so each request confirms the repetition.
          isRepeatConfirmed: true,
        },
      });
      if (Status !== 'SUCCEEDED') throw new Error(`Unexpected status of the order: ${Status}`);
      return orderKey;
    },
    readOrder: (orderKey) => api.call(getOrder, { params: { orderKey }, token }),
  };
};

/** Signs in at the partner console with the restaurant's token, as a restaurant does on its first day. */
export const openCounter = async (page: Page): Promise<void> => {
  await page.goto('/partner');
  await page.getByLabel('Schlüssel deines Lokals').fill(COUNTER_RESTAURANT.token);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByText('Verbunden', { exact: true })).toBeVisible();
};

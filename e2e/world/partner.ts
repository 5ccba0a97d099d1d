import type { Discount, Offer, PartnerDiscount, PartnerMeal, PartnerRestaurant, Restaurant } from '@mahlzeit/contract';
import {
  anonymousSession,
  deletePartnerDiscount,
  deletePartnerMeal,
  getMealTypes,
  getRestaurantByRoutingName,
  putPartnerDiscount,
  putPartnerMeal,
  putPartnerRestaurant,
} from '@mahlzeit/contract';
import type { GatewayApi } from './gateway-api';

/** Day of the worlds of these tests, a Wednesday. */
export const TODAY = '2026-06-24';

/** Fields of a dish that a test sets. By default the dish is a Mittagstisch of today. */
type DishWish = Pick<PartnerMeal, 'name' | 'price'> & Partial<PartnerMeal>;

/** Restaurant's own system, which changes the menu by the partner API. */
export interface Partner {
  /** Returns the restaurant as the gateway shows it now. */
  restaurant(routingName: string): Promise<Restaurant>;
  /** Puts a dish on the menu, or changes it. */
  put(key: string, restaurant: Pick<Restaurant, 'key'>, dish: DishWish): Promise<Offer>;
  /** Takes a dish off the menu. */
  remove(key: string): Promise<void>;
  /** Replaces some fields of the restaurant. */
  change(restaurant: Pick<Restaurant, 'key'>, fields: PartnerRestaurant): Promise<Restaurant>;
  /** Adds a discount, or changes it. */
  reduce(key: string, discount: PartnerDiscount): Promise<Discount>;
  /** Removes a discount. */
  endDiscount(key: string): Promise<void>;
}

/** Creates a partner with the token. */
export const createPartner = async (api: GatewayApi, token: string): Promise<Partner> => {
  /** Returns the token of a new visitor, because a world lives longer than a token. */
  const visit = async (): Promise<string> => (await api.call(anonymousSession, { body: {} })).idToken;
  const lunch = (await api.call(getMealTypes, { token: await visit() })).find(
    ({ baseName }) => baseName === 'Mittagstisch',
  );
  if (lunch === undefined) throw new Error('The gateway knows no Mittagstisch');
  return {
    async restaurant(routingName) {
      return api.call(getRestaurantByRoutingName, { params: { routingName }, token: await visit() });
    },
    put(key, { key: restaurantId }, dish) {
      return api.call(putPartnerMeal, {
        params: { key },
        body: { restaurantId, date: TODAY, typeKey: lunch.key, ...dish },
        token,
      });
    },
    async remove(key) {
      await api.call(deletePartnerMeal, { params: { key }, token });
    },
    change: ({ key }, fields) => api.call(putPartnerRestaurant, { params: { key }, body: fields, token }),
    reduce: (key, discount) => api.call(putPartnerDiscount, { params: { key }, body: discount, token }),
    async endDiscount(key) {
      await api.call(deletePartnerDiscount, { params: { key }, token });
    },
  };
};

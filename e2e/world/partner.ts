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

/** Day on which all worlds of these tests start, a Wednesday. */
export const TODAY = '2026-06-24';

/** Fields of a dish that a test sets. By default the dish is part of today's Mittagstisch (lunch menu). */
type DishFields = Pick<PartnerMeal, 'name' | 'price'> & Partial<PartnerMeal>;

/** Stands for a restaurant's own system, which changes the menu through the partner API. */
export interface Partner {
  /** Returns the restaurant as the gateway shows it at the moment of the call. */
  getRestaurant(routingName: string): Promise<Restaurant>;
  /** Adds a dish to the menu, or changes it. */
  putDish(key: string, restaurant: Pick<Restaurant, 'key'>, dish: DishFields): Promise<Offer>;
  /** Removes a dish from the menu. */
  removeDish(key: string): Promise<void>;
  /** Replaces some fields of the restaurant. */
  changeRestaurant(restaurant: Pick<Restaurant, 'key'>, fields: PartnerRestaurant): Promise<Restaurant>;
  /** Adds a discount to the restaurant's dishes, or changes it. */
  putDiscount(key: string, discount: PartnerDiscount): Promise<Discount>;
  /** Removes a discount. */
  endDiscount(key: string): Promise<void>;
}

/** Creates a partner whose requests carry the partner token. */
export const createPartner = async (api: GatewayApi, token: string): Promise<Partner> => {
  /** Returns the token of a new anonymous visitor. A token isn't stored, because a world lives longer than a token. */
  const createVisitorToken = async (): Promise<string> => (await api.call(anonymousSession, { body: {} })).idToken;
  const lunchType = (await api.call(getMealTypes, { token: await createVisitorToken() })).find(
    ({ baseName }) => baseName === 'Mittagstisch',
  );
  if (lunchType === undefined) throw new Error('The gateway knows no Mittagstisch');
  return {
    async getRestaurant(routingName) {
      return api.call(getRestaurantByRoutingName, { params: { routingName }, token: await createVisitorToken() });
    },
    putDish(key, { key: restaurantId }, dish) {
      return api.call(putPartnerMeal, {
        params: { key },
        body: { restaurantId, date: TODAY, typeKey: lunchType.key, ...dish },
        token,
      });
    },
    async removeDish(key) {
      await api.call(deletePartnerMeal, { params: { key }, token });
    },
    changeRestaurant: ({ key }, fields) => api.call(putPartnerRestaurant, { params: { key }, body: fields, token }),
    putDiscount: (key, discount) => api.call(putPartnerDiscount, { params: { key }, body: discount, token }),
    async endDiscount(key) {
      await api.call(deletePartnerDiscount, { params: { key }, token });
    },
  };
};

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

/** Wednesday on which the clocks of all gateways of these tests start. */
export const TEST_DAY = '2026-06-24';

/** Fields of a dish that a test sets. By default the dish is part of today's Mittagstisch (lunch menu). */
type NewDishFields = Pick<PartnerMeal, 'name' | 'price'> & Partial<PartnerMeal>;

/** Client of the partner API. It changes the menu as a restaurant's own system would. */
export interface Partner {
  /** Requests the restaurant from the gateway, as a visitor sees it. */
  getRestaurant(routingName: string): Promise<Restaurant>;
  /** Adds a dish with this key to the menu, or replaces the existing one. */
  putDish(dishKey: string, restaurant: Pick<Restaurant, 'key'>, dish: NewDishFields): Promise<Offer>;
  /** Removes a dish from the menu. */
  removeDish(dishKey: string): Promise<void>;
  /** Replaces some fields of the restaurant. */
  changeRestaurant(restaurant: Pick<Restaurant, 'key'>, changedFields: PartnerRestaurant): Promise<Restaurant>;
  /** Adds a discount with this key to the restaurant's dishes, or replaces the existing one. */
  putDiscount(discountKey: string, discount: PartnerDiscount): Promise<Discount>;
  /** Deletes the discount with this key through the partner API. */
  endDiscount(discountKey: string): Promise<void>;
}

/** Creates a client of the partner API whose requests carry the partner token. */
export const createPartner = async (api: GatewayApi, partnerToken: string): Promise<Partner> => {
  /**
   * Returns the access token of a new anonymous visitor. A token isn't reused, because a gateway of the tests runs
   * longer than a token is valid.
   */
  const createVisitorToken = async (): Promise<string> => (await api.call(anonymousSession, { body: {} })).idToken;
  const lunchMealType = (await api.call(getMealTypes, { token: await createVisitorToken() })).find(
    ({ baseName }) => baseName === 'Mittagstisch',
  );
  if (lunchMealType === undefined) throw new Error('The gateway knows no Mittagstisch');
  return {
    async getRestaurant(routingName) {
      return api.call(getRestaurantByRoutingName, { params: { routingName }, token: await createVisitorToken() });
    },
    putDish(dishKey, { key: restaurantId }, dish) {
      return api.call(putPartnerMeal, {
        params: { key: dishKey },
        body: { restaurantId, date: TEST_DAY, typeKey: lunchMealType.key, ...dish },
        token: partnerToken,
      });
    },
    async removeDish(dishKey) {
      await api.call(deletePartnerMeal, { params: { key: dishKey }, token: partnerToken });
    },
    changeRestaurant: ({ key }, changedFields) =>
      api.call(putPartnerRestaurant, { params: { key }, body: changedFields, token: partnerToken }),
    putDiscount: (discountKey, discount) =>
      api.call(putPartnerDiscount, { params: { key: discountKey }, body: discount, token: partnerToken }),
    async endDiscount(discountKey) {
      await api.call(deletePartnerDiscount, { params: { key: discountKey }, token: partnerToken });
    },
  };
};

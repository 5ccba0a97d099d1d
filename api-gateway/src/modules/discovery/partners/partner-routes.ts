import {
  deletePartnerDiscount,
  deletePartnerMeal,
  err,
  getPartnerMenu,
  getPartnerRestaurant,
  putPartnerDiscount,
  putPartnerMeal,
  putPartnerRestaurant,
} from '@mahlzeit/contract';
import { partnerRoute } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import type { ListingService } from '../listing';
import type { MealService } from '../menu';
import type { DiscountService } from '../promotions';
import type { PartnerRestaurantService } from './partner-restaurant-service';

/** Services that the partner API needs: they read restaurants, and change restaurants, meals and discounts. */
interface PartnerServices {
  readonly listing: Pick<ListingService, 'byKnownKey'>;
  readonly meals: MealService;
  readonly discounts: DiscountService;
  readonly restaurants: PartnerRestaurantService;
}

/**
 * Creates the routes of the partner API. The platform has already verified the token; each service checks what the
 * partner may do.
 */
export const partnerRoutes = ({ listing, meals, discounts, restaurants }: PartnerServices): BoundRoute[] => [
  partnerRoute(getPartnerRestaurant, async ({ partner: { restaurantKey } }) =>
    restaurantKey === null ? err('notFound') : listing.byKnownKey(restaurantKey),
  ),
  partnerRoute(putPartnerRestaurant, ({ partner, params, body }) => restaurants.change(partner, params.key, body)),
  partnerRoute(getPartnerMenu, ({ partner, query }) => meals.menu(partner, query.restaurantId, query.date)),
  partnerRoute(putPartnerMeal, ({ partner, params, body }) => meals.put(partner, params.key, body)),
  partnerRoute(deletePartnerMeal, ({ partner, params }) => meals.remove(partner, params.key)),
  partnerRoute(putPartnerDiscount, ({ partner, params, body }) => discounts.put(partner, params.key, body)),
  partnerRoute(deletePartnerDiscount, ({ partner, params }) => discounts.remove(partner, params.key)),
];

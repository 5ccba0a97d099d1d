import { deletePartnerDiscount, deletePartnerMeal, ok, putPartnerDiscount, putPartnerMeal, putPartnerRestaurant } from '@mahlzeit/contract';
import { openRoute } from '../../platform';
import type { BoundRoute } from '../../platform';
import type { DiscountService } from '../discovery/discount-service';
import type { MealService } from '../discovery/meal-service';
import type { RestaurantService } from '../discovery/restaurant-service';

/** What of discovery partners change. */
export interface PartnerChanges {
  readonly meals: MealService;
  readonly discounts: DiscountService;
  readonly restaurants: RestaurantService;
}

/** The partner API's routes; the platform has compared the partner token when they run. */
export const partnerRoutes = ({ meals, discounts, restaurants }: PartnerChanges): BoundRoute[] => [
  openRoute(putPartnerMeal, ({ params, body }) => meals.put(params.key, body)),
  openRoute(deletePartnerMeal, async ({ params }) => {
    await meals.remove(params.key);
    return ok({});
  }),
  openRoute(putPartnerRestaurant, ({ params, body }) => restaurants.change(params.key, body)),
  openRoute(putPartnerDiscount, ({ params, body }) => discounts.put(params.key, body)),
  openRoute(deletePartnerDiscount, async ({ params }) => {
    await discounts.remove(params.key);
    return ok({});
  }),
];

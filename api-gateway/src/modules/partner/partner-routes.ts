import { deletePartnerDiscount, deletePartnerMeal, ok, putPartnerDiscount, putPartnerMeal } from '@mahlzeit/contract';
import { openRoute } from '../../platform';
import type { BoundRoute } from '../../platform';
import type { DiscountService, MealService } from '../discovery';

/** The partner API's routes; the platform has compared the partner token when they run. */
export const partnerRoutes = ({ meals, discounts }: { meals: MealService; discounts: DiscountService }): BoundRoute[] => [
  openRoute(putPartnerMeal, ({ params, body }) => meals.put(params.key, body)),
  openRoute(deletePartnerMeal, async ({ params }) => {
    await meals.remove(params.key);
    return ok({});
  }),
  openRoute(putPartnerDiscount, ({ params, body }) => discounts.put(params.key, body)),
  openRoute(deletePartnerDiscount, async ({ params }) => {
    await discounts.remove(params.key);
    return ok({});
  }),
];

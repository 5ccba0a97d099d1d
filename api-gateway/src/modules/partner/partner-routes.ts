import { deletePartnerMeal, ok, putPartnerMeal } from '@mahlzeit/contract';
import { openRoute } from '../../platform';
import type { BoundRoute } from '../../platform';
import type { MealService } from '../discovery';

/** The partner API's routes for menus; the platform has compared the partner token when they run. */
export const partnerRoutes = (meals: MealService): BoundRoute[] => [
  openRoute(putPartnerMeal, ({ params, body }) => meals.put(params.key, body)),
  openRoute(deletePartnerMeal, async ({ params }) => {
    await meals.remove(params.key);
    return ok({});
  }),
];

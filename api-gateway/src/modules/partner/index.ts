import type { GatewayModule } from '../../platform';
import type { DiscountService, MealService } from '../discovery';
import { partnerRoutes } from './partner-routes';

/** What restaurants' own systems may change, behind the partner token. */
export const createPartnerModule = ({ discovery }: { discovery: { readonly meals: MealService; readonly discounts: DiscountService } }): GatewayModule => ({
  routes: partnerRoutes(discovery),
});

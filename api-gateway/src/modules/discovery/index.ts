import type { Clock, Database, GatewayModule } from '../../platform';
import { discoveryRoutes } from './discovery-routes';
import { createDiscoveryService } from './discovery-service';
import { createMealService, type MealService } from './meal-service';
import { createRestaurantTopic } from './restaurant-topic';

export { importFiles, type ImportResult } from './import/import-service';
export { refusalLine, warningLines } from './import/import-words';
export { createProgressBar } from './import/progress-bar';
export type { MealService } from './meal-service';

/** Places and their menus: the reads over HTTP, the live topic `restaurant/{key}`, and `meals` for who changes menus. */
export const createDiscoveryModule = (deps: { database: Database; clock: Clock }): GatewayModule & { readonly meals: MealService } => ({
  routes: discoveryRoutes(createDiscoveryService(deps)),
  topics: [createRestaurantTopic(deps)],
  meals: createMealService(deps),
});

import type { ScreenProps, ShellApi } from '@mahlzeit/shared-ui/platform';
import { defineScreen, prefetchRestaurantByRoutingName } from '@mahlzeit/shared-ui/platform';
import { distanceOriginOf, selectPlace, useCurrentPlace } from '../features/location';
import { useListedRestaurant } from '../features/nearby';
import { pageOriginOf, restaurantRequestOf, RestaurantPage } from '../features/restaurant-page';

/** Requests the restaurant that the screen shows with these parameters. */
export const prefetchDetails = ([routingName = '']: ScreenProps['params'], { store }: Pick<ShellApi, 'store'>): void =>
  prefetchRestaurantByRoutingName(
    store,
    restaurantRequestOf({ routingName, distanceOrigin: distanceOriginOf(selectPlace(store.getState())) }),
  );

/** Screen with the page of a restaurant. It shows the distance to users whose location is known. */
export const DetailsScreen = ({ params: [routingName = '', originKey, cartPart] }: Pick<ScreenProps, 'params'>) => {
  const currentPlace = useCurrentPlace();
  const listedRestaurant = useListedRestaurant(currentPlace, routingName);
  return (
    <RestaurantPage
      routingName={routingName}
      origin={pageOriginOf(originKey)}
      cartPart={cartPart ?? null}
      distanceOrigin={distanceOriginOf(currentPlace)}
      listedRestaurant={listedRestaurant}
    />
  );
};

export default defineScreen(DetailsScreen);

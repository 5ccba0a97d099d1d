import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { distanceOriginOf, useCurrentPlace } from '../features/location';
import { useListedRestaurant } from '../features/nearby';
import { pageOriginOf, RestaurantPage } from '../features/restaurant-page';

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

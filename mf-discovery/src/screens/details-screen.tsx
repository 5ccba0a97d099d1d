import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { standpointOf, useCurrentPlace } from '../features/location';
import { useListed } from '../features/nearby';
import { originOf, RestaurantPage } from '../features/restaurant-page';

/** Page of a restaurant; it shows the distance to users whose location is known. */
export const DetailsScreen = ({ params: [routingName = '', origin, part] }: Pick<ScreenProps, 'params'>) => {
  const place = useCurrentPlace();
  const listedRestaurant = useListed(place, routingName);
  return (
    <RestaurantPage
      routingName={routingName}
      origin={originOf(origin)}
      part={part ?? null}
      at={standpointOf(place)}
      listed={listedRestaurant}
    />
  );
};

export default defineScreen(DetailsScreen);

import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { useKnownPlace } from '../features/location';
import { useListed } from '../features/nearby/use-nearby';
import { originOf, RestaurantPage } from '../features/restaurant-page/restaurant-page';

const DetailsScreen = ({ params: [routingName = '', origin, part] }: Pick<ScreenProps, 'params'>) => {
  const at = useKnownPlace()?.coordinate ?? null;
  const listed = useListed(at, routingName);
  return <RestaurantPage routingName={routingName} origin={originOf(origin)} part={part ?? null} at={at} listed={listed} />;
};

export default defineScreen(DetailsScreen);

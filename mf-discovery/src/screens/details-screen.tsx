import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { useKnownPlace } from '../features/location';
import { useListed } from '../features/nearby/use-listed';
import { RestaurantPage } from '../features/restaurant-page/restaurant-page';
import { originOf } from '../features/restaurant-page/use-leaving';

const DetailsScreen = ({ params: [routingName = '', origin] }: Pick<ScreenProps, 'params'>) => {
  const at = useKnownPlace()?.coordinate ?? null;
  const listed = useListed(at, routingName);
  return <RestaurantPage routingName={routingName} origin={originOf(origin)} at={at} listed={listed} />;
};

export default defineScreen(DetailsScreen);

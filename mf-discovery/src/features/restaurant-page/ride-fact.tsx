import type { Restaurant } from '@mahlzeit/contract';
import { offersRide, travelBy } from '@mahlzeit/contract/rules';
import { formatMinutes, useShell } from '@mahlzeit/shared-ui/platform';
import { TextLink } from '@mahlzeit/shared-ui/ui';
import { Fact } from '@mahlzeit/shared-ui/ui/restaurant';
import { Car } from 'lucide-react';
import { useTexts } from '../../discovery-texts';
import { outside, rideHref } from './contact-links';

/** S1§9: in Hamburg, who would walk for eight minutes or more is offered a ride. Stands in a FactList. */
export const RideFact = ({ restaurant }: { readonly restaurant: Restaurant }) => {
  const t = useTexts();
  const { rideServiceUrl } = useShell().deployment;
  const { initialDistanceKm, address } = restaurant;
  if (rideServiceUrl === null || initialDistanceKm === null) return null;
  const meters = initialDistanceKm * 1000;
  if (!offersRide(meters, address.locality)) return null;
  const { mode, minutes } = travelBy(meters);
  return (
    <Fact icon={Car}>
      <div>{t(mode === 'walk' ? 'RideInsteadOfWalk' : 'RideInsteadOfBike', { time: formatMinutes(minutes) })}</div>
      <TextLink href={rideHref(rideServiceUrl, restaurant)} {...outside}>{t('RideRequest')}</TextLink>
    </Fact>
  );
};

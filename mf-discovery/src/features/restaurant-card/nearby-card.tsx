import { useShell } from '@mahlzeit/shared-ui/platform';
import { FavouriteButton } from '../favourites';
import { PlaceCard } from './place-card';
import type { PlaceCardProps } from './place-card';

interface NearbyCardProps extends Omit<PlaceCardProps, 'href' | 'favourite'> {
  readonly isFavourite: boolean;
  readonly onFavourite: (key: string) => void;
}

/** A place in the list or over the map, with its heart. */
export const NearbyCard = ({ isFavourite, onFavourite, ...card }: NearbyCardProps) => {
  const { navigation } = useShell();
  const { key, name, routingName } = card.restaurant;
  return (
    <PlaceCard
      {...card}
      href={navigation.hrefOf('details', routingName)}
      favourite={<FavouriteButton name={name} isFavourite={isFavourite} onToggle={() => onFavourite(key)} />}
    />
  );
};

import type { Discount, Restaurant } from '@mahlzeit/contract';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { MapPeek } from '@mahlzeit/shared-ui/ui/restaurant';
import { useMemo } from 'react';
import { atDealPrices, bestDeal } from '../features/discounts';
import type { Favourites } from '../features/favourites';
import { useChooseArea, useLocate, useUserPosition } from '../features/location';
import type { ChosenPlace } from '../features/location/location-rules';
import { farthestOf } from '../features/map/area-rules';
import { NearbyMap } from '../features/map/nearby-map';
import type { Nearby } from '../features/nearby/use-nearby';
import { NearbyCard } from '../features/restaurant-card';
import { isOutForToday } from '../features/restaurant-facts';
import { useFoundNonPartners } from '../features/search/use-found-non-partners';
import type { useSelection } from './use-selection';

/** Px that the card over the map, its longest dishes included, the view switch below it and the caption above it take. */
const PEEK_HEIGHT = 360;

// Alone on the screen, the map has no list to show what the pointer is on; the focus on its way to the chosen card must not choose anew.
const nothing = (): void => undefined;

interface MainMapProps {
  readonly place: ChosenPlace;
  readonly nearby: Nearby;
  /** Those that pass the filters. */
  readonly shown: readonly Restaurant[];
  readonly discounts: readonly Discount[];
  readonly favourites: Favourites;
  readonly chosen: ReturnType<typeof useSelection>;
  /** The map is beside the list or in its place. */
  readonly isVisible: boolean;
  /** Beside the list, which then shows the chosen place. */
  readonly isWide: boolean;
}

/** The places at the prices that hold now, and the keys of those that are reduced. */
const useDeals = (shown: readonly Restaurant[], discounts: readonly Discount[], now: number) =>
  useMemo(() => {
    const deals = { discounts, now };
    const reduced = shown.filter((restaurant) => !isOutForToday(restaurant) && bestDeal(restaurant, deals) !== null).map(({ key }) => key);
    return { priced: shown.map((restaurant) => atDealPrices(restaurant, deals)), reduced: new Set(reduced) };
  }, [shown, discounts, now]);

/** The places of the list on the map, and what was searched for beside them. */
export const MainMap = ({ place, nearby, shown, discounts, favourites, chosen, isVisible, isWide }: MainMapProps) => {
  const now = useNow();
  const { locate } = useLocate();
  const chooseArea = useChooseArea();
  const userAt = useUserPosition();
  const found = useFoundNonPartners(place.coordinate);
  const { priced, reduced } = useDeals(shown, discounts, now);
  const farthest = useMemo(() => farthestOf(nearby.restaurants), [nearby.restaurants]);
  const { selection, selectOnMap, pointOnMap } = chosen;
  const selected = isWide ? undefined : shown.find(({ key }) => key === selection.key);
  return (
    <NearbyMap
      isWanted={nearby.status !== 'loading' && isVisible}
      center={place.coordinate}
      keepsView={place.kind === 'area'}
      userAt={userAt}
      restaurants={priced}
      found={found}
      deals={reduced}
      farthest={farthest}
      selectedKey={selection.key}
      pressedKey={selection.from === 'map' ? selection.key : null}
      coveredBelow={isWide ? 0 : PEEK_HEIGHT}
      onSelect={selectOnMap}
      onPoint={isWide ? pointOnMap : nothing}
      onLocate={locate}
      onSearchArea={chooseArea}
    >
      {selected !== undefined && (
        <MapPeek>
          <NearbyCard restaurant={selected} discounts={discounts} now={now} layout="peek" isFavourite={favourites.isFavourite(selected.key)} onFavourite={favourites.toggle} />
        </MapPeek>
      )}
    </NearbyMap>
  );
};

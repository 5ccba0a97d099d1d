import type { PrerenderRequest, PrerenderResult } from '@mahlzeit/contract';
import { NEARBY_RADIUS } from '@mahlzeit/contract/rules';
import { prerenderView } from '@mahlzeit/shared-ui/prerender';
import { CardGrid, ListMapSplit, ListPane, MapPane } from '@mahlzeit/shared-ui/ui';
import { Chip, ChipBar, TeaserPlace } from '@mahlzeit/shared-ui/ui/restaurant';
import type { ReactNode } from 'react';
import { text } from './discovery-texts';
import { applyFilters, startFilters } from './features/filter-rules';
import { ListTop, PlacesHead, placesLabel } from './features/nearby/list-head';
import { joinPages } from './features/nearby/nearby-rules';
import { PlaceCard } from './features/restaurant-card';

/** More than the tallest screen shows of them before the scripts are there. */
const MAX_CARDS = 8;
/** On a phone. */
const SEEN_AT_ONCE = 2;

// `inert`: there is no script yet that a press could reach.
const Tags = () => (
  <div inert>
    <ChipBar label={text('TagBar')}>
      <Chip art="fork-and-knife-with-plate" isPressed={false}>{text('AllPlaces')}</Chip>
      <Chip art="pot-of-food" isPressed>{text('LunchSpecials')}</Chip>
    </ChipBar>
  </div>
);

/** The list as it begins: tags, heading and the first cards, whose links work already. Null where nothing of it is on the lunch list. */
export const prerenderList = ({ restaurants, discounts, now }: PrerenderRequest): ReactNode => {
  const shown = applyFilters(joinPages([restaurants]), startFilters, now);
  if (shown.length === 0) return null;
  return (
    <>
      <Tags />
      <ListMapSplit data-view="list">
        <ListPane>
          <ListTop>
            <TeaserPlace />
            <PlacesHead title={placesLabel({ more: 'loading', radius: NEARBY_RADIUS }, shown.length)} openCount={null} />
          </ListTop>
          <CardGrid>
            {shown.slice(0, MAX_CARDS).map((restaurant, index) => (
              <PlaceCard key={restaurant.key} restaurant={restaurant} isUrgent={index < SEEN_AT_ONCE} discounts={discounts} now={now} href={`#details/${encodeURIComponent(restaurant.routingName)}`} />
            ))}
          </CardGrid>
        </ListPane>
        <MapPane aria-hidden="true" />
      </ListMapSplit>
    </>
  );
};

/** Called by the gateway, in a thread of its own: prerenders the main screen; null where there is nothing worth showing before the scripts. */
export const drawPrerender = (request: PrerenderRequest): PrerenderResult | null => prerenderView(prerenderList(request));

import type { PrerenderRequest, PrerenderResult } from '@mahlzeit/contract';
import { NEARBY_RADIUS } from '@mahlzeit/contract/rules';
import { prerenderView } from '@mahlzeit/shared-ui/prerender';
import { CardGrid, ListMapSplit, ListPane, MapPane } from '@mahlzeit/shared-ui/ui';
import { Chip, ChipBar, TeaserPlace } from '@mahlzeit/shared-ui/ui/restaurant';
import type { ReactNode } from 'react';
import { text } from './discovery-texts';
import { applyFilters, startFilters } from './features/filter-rules';
import { lunchTitle } from './features/lunch-title';
import { headFacts, listRows, PlacesHead } from './features/nearby/list-head';
import { joinPages } from './features/nearby/nearby-rules';
import { freshList } from './features/nearby/shown-order';
import { PlaceCard } from './features/restaurant-card';

/** More than the tallest screen shows of them before the scripts are there. */
const MAX_CARDS = 8;
/** On a phone. */
const SEEN_AT_ONCE = 3;

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
export const prerenderList = ({ restaurants, discounts, now, isLocated }: PrerenderRequest): ReactNode => {
  const order = { now, list: 'lunch' } as const;
  const list = freshList(applyFilters(joinPages([restaurants]), startFilters, now), order);
  if (list.restaurants.length === 0) return null;
  // What lies around a place only the gazetteer knows; the list's own head says it.
  const title = lunchTitle({ kind: isLocated ? 'last' : 'fallback' }, null);
  return (
    <>
      <Tags />
      <ListMapSplit data-view="list">
        <ListPane>
          <PlacesHead title={title} isAssumed={!isLocated} {...headFacts(list, order, { more: 'loading', radius: NEARBY_RADIUS })} />
          <CardGrid>
            {listRows({ ...list, restaurants: list.restaurants.slice(0, MAX_CARDS) }, { teaser: <TeaserPlace />, frame: 'unknown', isComplete: false }, (restaurant, index) => (
              <PlaceCard key={restaurant.key} restaurant={restaurant} isUrgent={index < SEEN_AT_ONCE} isLocated={isLocated} discounts={discounts} now={now} href={`#details/${encodeURIComponent(restaurant.routingName)}`} />
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

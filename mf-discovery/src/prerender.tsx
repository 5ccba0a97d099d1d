import type { PrerenderRequest, PrerenderResult } from '@mahlzeit/contract';
import { NEARBY_RADIUS_METRES } from '@mahlzeit/contract/rules';
import { prerenderView } from '@mahlzeit/shared-ui/prerender';
import { CardGrid, ListMapSplit, ListPane, MapPane } from '@mahlzeit/shared-ui/ui';
import { Chip, ChipBar } from '@mahlzeit/shared-ui/ui/restaurant';
import type { ReactNode } from 'react';
import { text } from './discovery-texts';
import { applyFilters, initialListFilters } from './features/filters';
import { lunchTitleOf } from './features/location';
import { createFreshList, headTextsOfList, joinRestaurantPages, listRowsOf, PlacesHead } from './features/nearby';
import { PlaceCard } from './features/restaurant';
import { PrerenderedTeaser } from './features/teaser';

/** Number of prerendered cards: more than the tallest screen shows before the scripts have loaded. */
const MAX_PRERENDERED_CARDS = 8;
/** Number of cards that a phone shows without scrolling; their photographs load with priority. */
const MAX_VISIBLE_CARDS = 3;

const hrefOf = (key: string, ...routeParams: string[]): string =>
  `#${[key, ...routeParams.map(encodeURIComponent)].join('/')}`;

const TagChips = () => (
  <ChipBar label={text('TagBar')}>
    <Chip art="fork-and-knife-with-plate" isPressed={false}>
      {text('AllPlaces')}
    </Chip>
    <Chip art="pot-of-food" isPressed>
      {text('LunchSpecials')}
    </Chip>
  </ChipBar>
);

/**
 * Renders the start of the list: tags, heading and the first cards. Its links work at once, its buttons only after
 * React has mounted the screen. Returns null when no restaurant is on the lunch list.
 */
export const prerenderList = ({ restaurants, discounts, teaser, now, start }: PrerenderRequest): ReactNode => {
  const listOrder = { now, list: 'lunch' } as const;
  const prerenderedList = createFreshList(
    applyFilters(joinRestaurantPages([restaurants]), initialListFilters, now),
    listOrder,
  );
  if (prerenderedList.restaurants.length === 0) return null;
  const isLocated = start.kind !== 'fallback';
  return (
    <>
      <TagChips />
      <ListMapSplit data-view="list">
        <ListPane>
          <PlacesHead
            title={lunchTitleOf(start, start.name)}
            isAssumed={!isLocated}
            {...headTextsOfList(prerenderedList, listOrder, {
              more: 'loading',
              radius: NEARBY_RADIUS_METRES,
              isLocated,
            })}
          />
          <CardGrid>
            {listRowsOf(
              { ...prerenderedList, restaurants: prerenderedList.restaurants.slice(0, MAX_PRERENDERED_CARDS) },
              {
                teaser: <PrerenderedTeaser teaser={teaser} restaurants={restaurants} hrefOf={hrefOf} />,
                layout: 'unknown',
                isComplete: false,
              },
              (restaurant, index) => (
                <PlaceCard
                  key={restaurant.key}
                  restaurant={restaurant}
                  isPhotoUrgent={index < MAX_VISIBLE_CARDS}
                  isLocated={isLocated}
                  discounts={discounts}
                  now={now}
                  href={hrefOf('details', restaurant.routingName)}
                />
              ),
            )}
          </CardGrid>
        </ListPane>
        <MapPane aria-hidden="true" />
      </ListMapSplit>
    </>
  );
};

/**
 * Prerenders the main screen; the gateway calls this function in a separate thread. Returns null when there is no list
 * to show.
 */
export const drawPrerender = (request: PrerenderRequest): PrerenderResult | null =>
  prerenderView(prerenderList(request));

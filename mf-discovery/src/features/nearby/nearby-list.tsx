import type { Discount, Restaurant } from '@mahlzeit/contract';
import { browserTimers, errorCode, errorText, useLiveRestaurant, useNow, useShell } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import { Button, CardGrid, CardSkeletons, EmptyState, ErrorState, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { TeaserPlace } from '@mahlzeit/shared-ui/ui/restaurant';
import { memo, useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import type { Favourites } from '../favourites';
import { NearbyCard } from '../restaurant-card';
import { ListTop, PlacesHead, placesLabel } from './list-head';
import type { Nearby } from './use-nearby';

/** A screen's height ahead, so that a card is fresh before it is seen. */
const AHEAD = '50%';

/** Whether an element is on the screen or about to be. */
const useInView = (ref: RefObject<Element | null>): boolean => {
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting ?? false), { rootMargin: AHEAD });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isInView;
};

interface LiveCardProps {
  readonly restaurant: Restaurant;
  readonly discounts: readonly Discount[];
  readonly isFavourite: boolean;
  readonly isSelected: boolean;
  /** Brings the card into view: it was chosen elsewhere. */
  readonly isSought: boolean;
  readonly onSelect: (key: string) => void;
  readonly onFavourite: (key: string) => void;
  readonly onRenew: (held: Restaurant, fresh: Restaurant) => void;
}

/** A card that follows its restaurant's topic while it is seen. */
const LiveCard = memo(({ restaurant, discounts, isFavourite, isSelected, isSought, onSelect, onFavourite, onRenew }: LiveCardProps) => {
  const ref = useRef<HTMLElement>(null);
  const fresh = useLiveRestaurant(restaurant, useInView(ref));
  const now = useNow();
  useEffect(() => onRenew(restaurant, fresh), [restaurant, fresh, onRenew]);
  useEffect(() => {
    if (isSought) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isSought]);
  const select = (): void => onSelect(restaurant.key);
  return <NearbyCard ref={ref} restaurant={fresh} discounts={discounts} now={now} isFavourite={isFavourite} isSelected={isSelected} onFavourite={onFavourite} onMouseEnter={select} onFocus={select} />;
});
LiveCard.displayName = 'LiveCard';

interface NearbyHeadProps {
  readonly nearby: Nearby;
  /** Those of them that the list shows. */
  readonly shown: readonly Restaurant[];
}

/** How many there are, how many are open, and what decides their order (§ 5b UWG). */
const NearbyHead = ({ nearby, shown }: NearbyHeadProps) => {
  const t = useTexts();
  const { alert } = useShell();
  const open = shown.filter(({ isOpenNow }) => isOpenNow).length;
  // Not awaited: there is nothing to answer but that it was read.
  const explain = (): void => void alert({ title: t('RankingTitle'), text: t('RankingText', { km: nearby.radius / 1_000 }), actions: [{ id: 'read', label: t('RankingRead'), tone: 'primary' }] });
  return <PlacesHead title={placesLabel(nearby, shown.length)} openCount={nearby.more === 'none' ? open : null} onExplain={explain} />;
};

/** A way out of an empty list: expands the search area. Nothing where that would find nothing new. */
export const ExpandSearchButton = ({ nearby: { expandSearch } }: { readonly nearby: Pick<Nearby, 'expandSearch'> }) => {
  const t = useTexts();
  return expandSearch === null ? null : <Button variant="second" isBlock onClick={expandSearch}>{t('SearchFarther')}</Button>;
};

/** A dialog that was open hides the page from screen readers until it has gone; and a few changes in a row are one. */
const ANNOUNCE_DELAY_MS = 1_000;

interface ResultCountProps {
  /** Changes with the filters and the search area. */
  readonly query: string;
  /** What to announce; null while the list is loading. */
  readonly text: string | null;
  readonly timers?: Timers;
}

/** Announces to screen readers what each change of the query has left. The first list is read anyway. */
export const ResultCount = ({ query, text, timers = browserTimers }: ResultCountProps) => {
  const [announced, setAnnounced] = useState({ query, text: '' });
  useEffect(() => {
    if (text === null || (announced.query === query && (announced.text === '' || announced.text === text))) return undefined;
    return timers.after(ANNOUNCE_DELAY_MS, () => setAnnounced({ query, text }));
  }, [query, text, timers, announced]);
  return <VisuallyHidden role="status">{announced.text !== '' && <span key={announced.query}>{announced.text}</span>}</VisuallyHidden>;
};

/** Which restaurant list and map have in common at the moment. */
export interface NearbySelection {
  readonly key: string | null;
  /** Where it was chosen; what was chosen on the map the list brings into view. `pointer`: the map's marker is merely under the pointer or has the focus. */
  readonly from: 'list' | 'map' | 'pointer';
}

interface NearbyListProps {
  readonly nearby: Nearby;
  /** Those of them that pass the filters. */
  readonly shown: readonly Restaurant[];
  readonly discounts: readonly Discount[];
  readonly favourites: Favourites;
  readonly selection: NearbySelection;
  readonly onSelect: (key: string) => void;
  /** The way out of an empty list. */
  readonly onLocate: () => void;
  /** Above the list. */
  readonly teaser: ReactNode;
  /** Stands in for the list where places are around and none of them passes. */
  readonly nothingPasses: ReactNode;
}

const isConnectionLost = (error: unknown): boolean => ['offline', 'timeout'].includes(errorCode(error));

const Failed = ({ nearby }: Pick<NearbyListProps, 'nearby'>) => {
  const t = useTexts();
  return <ErrorState level={1} title={t('ListFailedTitle')} text={isConnectionLost(nearby.error) ? t('ListFailedText') : errorText(nearby.error)} onRetry={nearby.retry} isRetrying={nearby.isRetrying} />;
};

const Loading = () => (
  <>
    <TeaserPlace />
    <Cards>
      <CardSkeletons milliseconds={0} />
    </Cards>
  </>
);

const Empty = ({ nearby, onLocate }: Pick<NearbyListProps, 'nearby' | 'onLocate'>) => {
  const t = useTexts();
  return (
    <EmptyState art="olive" level={1} title={t('NothingHereTitle')} text={t('NothingHereText', { km: nearby.radius / 1_000 })}>
      <Button isBlock onClick={onLocate}>{t('UseMyLocation')}</Button>
      <ExpandSearchButton nearby={nearby} />
    </EmptyState>
  );
};

const More = ({ nearby }: Pick<NearbyListProps, 'nearby'>) => {
  const t = useTexts();
  if (nearby.more === 'none') return null;
  if (nearby.more === 'loading') return <MoreLine role="status">{t('MoreLoading')}</MoreLine>;
  return (
    <MoreLine role="alert">
      {t('MoreFailed')} <Button variant="quiet" size="small" isBusy={nearby.isRetrying} onClick={nearby.retry}>{t('TryAgain')}</Button>
    </MoreLine>
  );
};

/** Whether there is something to show: a place that passes, or the reason why there is none. */
export const isListReady = ({ status, more }: Nearby, shown: readonly Restaurant[]): boolean =>
  status === 'failed' || (status === 'ready' && (shown.length > 0 || more !== 'loading'));

/** The places around, or why there are none. */
export const NearbyList = ({ nearby, shown, discounts, favourites, selection, onSelect, onLocate, teaser, nothingPasses }: NearbyListProps) => {
  if (!isListReady(nearby, shown)) return <Loading />;
  if (nearby.status === 'failed') return <Failed nearby={nearby} />;
  if (nearby.restaurants.length === 0) return <Empty nearby={nearby} onLocate={onLocate} />;
  if (shown.length === 0) return <>{nothingPasses}<More nearby={nearby} /></>;
  return (
    <>
      <ListTop>
        {teaser}
        <NearbyHead nearby={nearby} shown={shown} />
      </ListTop>
      <CardGrid>
        {shown.map((restaurant) => {
          const isSelected = restaurant.key === selection.key;
          return (
            <LiveCard
              key={restaurant.key}
              restaurant={restaurant}
              discounts={discounts}
              isFavourite={favourites.isFavourite(restaurant.key)}
              isSelected={isSelected}
              isSought={isSelected && selection.from === 'map'}
              onSelect={onSelect}
              onFavourite={favourites.toggle}
              onRenew={nearby.renew}
            />
          );
        })}
      </CardGrid>
      <More nearby={nearby} />
    </>
  );
};

const Cards = styled.div`
  margin-top: 20px;
`;

const MoreLine = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 4px 10px;
  min-height: 72px;
  text-align: center;
`;

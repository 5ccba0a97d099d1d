import type { Discount, Restaurant } from '@mahlzeit/contract';
import { errorCode, errorText } from '@mahlzeit/shared-ui/platform';
import { Button, CardGrid, CardSkeletons, EmptyState, ErrorState } from '@mahlzeit/shared-ui/ui';
import { TeaserPlace } from '@mahlzeit/shared-ui/ui/restaurant';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import type { Favourites } from '../favourites';
import { ListTop } from './list-top';
import { LiveCard } from './live-card';
import { NearbyHead } from './nearby-head';
import type { Nearby } from './use-nearby';
import { ExpandSearchButton } from './widen-button';

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

import { errorCode, errorText } from '@mahlzeit/shared-ui/platform';
import { Button, CardGrid, CardSkeletons, EmptyState, ErrorState } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { LiveCard } from './live-card';
import { NearbyHead } from './nearby-head';
import type { Nearby } from './use-nearby';

/** Which restaurant list and map have in common at the moment. */
export interface NearbySelection {
  readonly key: string | null;
  /** Where it was chosen: the other side then brings it into view. */
  readonly from: 'list' | 'map';
}

interface NearbyListProps {
  readonly nearby: Nearby;
  readonly selection: NearbySelection;
  readonly onSelect: (key: string) => void;
  /** The way out of an empty list. */
  readonly onLocate: () => void;
}

const isConnectionLost = (error: unknown): boolean => ['offline', 'timeout'].includes(errorCode(error));

const Failed = ({ nearby }: Pick<NearbyListProps, 'nearby'>) => {
  const t = useTexts();
  return <ErrorState level={1} title={t('ListFailedTitle')} text={isConnectionLost(nearby.error) ? t('ListFailedText') : errorText(nearby.error)} onRetry={nearby.retry} isRetrying={nearby.isRetrying} />;
};

const Empty = ({ onLocate }: Pick<NearbyListProps, 'onLocate'>) => {
  const t = useTexts();
  return (
    <EmptyState art="olive" level={1} title={t('NothingHereTitle')} text={t('NothingHereText')}>
      <Button onClick={onLocate}>{t('UseMyLocation')}</Button>
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

/** The places around, or why there are none. */
export const NearbyList = ({ nearby, selection, onSelect, onLocate }: NearbyListProps) => {
  if (nearby.status === 'loading') return <CardSkeletons milliseconds={0} />;
  if (nearby.status === 'failed') return <Failed nearby={nearby} />;
  if (nearby.restaurants.length === 0) return <Empty onLocate={onLocate} />;
  return (
    <>
      <NearbyHead restaurants={nearby.restaurants} />
      <CardGrid>
        {nearby.restaurants.map((restaurant) => {
          const isSelected = restaurant.key === selection.key;
          return <LiveCard key={restaurant.key} restaurant={restaurant} isSelected={isSelected} isSought={isSelected && selection.from === 'map'} onSelect={onSelect} onRenew={nearby.renew} />;
        })}
      </CardGrid>
      <More nearby={nearby} />
    </>
  );
};

const MoreLine = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 4px 10px;
  min-height: 72px;
  text-align: center;
`;

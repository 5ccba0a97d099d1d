import { ErrorState } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../../discovery-texts';
import type { PlaceMapViewProps } from './place-map-view';
import { useLazyMap } from './use-lazy-map';

interface NearbyMapProps extends PlaceMapViewProps {
  /** False while the list still needs the line. */
  readonly isWanted: boolean;
}

/** The map, loaded once it is wanted. Without it the list does all that it does. */
export const NearbyMap = ({ isWanted, ...view }: NearbyMapProps) => {
  const t = useTexts();
  const { map, retry } = useLazyMap(isWanted);
  if (map.status === 'failed') return <ErrorState title={t('MapFailedTitle')} text={t('MapFailedText')} onRetry={retry} />;
  return map.status === 'ready' ? <map.View {...view} /> : null;
};

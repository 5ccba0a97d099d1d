import type { RestaurantSummary } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { MapAttribution } from '@mahlzeit/shared-ui/ui/map';
import styled from 'styled-components';
import { text as listText } from '../../discovery-texts';
import { OSM_COPYRIGHT_URL } from '../../osm-copyright';
import type { MapCredit } from './map-provider';
import { useTexts } from './map-texts';
import type { ProvidedMap } from './use-map-provider';

const isFromOsm = ({ credit }: RestaurantSummary): boolean => credit === 'openStreetMap';

const CreditSource = ({ text, url }: MapCredit) =>
  url === null ? (
    <>{text}</>
  ) : (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );

/** Hint about Google's map: how the user can enable it, or why it isn't shown. */
const GoogleHint = ({ google, retry }: Pick<ProvidedMap, 'google' | 'retry'>) => {
  const t = useTexts();
  const { navigation } = useShell();
  switch (google) {
    case 'denied':
      return (
        <>
          {' '}
          · <a href={navigation.hrefOf('settings', 'consent')}>{t('ShowGoogleMap')}</a>
        </>
      );
    case 'waiting':
      return <> · {t('GoogleMapWaiting')}</>;
    case 'failed':
      return (
        <>
          {' '}
          · {t('GoogleMapFailed')} ·{' '}
          <RetryButton type="button" onClick={retry}>
            {listText('TryAgain')}
          </RetryButton>
        </>
      );
    case 'refused':
      return <> · {t('GoogleMapRefused')}</>;
    case 'none':
    case 'loading':
    case 'shown':
      return null;
  }
};

interface CreditsProps extends Pick<ProvidedMap, 'provider' | 'google' | 'retry'> {
  readonly isDrawn: boolean;
  /** Restaurants on the map. Some of them may come from other sources, for instance OpenStreetMap. */
  readonly places: readonly RestaurantSummary[];
}

/** Credits for the map, and for the sources of its restaurants. */
export const Credits = ({ provider: { name, credit }, isDrawn, places, ...hintProps }: CreditsProps) => {
  const t = useTexts();
  const mapCredit: MapCredit = credit ?? { text: t(isDrawn ? 'MapDrawn' : 'MapAttribution'), url: null };
  const hasOsmPlaces = places.some(isFromOsm) && credit?.url !== OSM_COPYRIGHT_URL;
  if (name === 'google' && !hasOsmPlaces) return null;
  return (
    <MapAttribution>
      {name !== 'google' && <CreditSource {...mapCredit} />}
      {hasOsmPlaces && (
        <>
          {name !== 'google' && ' · '}
          <CreditSource text={listText('OsmCredit')} url={OSM_COPYRIGHT_URL} />
        </>
      )}
      <GoogleHint {...hintProps} />
    </MapAttribution>
  );
};

const RetryButton = styled.button`
  position: relative;
  font: inherit;
  text-decoration: underline;
  /* 44 px under a finger. */
  &::after {
    content: '';
    position: absolute;
    inset: -14px -4px;
  }
`;

import type { RestaurantSummary } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { MapAttribution } from '@mahlzeit/shared-ui/ui/map';
import styled from 'styled-components';
import { text as listText } from '../../discovery-texts';
import { OSM_COPYRIGHT_URL } from '../../osm-copyright';
import type { MapCredit } from './map-provider';
import { useTexts } from './map-texts';
import type { ProvidedMap } from './use-map-provider';

const isPlaceFromOsm = ({ credit }: RestaurantSummary): boolean => credit === 'openStreetMap';

const CreditSource = ({ text, url }: MapCredit) =>
  url === null ? (
    <>{text}</>
  ) : (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );

/** Hint about Google's map: how the user can enable it, or why it isn't shown. */
const GoogleMapsHint = ({ google, retry }: Pick<ProvidedMap, 'google' | 'retry'>) => {
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
          <GoogleRetryButton type="button" onClick={retry}>
            {listText('TryAgain')}
          </GoogleRetryButton>
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

interface MapCreditsProps extends Pick<ProvidedMap, 'provider' | 'google' | 'retry'> {
  readonly isDrawn: boolean;
  /** Restaurants on the map. Some of them may come from other sources, for instance OpenStreetMap. */
  readonly places: readonly RestaurantSummary[];
}

/** Credits for the source of the map, and for the sources of its restaurants. */
export const MapCredits = ({ provider: { name, credit }, isDrawn, places, ...hintProps }: MapCreditsProps) => {
  const t = useTexts();
  const mapCredit: MapCredit = credit ?? { text: t(isDrawn ? 'MapDrawn' : 'MapAttribution'), url: null };
  const hasOsmPlaces = places.some(isPlaceFromOsm) && credit?.url !== OSM_COPYRIGHT_URL;
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
      <GoogleMapsHint {...hintProps} />
    </MapAttribution>
  );
};

const GoogleRetryButton = styled.button`
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

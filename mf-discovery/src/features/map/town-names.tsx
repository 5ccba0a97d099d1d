import { tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import type { MapView } from './cluster-rules';
import type { PlaceMap } from './create-map';
import { MapMarker } from './map-marker';
import { useTowns } from './use-towns';

/** Below everything else. */
const RANK = -3_000;

interface TownNamesProps {
  readonly map: PlaceMap;
  readonly view: MapView;
}

/** What towns and quarters around are called. */
export const TownNames = ({ map, view }: TownNamesProps) => (
  <>
    {useTowns(view).map(({ placeId, name, coordinate }) => (
      <MapMarker key={placeId} map={map} coordinate={coordinate} rank={RANK}>
        <Name>{name}</Name>
      </MapMarker>
    ))}
  </>
);

const Name = styled.span.attrs({ 'aria-hidden': true })`
  position: absolute;
  transform: translate(-50%, -50%);
  padding: 0 6px;
  font-size: 0.875rem;
  line-height: 1.125rem;
  font-weight: 650;
  letter-spacing: 0.02em;
  white-space: nowrap;
  pointer-events: none;
  color: ${tokens.color.mapLabel};
  text-shadow: 0 0 3px ${tokens.color.mapLand}, 0 0 3px ${tokens.color.mapLand};
`;

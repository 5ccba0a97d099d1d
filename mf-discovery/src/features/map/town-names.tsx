import { mercatorPixelsOf } from '@mahlzeit/basemap';
import { geocode } from '@mahlzeit/contract';
import type { Coordinate } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiClient } from '@mahlzeit/shared-ui/platform';
import { tokens } from '@mahlzeit/shared-ui/ui';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import type { PlaceMap } from './map-provider';
import { MapMarker } from './map-markers';
import type { MapView, MapViewBounds } from './map-rules';

/**
 * Distance in px between neighbouring points of the grid. The map requests the name of the town at each of these
 * points.
 */
const REQUEST_CELL_SIZE_PX = 512;
const WORLD_SIZE_PX = 256;
/** Length of a degree of longitude divided by that of a degree of latitude, around 50° north. */
const DEGREE_LENGTH_RATIO = 0.64;
/** Maximum number of requests for the towns of one view. */
const MAX_TOWN_REQUESTS = 9;

const cellCentersBetween = (minimumDegrees: number, maximumDegrees: number, cellSizeDegrees: number): number[] => {
  const firstCellIndex = Math.floor(minimumDegrees / cellSizeDegrees);
  return Array.from(
    { length: Math.floor(maximumDegrees / cellSizeDegrees) - firstCellIndex + 1 },
    (_, cellIndex) => (firstCellIndex + cellIndex + 0.5) * cellSizeDegrees,
  );
};

const roundToFourDecimals = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;

/**
 * Returns a grid of points over a view. The grid is fixed to the world, so that overlapping views share points. The map
 * shows the names of the towns at these points.
 */
export const townRequestGrid = ({ zoom, west, south, east, north }: MapViewBounds): readonly Coordinate[] => {
  const cellWidthDegrees = (360 / 2 ** Math.floor(zoom)) * (REQUEST_CELL_SIZE_PX / WORLD_SIZE_PX);
  const cellHeightDegrees = cellWidthDegrees * DEGREE_LENGTH_RATIO;
  return cellCentersBetween(south, north, cellHeightDegrees)
    .flatMap((latitude) =>
      cellCentersBetween(west, east, cellWidthDegrees).map((longitude) => ({
        latitude: roundToFourDecimals(latitude),
        longitude: roundToFourDecimals(longitude),
      })),
    )
    .slice(0, MAX_TOWN_REQUESTS);
};

/** Town or quarter in the list of known places (gazetteer), with its center. */
interface NamedTown {
  readonly placeId: string;
  readonly name: string;
  readonly coordinate: Coordinate;
}

const fetchTown = async (
  apiClient: ApiClient,
  { latitude, longitude }: Coordinate,
): Promise<NamedTown | null | 'failed'> => {
  const geocodeAnswer = await apiClient.call(geocode, { query: { latlng: `${latitude},${longitude}` } });
  if (!geocodeAnswer.ok) return 'failed';
  const [firstGeocodeResult] = geocodeAnswer.value.results;
  const name = firstGeocodeResult?.address_components.find(({ types }) => types.includes('locality'))?.long_name;
  if (firstGeocodeResult === undefined || name === undefined) return null;
  const { lat, lng } = firstGeocodeResult.geometry.location;
  return { placeId: firstGeocodeResult.place_id, name, coordinate: { latitude: lat, longitude: lng } };
};

/** Loads the towns and quarters of the visible area. A failed request is repeated after a later move of the map. */
const useTowns = (view: MapViewBounds | null): readonly NamedTown[] => {
  const { apiClient } = useShell();
  const [townByPlaceId, setTownByPlaceId] = useState<ReadonlyMap<string, NamedTown>>(new Map());
  const requestedCellIds = useRef(new Set<string>());
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useEffect(() => {
    const requestTownName = async (cellCenter: Coordinate, cellId: string): Promise<void> => {
      const town = await fetchTown(apiClient, cellCenter);
      if (town === 'failed') requestedCellIds.current.delete(cellId);
      else if (town !== null && isMounted.current)
        setTownByPlaceId((currentTowns) =>
          currentTowns.has(town.placeId) ? currentTowns : new Map(currentTowns).set(town.placeId, town),
        );
    };
    for (const cellCenter of view === null ? [] : townRequestGrid(view)) {
      const cellId = `${cellCenter.latitude},${cellCenter.longitude}`;
      if (requestedCellIds.current.has(cellId)) continue;
      requestedCellIds.current.add(cellId);
      // Nothing awaits the promise, because each name is drawn as soon as its response arrives.
      void requestTownName(cellCenter, cellId);
    }
  }, [apiClient, view]);
  return [...townByPlaceId.values()];
};

/** Rank that puts the names below all other markers. */
const TOWN_NAME_RANK = -3_000;

/** Half the width of a letter, px. */
const HALF_LETTER_PX = 4.4;

/** Returns whether the name of a town is fully visible. A cut-off name would look like the name of another town. */
export const isTownNameVisible = (
  { name, coordinate }: Pick<NamedTown, 'name' | 'coordinate'>,
  { center, zoom, width, height }: MapView,
): boolean => {
  const [townPixel, centerPixel] = [mercatorPixelsOf(coordinate, zoom), mercatorPixelsOf(center, zoom)];
  return (
    Math.abs(townPixel.x - centerPixel.x) + name.length * HALF_LETTER_PX + 6 <= width / 2 &&
    Math.abs(townPixel.y - centerPixel.y) + 9 <= height / 2
  );
};

interface TownNamesProps {
  readonly map: PlaceMap;
  readonly view: MapView;
}

/** Names of towns and quarters in the visible area of the map. */
export const TownNameMarkers = ({ map, view }: TownNamesProps) => (
  <>
    {useTowns(view)
      .filter((town) => isTownNameVisible(town, view))
      .map(({ placeId, name, coordinate }) => (
        <MapMarker key={placeId} map={map} coordinate={coordinate} rank={TOWN_NAME_RANK}>
          <TownNameLabel>{name}</TownNameLabel>
        </MapMarker>
      ))}
  </>
);

const TownNameLabel = styled.span.attrs({ 'aria-hidden': true })`
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
  text-shadow:
    0 0 3px ${tokens.color.mapLand},
    0 0 3px ${tokens.color.mapLand};
`;

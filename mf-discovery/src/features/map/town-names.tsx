import { mercator } from '@mahlzeit/basemap';
import { geocode } from '@mahlzeit/contract';
import type { Coordinate } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiClient } from '@mahlzeit/shared-ui/platform';
import { tokens } from '@mahlzeit/shared-ui/ui';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import type { PlaceMap } from './map-provider';
import { MapMarker } from './map-markers';
import type { MapView, ViewBox } from './map-rules';

/** Distance in px between two points for which the name of the town is requested. */
const CELL_SIZE_PX = 512;
const WORLD_SIZE_PX = 256;
/** Length of a degree of longitude divided by that of a degree of latitude, around 50° north. */
const DEGREE_LENGTH_RATIO = 0.64;
/** Maximum number of requests for the towns of one view. */
const MAX_TOWN_REQUESTS = 9;

const cellCenters = (minimum: number, maximum: number, cellSize: number): number[] => {
  const firstCell = Math.floor(minimum / cellSize);
  return Array.from(
    { length: Math.floor(maximum / cellSize) - firstCell + 1 },
    (_, index) => (firstCell + index + 0.5) * cellSize,
  );
};

const roundTo4Decimals = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;

/**
 * Returns a grid of points over a view. The grid is fixed to the world, so that overlapping views share points. The map
 * shows the names of the towns at these points.
 */
export const townRequestGrid = ({ zoom, west, south, east, north }: ViewBox): readonly Coordinate[] => {
  const cellWidthDegrees = (360 / 2 ** Math.floor(zoom)) * (CELL_SIZE_PX / WORLD_SIZE_PX);
  const cellHeightDegrees = cellWidthDegrees * DEGREE_LENGTH_RATIO;
  return cellCenters(south, north, cellHeightDegrees)
    .flatMap((latitude) =>
      cellCenters(west, east, cellWidthDegrees).map((longitude) => ({
        latitude: roundTo4Decimals(latitude),
        longitude: roundTo4Decimals(longitude),
      })),
    )
    .slice(0, MAX_TOWN_REQUESTS);
};

/** Town or quarter in the gazetteer, with its center. */
interface Town {
  readonly placeId: string;
  readonly name: string;
  readonly coordinate: Coordinate;
}

const fetchTown = async (
  apiClient: ApiClient,
  { latitude, longitude }: Coordinate,
): Promise<Town | null | 'failed'> => {
  const answer = await apiClient.call(geocode, { query: { latlng: `${latitude},${longitude}` } });
  if (!answer.ok) return 'failed';
  const [firstResult] = answer.value.results;
  const name = firstResult?.address_components.find(({ types }) => types.includes('locality'))?.long_name;
  if (firstResult === undefined || name === undefined) return null;
  const { lat, lng } = firstResult.geometry.location;
  return { placeId: firstResult.place_id, name, coordinate: { latitude: lat, longitude: lng } };
};

/** Loads the towns and quarters of the visible area. A failed request is repeated after a later move of the map. */
const useTowns = (view: ViewBox | null): readonly Town[] => {
  const { apiClient } = useShell();
  const [towns, setTowns] = useState<ReadonlyMap<string, Town>>(new Map());
  const requestedCells = useRef(new Set<string>());
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useEffect(() => {
    const requestName = async (point: Coordinate, id: string): Promise<void> => {
      const town = await fetchTown(apiClient, point);
      if (town === 'failed') requestedCells.current.delete(id);
      else if (town !== null && isMounted.current)
        setTowns((current) => (current.has(town.placeId) ? current : new Map(current).set(town.placeId, town)));
    };
    for (const point of view === null ? [] : townRequestGrid(view)) {
      const id = `${point.latitude},${point.longitude}`;
      if (requestedCells.current.has(id)) continue;
      requestedCells.current.add(id);
      // The promise isn't awaited: each name is drawn as soon as it arrives.
      void requestName(point, id);
    }
  }, [apiClient, view]);
  return [...towns.values()];
};

/** Rank that puts the names below all other markers. */
const TOWN_NAME_RANK = -3_000;

/** Half the width of a letter, px. */
const HALF_LETTER_PX = 4.4;

/** Returns whether a name is fully visible. A cut-off name would look like the name of another town. */
export const isNameVisible = (
  { name, coordinate }: Pick<Town, 'name' | 'coordinate'>,
  { center, zoom, width, height }: MapView,
): boolean => {
  const [pixel, centerPixel] = [mercator(coordinate, zoom), mercator(center, zoom)];
  return (
    Math.abs(pixel.x - centerPixel.x) + name.length * HALF_LETTER_PX + 6 <= width / 2 &&
    Math.abs(pixel.y - centerPixel.y) + 9 <= height / 2
  );
};

interface TownNamesProps {
  readonly map: PlaceMap;
  readonly view: MapView;
}

/** Names of towns and quarters in the visible area. */
export const TownNames = ({ map, view }: TownNamesProps) => (
  <>
    {useTowns(view)
      .filter((town) => isNameVisible(town, view))
      .map(({ placeId, name, coordinate }) => (
        <MapMarker key={placeId} map={map} coordinate={coordinate} rank={TOWN_NAME_RANK}>
          <TownName>{name}</TownName>
        </MapMarker>
      ))}
  </>
);

const TownName = styled.span.attrs({ 'aria-hidden': true })`
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

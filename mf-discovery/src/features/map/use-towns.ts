import { geocode } from '@mahlzeit/contract';
import type { Coordinate } from '@mahlzeit/contract';
import type { ApiClient } from '@mahlzeit/shared-ui/platform';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useEffect, useRef, useState } from 'react';
import type { ViewBox } from './cluster-rules';
import { nameGrid } from './name-grid-rules';

/** A town or quarter of the gazetteer by its middle. */
interface Town {
  readonly placeId: string;
  readonly name: string;
  readonly coordinate: Coordinate;
}

const askTown = async (apiClient: ApiClient, { latitude, longitude }: Coordinate): Promise<Town | null | 'failed'> => {
  const answer = await apiClient.call(geocode, { query: { latlng: `${latitude},${longitude}` } });
  if (!answer.ok) return 'failed';
  const [found] = answer.value.results;
  const name = found?.address_components.find(({ types }) => types.includes('locality'))?.long_name;
  if (found === undefined || name === undefined) return null;
  const { lat, lng } = found.geometry.location;
  return { placeId: found.place_id, name, coordinate: { latitude: lat, longitude: lng } };
};

/** The gazetteer's towns and quarters around what the map shows. A name that can't be had is asked for again on a later move. */
export const useTowns = (view: ViewBox | null): readonly Town[] => {
  const { apiClient } = useShell();
  const [towns, setTowns] = useState<ReadonlyMap<string, Town>>(new Map());
  const asked = useRef(new Set<string>());
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  useEffect(() => {
    const ask = async (point: Coordinate, id: string): Promise<void> => {
      const town = await askTown(apiClient, point);
      if (town === 'failed') asked.current.delete(id);
      else if (town !== null && isThere.current) setTowns((known) => (known.has(town.placeId) ? known : new Map(known).set(town.placeId, town)));
    };
    for (const point of view === null ? [] : nameGrid(view)) {
      const id = `${point.latitude},${point.longitude}`;
      if (asked.current.has(id)) continue;
      asked.current.add(id);
      // Not awaited: each name is drawn as it comes.
      void ask(point, id);
    }
  }, [apiClient, view]);
  return [...towns.values()];
};

import type { GeocodeAnswer } from '@mahlzeit/contract';
import { text } from '../../discovery-texts';
import type { ChosenPlace } from './location-rules';

const AROUND = { user: 'PlaceUser', place: 'PlaceArea', area: 'PlaceArea', last: 'PlaceLast', fallback: 'PlaceFallback' } as const;
const ALONE = { user: 'PlaceUserAlone', place: 'PlaceAreaAlone', area: 'PlaceAreaAlone', last: 'PlaceLastAlone', fallback: 'PlaceFallback' } as const;

/** What a place is called. */
interface PlaceLabels {
  /** Behind „Mittag rund um“. */
  readonly around: string;
  /** By itself. */
  readonly alone: string;
}

/** How a place is called: by its name, by what lies there, or by where it came from. */
export const placeLabels = ({ kind, name }: Pick<ChosenPlace, 'kind' | 'name'>, area: string | null): PlaceLabels => {
  const given = name ?? area;
  return { around: given ?? text(AROUND[kind]), alone: given ?? text(ALONE[kind]) };
};

/** What an address is called by its smallest part: a street, a quarter, a town; null where nothing is known there. */
export const areaOf = (answer: GeocodeAnswer | undefined): string | null => answer?.results[0]?.address_components[0]?.long_name ?? null;

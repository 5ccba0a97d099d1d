import type { GeocodeAnswer } from '@mahlzeit/contract';
import { text } from '../../discovery-texts';
import type { ChosenPlace } from './location-rules';

const NAMES = { user: 'PlaceUser', place: 'PlaceArea', area: 'PlaceArea', last: 'PlaceLast', fallback: 'PlaceFallback' } as const;

/** How a place is called behind „Mittag rund um“: by its name, by what lies there, or by where it came from. */
export const placeWords = ({ kind, name }: Pick<ChosenPlace, 'kind' | 'name'>, area: string | null): string => name ?? area ?? text(NAMES[kind]);

/** What an address is called by its smallest part: a street, a quarter, a town; null where nothing is known there. */
export const areaOf = (answer: GeocodeAnswer | undefined): string | null => answer?.results[0]?.address_components[0]?.long_name ?? null;

import type { GeocodeAnswer } from '@mahlzeit/contract';
import { text } from '../../discovery-texts';
import type { ChosenPlace } from './location-rules';

const NAMES = { user: 'PlaceUser', place: 'PlaceArea', area: 'PlaceArea', last: 'PlaceLast', fallback: 'PlaceFallback' } as const;

/** How a place is called behind „Mittag rund um“: by its name, by its town, or by where it came from. */
export const placeWords = ({ kind, name }: Pick<ChosenPlace, 'kind' | 'name'>, town: string | null): string => name ?? town ?? text(NAMES[kind]);

/** The town of an address; null where nothing is known there. */
export const townOf = (answer: GeocodeAnswer | undefined): string | null =>
  answer?.results[0]?.address_components.find(({ types }) => types.includes('locality'))?.long_name ?? null;

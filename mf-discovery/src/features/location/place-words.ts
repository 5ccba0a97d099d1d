import { text } from '../../discovery-texts';
import type { ChosenPlace } from './location-rules';

const NAMES = { user: 'PlaceUser', last: 'PlaceLast', fallback: 'PlaceFallback' } as const;

/** How a place is called behind „Mittag rund um“. */
export const placeName = ({ kind }: Pick<ChosenPlace, 'kind'>): string => text(NAMES[kind]);

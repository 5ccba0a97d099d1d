import { text } from '../../discovery-texts';
import type { ChosenPlace } from './chosen-place';

/**
 * Squares that take „am“: „am Großneumarkt“. Only single words match, because the first word of several would need an
 * inflection.
 */
const SQUARE_NAME = /^[\p{L}-]+(?:markt|platz|kai|ufer|damm|wall)$/iu;

/** Streets that take „an der“: „an der Wexstraße“. */
const STREET_NAME = /^[\p{L}-]+(?:straße|gasse|allee|chaussee|brücke|twiete)$/iu;

/** Quarters whose name takes an article; names of towns take none. */
const QUARTERS_WITH_ARTICLE: ReadonlySet<string> = new Set([
  'Altstadt',
  'Neustadt',
  'Innenstadt',
  'Nordstadt',
  'Oststadt',
  'Südstadt',
  'Weststadt',
  'HafenCity',
  'Sternschanze',
]);

const titleForPlace = (place: string): string => {
  if (SQUARE_NAME.test(place)) return text('LunchAtThe', { place });
  if (STREET_NAME.test(place)) return text('LunchAtTheStreet', { place });
  return QUARTERS_WITH_ARTICLE.has(place) ? text('LunchInThe', { place }) : text('LunchIn', { place });
};

/** Returns the title of the list around a place, for instance „Mittag an der Wexstraße“. */
export const lunchTitle = ({ kind }: Pick<ChosenPlace, 'kind'>, name: string | null): string => {
  if (kind === 'fallback') return text('LunchIn', { place: text('PlaceFallback') });
  if (name !== null) return titleForPlace(name);
  return kind === 'user' ? text('LunchNearYou') : text('LunchSpecials');
};

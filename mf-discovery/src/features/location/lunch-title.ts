import { text } from '../../discovery-texts';
import type { ChosenPlace } from './chosen-place';

/**
 * Squares take „am“: „am Großneumarkt“. One word only, because the first word of several would have to be inflected.
 */
const SQUARE = /^[\p{L}-]+(?:markt|platz|kai|ufer|damm|wall)$/iu;

/** Streets take „an der“: „an der Wexstraße“. */
const STREET = /^[\p{L}-]+(?:straße|gasse|allee|chaussee|brücke|twiete)$/iu;

/** Quarters with an article; towns have none. */
const WITH_ARTICLE: ReadonlySet<string> = new Set([
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

const titleAt = (place: string): string => {
  if (SQUARE.test(place)) return text('LunchAtThe', { place });
  if (STREET.test(place)) return text('LunchAtTheStreet', { place });
  return WITH_ARTICLE.has(place) ? text('LunchInThe', { place }) : text('LunchIn', { place });
};

/** Returns the title of the list around a place. */
export const lunchTitle = ({ kind }: Pick<ChosenPlace, 'kind'>, name: string | null): string => {
  if (kind === 'fallback') return text('LunchIn', { place: text('PlaceFallback') });
  if (name !== null) return titleAt(name);
  return kind === 'user' ? text('LunchNearYou') : text('LunchSpecials');
};

import { text } from '../../discovery-texts';
import type { ChosenPlace } from './chosen-place';

/** What one stands on: „am Großneumarkt“. Of one word, for of several the first would have to be bent. */
const SQUARE = /^[\p{L}-]+(?:markt|platz|kai|ufer|damm|wall)$/iu;

/** What one stands in front of: „an der Wexstraße“. */
const STREET = /^[\p{L}-]+(?:straße|gasse|allee|chaussee|brücke|twiete)$/iu;

/** Parts of towns that carry an article; towns carry none. */
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

/** What a list of lunch around a place is called, as far as the place's name is known. */
export const lunchTitle = ({ kind }: Pick<ChosenPlace, 'kind'>, name: string | null): string => {
  if (kind === 'fallback') return text('LunchIn', { place: text('PlaceFallback') });
  if (name !== null) return titleAt(name);
  return kind === 'user' ? text('LunchNearYou') : text('LunchSpecials');
};

import { text } from '../../discovery-texts';
import type { ChosenPlace } from './chosen-place';

/**
 * Matches names of squares that take the German preposition „am“: „am Großneumarkt“. Only single words match, because
 * in a longer name the first word would need an inflection.
 */
const SQUARE_NAME_PATTERN = /^[\p{L}-]+(?:markt|platz|kai|ufer|damm|wall)$/iu;

/** Matches names of streets that take the German words „an der“: „an der Wexstraße“. */
const STREET_NAME_PATTERN = /^[\p{L}-]+(?:straße|gasse|allee|chaussee|brücke|twiete)$/iu;

/** Names of town quarters that take an article in German („in der Altstadt“); names of towns take none. */
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

const lunchTitleForPlace = (placeName: string): string => {
  // The name of a street ends with its town or quarter: „Wexstraße, Hamburg-Neustadt“.
  const [streetName = placeName] = placeName.split(', ');
  if (SQUARE_NAME_PATTERN.test(streetName)) return text('LunchAtThe', { place: streetName });
  if (STREET_NAME_PATTERN.test(streetName)) return text('LunchAtTheStreet', { place: streetName });
  return QUARTERS_WITH_ARTICLE.has(placeName)
    ? text('LunchInThe', { place: placeName })
    : text('LunchIn', { place: placeName });
};

/** Returns the title of the list around a place, for instance „Mittag an der Wexstraße“. */
export const lunchTitleOf = ({ kind }: Pick<ChosenPlace, 'kind'>, placeName: string | null): string => {
  if (kind === 'fallback') return text('LunchIn', { place: text('PlaceFallback') });
  if (placeName !== null) return lunchTitleForPlace(placeName);
  return kind === 'user' ? text('LunchNearYou') : text('LunchSpecials');
};

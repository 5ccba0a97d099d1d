import type { Diet, Offer, Restaurant } from '@mahlzeit/contract';
import { dishesOfDiets, drinksMealTypeName, foldText, germanName } from '@mahlzeit/contract/rules';
import type { TextMatches, SearchSuggestion } from './search-entries';

type Searched = Pick<Restaurant, 'name' | 'tags' | 'offers' | 'initialDistanceKm'>;

const MIN_LETTERS = 3;
const MAX_SEARCH_SUGGESTIONS = 4;

const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => foldText(word).length >= MIN_LETTERS);

const dishesOf = (places: readonly Searched[]): Offer[] =>
  places.flatMap(({ offers }) => offers.filter(({ baseName }) => baseName !== drinksMealTypeName));

/** Counts the results of a text among the places around; null without results. */
const matchesOf = (text: string, places: readonly Searched[]): TextMatches | null => {
  const needle = foldText(text);
  const dishes = dishesOf(places).filter(({ name }) => foldText(name).includes(needle));
  const nameMatches = places.filter(({ name }) => foldText(name).includes(needle)).length;
  if (dishes.length + nameMatches === 0) return null;
  return {
    text,
    dishes: dishes.length,
    places: nameMatches,
    price: dishes.length === 0 ? null : Math.min(...dishes.map(({ price }) => price)),
  };
};

/** Returns the number of letters to add, drop, replace or swap to turn one text into another. */
export const editDistance = (a: string, b: string): number => {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          (current[column - 1] ?? Infinity) + 1,
          at(row - 1, column - 1) + Number(!isSame),
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
};

// One typo in a short word, two in a long one: more would make another word.
const slipsIn = (word: string): number => (word.length < 7 ? 1 : 2);

const vocabularyOf = (places: readonly Searched[]): Map<string, string> => {
  const texts = places.flatMap(({ name, tags, offers }) => [
    ...offers.map((offer) => offer.name),
    ...tags.map(germanName),
    name,
  ]);
  return new Map(texts.flatMap(wordsOf).map((word) => [foldText(word), word]));
};

/** Returns the word of a vocabulary, or its beginning, with the most similar spelling; null when none is similar. */
const nearestWord = (typed: string, vocabulary: ReadonlyMap<string, string>): string | null => {
  let nearest: { readonly word: string; readonly slips: number } | null = null;
  const most = slipsIn(typed);
  for (const [folded, word] of vocabulary) {
    if (folded.length < typed.length - most) continue;
    const slips = Math.min(
      editDistance(typed, folded),
      folded.length > typed.length ? editDistance(typed, folded.slice(0, typed.length)) + 0.5 : Infinity,
    );
    if (slips > 0 && slips <= most && (nearest === null || slips < nearest.slips)) nearest = { word, slips };
  }
  return nearest?.word ?? null;
};

const respellings = (typed: string, places: readonly Searched[]): SearchSuggestion[] => {
  const vocabulary = vocabularyOf(places);
  // Diets have a suggestion of their own.
  const words = wordsOf(typed)
    .filter((word) => dietOf(word) === null)
    .map((word) => (matchesOf(word, places) === null ? nearestWord(foldText(word), vocabulary) : word));
  const corrected = words.filter((word) => word !== null);
  if (
    corrected.length < words.length ||
    wordsOf(typed).some((word) => foldText(word) === foldText(corrected.join(' ')))
  )
    return [];
  const matches = matchesOf(corrected.join(' '), places);
  return matches === null ? [] : [{ kind: 'respelled', ...matches }];
};

const partSuggestions = (typed: string, places: readonly Searched[]): SearchSuggestion[] => {
  const words = wordsOf(typed);
  return words.length < 2
    ? []
    : words.flatMap((word) => {
        const matches = dietOf(word) === null ? matchesOf(word, places) : null;
        return matches === null ? [] : { kind: 'part', ...matches };
      });
};

const DIET_WORDS: readonly (readonly [RegExp, Diet])[] = [
  [/^vegan/, 'vegan'],
  [/^(?:vegetar|veggie)/, 'vegetarian'],
  [/^halal/, 'halal'],
  [/^(?:koscher|kosher)/, 'kosher'],
];

const dietOf = (word: string): Diet | null => DIET_WORDS.find(([pattern]) => pattern.test(foldText(word)))?.[1] ?? null;

const dietSuggestions = (typed: string, places: readonly Searched[]): SearchSuggestion[] =>
  [...new Set(wordsOf(typed).map(dietOf))].flatMap((diet) => {
    if (diet === null) return [];
    const serving = places.filter(({ offers }) => dishesOfDiets(offers, [diet]).length > 0);
    const dishes = serving.reduce((count, { offers }) => count + dishesOfDiets(offers, [diet]).length, 0);
    const distances = serving.flatMap(({ initialDistanceKm }) => initialDistanceKm ?? []);
    return dishes === 0
      ? []
      : { kind: 'diet', diet, dishes, nearestKm: distances.length === 0 ? null : Math.min(...distances) };
  });

/**
 * Returns suggestions for a text without results, each with the number of its results. Another location is always among
 * them.
 */
export const suggestionsFor = (typed: string, places: readonly Searched[]): readonly SearchSuggestion[] =>
  [...respellings(typed, places), ...partSuggestions(typed, places), ...dietSuggestions(typed, places)]
    .slice(0, MAX_SEARCH_SUGGESTIONS - 1)
    .concat({ kind: 'elsewhere' });

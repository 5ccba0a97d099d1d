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

/** Counts the results of a text among the restaurants nearby; null when there are none. */
const matchesOf = (text: string, places: readonly Searched[]): TextMatches | null => {
  const query = foldText(text);
  const dishes = dishesOf(places).filter(({ name }) => foldText(name).includes(query));
  const nameMatches = places.filter(({ name }) => foldText(name).includes(query)).length;
  if (dishes.length + nameMatches === 0) return null;
  return {
    text,
    dishes: dishes.length,
    places: nameMatches,
    price: dishes.length === 0 ? null : Math.min(...dishes.map(({ price }) => price)),
  };
};

/** Returns how many letters have to be added, dropped, replaced or swapped to turn one text into the other. */
export const editDistance = (a: string, b: string): number => {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const distanceAt = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          distanceAt(row - 1, column) + 1,
          (current[column - 1] ?? Infinity) + 1,
          distanceAt(row - 1, column - 1) + Number(!isSame),
          isSwapped ? distanceAt(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return distanceAt(a.length, b.length);
};

// Maximum number of typos: one in a short word, two in a long one. With more corrections the word would become another
// word.
const maxTypos = (word: string): number => (word.length < 7 ? 1 : 2);

const vocabularyOf = (places: readonly Searched[]): Map<string, string> => {
  const texts = places.flatMap(({ name, tags, offers }) => [
    ...offers.map((offer) => offer.name),
    ...tags.map(germanName),
    name,
  ]);
  return new Map(texts.flatMap(wordsOf).map((word) => [foldText(word), word]));
};

/**
 * Returns the word of the vocabulary whose spelling, or whose beginning, is most similar; null when no word is similar
 * enough.
 */
const nearestWord = (typedText: string, vocabulary: ReadonlyMap<string, string>): string | null => {
  let nearest: { readonly word: string; readonly editDistance: number } | null = null;
  const maxSlips = maxTypos(typedText);
  for (const [foldedWord, word] of vocabulary) {
    if (foldedWord.length < typedText.length - maxSlips) continue;
    const distance = Math.min(
      editDistance(typedText, foldedWord),
      foldedWord.length > typedText.length
        ? editDistance(typedText, foldedWord.slice(0, typedText.length)) + 0.5
        : Infinity,
    );
    if (distance > 0 && distance <= maxSlips && (nearest === null || distance < nearest.editDistance))
      nearest = { word, editDistance: distance };
  }
  return nearest?.word ?? null;
};

const respellings = (typedText: string, places: readonly Searched[]): SearchSuggestion[] => {
  const vocabulary = vocabularyOf(places);
  // Words for diets are left out, because `dietSuggestions` handles them.
  const typedTokens = wordsOf(typedText)
    .filter((word) => dietOf(word) === null)
    .map((word) => (matchesOf(word, places) === null ? nearestWord(foldText(word), vocabulary) : word));
  const correctedTexts = typedTokens.filter((word) => word !== null);
  if (
    correctedTexts.length < typedTokens.length ||
    wordsOf(typedText).some((word) => foldText(word) === foldText(correctedTexts.join(' ')))
  )
    return [];
  const matches = matchesOf(correctedTexts.join(' '), places);
  return matches === null ? [] : [{ kind: 'respelled', ...matches }];
};

const partSuggestions = (typedText: string, places: readonly Searched[]): SearchSuggestion[] => {
  const typedTokens = wordsOf(typedText);
  return typedTokens.length < 2
    ? []
    : typedTokens.flatMap((word) => {
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

const dietSuggestions = (typedText: string, places: readonly Searched[]): SearchSuggestion[] =>
  [...new Set(wordsOf(typedText).map(dietOf))].flatMap((diet) => {
    if (diet === null) return [];
    const serving = places.filter(({ offers }) => dishesOfDiets(offers, [diet]).length > 0);
    const dishes = serving.reduce((count, { offers }) => count + dishesOfDiets(offers, [diet]).length, 0);
    const distances = serving.flatMap(({ initialDistanceKm }) => initialDistanceKm ?? []);
    return dishes === 0
      ? []
      : { kind: 'diet', diet, dishes, nearestKm: distances.length === 0 ? null : Math.min(...distances) };
  });

/**
 * Returns suggestions for a text without results, each with the number of its results. The last suggestion is always a
 * search in another location.
 */
export const suggestionsFor = (typedText: string, places: readonly Searched[]): readonly SearchSuggestion[] =>
  [...respellings(typedText, places), ...partSuggestions(typedText, places), ...dietSuggestions(typedText, places)]
    .slice(0, MAX_SEARCH_SUGGESTIONS - 1)
    .concat({ kind: 'elsewhere' });

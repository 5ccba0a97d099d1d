import type { Diet, Offer, Restaurant } from '@mahlzeit/contract';
import { dishesOfDiets, drinksMealTypeName, foldText, germanName } from '@mahlzeit/contract/rules';
import type { TextMatches, SearchSuggestion } from './search-entries';

type SearchedPlace = Pick<Restaurant, 'name' | 'tags' | 'offers' | 'initialDistanceKm'>;

const MIN_WORD_LETTERS = 3;
const MAX_SEARCH_SUGGESTIONS = 4;

const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => foldText(word).length >= MIN_WORD_LETTERS);

const dishesOf = (places: readonly SearchedPlace[]): Offer[] =>
  places.flatMap(({ offers }) => offers.filter(({ baseName }) => baseName !== drinksMealTypeName));

/** Counts the results of a text among the restaurants nearby; null when there are none. */
const countMatches = (text: string, places: readonly SearchedPlace[]): TextMatches | null => {
  const query = foldText(text);
  const dishes = dishesOf(places).filter(({ name }) => foldText(name).includes(query));
  const matchingNameCount = places.filter(({ name }) => foldText(name).includes(query)).length;
  if (dishes.length + matchingNameCount === 0) return null;
  return {
    text,
    dishes: dishes.length,
    places: matchingNameCount,
    price: dishes.length === 0 ? null : Math.min(...dishes.map(({ price }) => price)),
  };
};

/** Returns how many letters have to be added, dropped, replaced or swapped to turn one text into the other. */
export const editDistance = (a: string, b: string): number => {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const distanceAt = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1) {
    const currentRow = [row];
    rows.push(currentRow);
    for (let column = 1; column <= b.length; column += 1) {
      const isSameLetter = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      currentRow.push(
        Math.min(
          distanceAt(row - 1, column) + 1,
          (currentRow[column - 1] ?? Infinity) + 1,
          distanceAt(row - 1, column - 1) + Number(!isSameLetter),
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

const vocabularyOf = (places: readonly SearchedPlace[]): Map<string, string> => {
  const vocabularyTexts = places.flatMap(({ name, tags, offers }) => [
    ...offers.map((offer) => offer.name),
    ...tags.map(germanName),
    name,
  ]);
  return new Map(vocabularyTexts.flatMap(wordsOf).map((word) => [foldText(word), word]));
};

/**
 * Returns the word of the vocabulary whose spelling, or whose beginning, is most similar; null when no word is similar
 * enough.
 */
const nearestWord = (typedText: string, vocabulary: ReadonlyMap<string, string>): string | null => {
  let nearestMatch: { readonly word: string; readonly editDistance: number } | null = null;
  const maxDistance = maxTypos(typedText);
  for (const [foldedWord, word] of vocabulary) {
    if (foldedWord.length < typedText.length - maxDistance) continue;
    const distance = Math.min(
      editDistance(typedText, foldedWord),
      foldedWord.length > typedText.length
        ? editDistance(typedText, foldedWord.slice(0, typedText.length)) + 0.5
        : Infinity,
    );
    if (distance > 0 && distance <= maxDistance && (nearestMatch === null || distance < nearestMatch.editDistance))
      nearestMatch = { word, editDistance: distance };
  }
  return nearestMatch?.word ?? null;
};

const respellings = (typedText: string, places: readonly SearchedPlace[]): SearchSuggestion[] => {
  const vocabulary = vocabularyOf(places);
  // Words for diets are left out, because `dietSuggestions` handles them.
  const typedTokens = wordsOf(typedText)
    .filter((word) => dietOf(word) === null)
    .map((word) => (countMatches(word, places) === null ? nearestWord(foldText(word), vocabulary) : word));
  const correctedTexts = typedTokens.filter((word) => word !== null);
  if (
    correctedTexts.length < typedTokens.length ||
    wordsOf(typedText).some((word) => foldText(word) === foldText(correctedTexts.join(' ')))
  )
    return [];
  const textMatches = countMatches(correctedTexts.join(' '), places);
  return textMatches === null ? [] : [{ kind: 'respelled', ...textMatches }];
};

const partSuggestions = (typedText: string, places: readonly SearchedPlace[]): SearchSuggestion[] => {
  const typedTokens = wordsOf(typedText);
  return typedTokens.length < 2
    ? []
    : typedTokens.flatMap((word) => {
        const textMatches = dietOf(word) === null ? countMatches(word, places) : null;
        return textMatches === null ? [] : { kind: 'part', ...textMatches };
      });
};

const DIET_PATTERNS: readonly (readonly [RegExp, Diet])[] = [
  [/^vegan/, 'vegan'],
  [/^(?:vegetar|veggie)/, 'vegetarian'],
  [/^halal/, 'halal'],
  [/^(?:koscher|kosher)/, 'kosher'],
];

const dietOf = (word: string): Diet | null =>
  DIET_PATTERNS.find(([pattern]) => pattern.test(foldText(word)))?.[1] ?? null;

const dietSuggestions = (typedText: string, places: readonly SearchedPlace[]): SearchSuggestion[] =>
  [...new Set(wordsOf(typedText).map(dietOf))].flatMap((diet) => {
    if (diet === null) return [];
    const servingPlaces = places.filter(({ offers }) => dishesOfDiets(offers, [diet]).length > 0);
    const dishes = servingPlaces.reduce((count, { offers }) => count + dishesOfDiets(offers, [diet]).length, 0);
    const distances = servingPlaces.flatMap(({ initialDistanceKm }) => initialDistanceKm ?? []);
    return dishes === 0
      ? []
      : { kind: 'diet', diet, dishes, nearestKm: distances.length === 0 ? null : Math.min(...distances) };
  });

/**
 * Returns suggestions for a text without results, each with the number of its results. The last suggestion is always a
 * search in another location.
 */
export const suggestionsFor = (typedText: string, places: readonly SearchedPlace[]): readonly SearchSuggestion[] =>
  [...respellings(typedText, places), ...partSuggestions(typedText, places), ...dietSuggestions(typedText, places)]
    .slice(0, MAX_SEARCH_SUGGESTIONS - 1)
    .concat({ kind: 'elsewhere' });

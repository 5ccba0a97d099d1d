import type { Diet, Offer, Restaurant } from '@mahlzeit/contract';
import { dishesOfDiets, drinksMealTypeName, foldText, germanName } from '@mahlzeit/contract/rules';
import type { TextMatches, SearchSuggestion } from './search-entries';

type SearchedPlace = Pick<Restaurant, 'name' | 'tags' | 'offers' | 'initialDistanceKm'>;

const MIN_WORD_LETTERS = 3;
const MAX_SEARCH_SUGGESTIONS = 4;

const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((searchWord) => foldText(searchWord).length >= MIN_WORD_LETTERS);

const dishesOf = (places: readonly SearchedPlace[]): Offer[] =>
  places.flatMap(({ offers }) => offers.filter(({ baseName }) => baseName !== drinksMealTypeName));

/** Counts the dishes and restaurants nearby that match a text; null if none match. */
const countMatches = (text: string, places: readonly SearchedPlace[]): TextMatches | null => {
  const foldedQuery = foldText(text);
  const matchingDishes = dishesOf(places).filter(({ name }) => foldText(name).includes(foldedQuery));
  const matchingNameCount = places.filter(({ name }) => foldText(name).includes(foldedQuery)).length;
  if (matchingDishes.length + matchingNameCount === 0) return null;
  return {
    text,
    dishes: matchingDishes.length,
    places: matchingNameCount,
    price: matchingDishes.length === 0 ? null : Math.min(...matchingDishes.map(({ price }) => price)),
  };
};

/** Returns how many letters have to be added, dropped, replaced or swapped to turn one text into the other. */
export const editDistance = (a: string, b: string): number => {
  const distanceRows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const editDistanceAt = (row: number, column: number): number => distanceRows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1) {
    const currentRow = [row];
    distanceRows.push(currentRow);
    for (let column = 1; column <= b.length; column += 1) {
      const isSameLetter = a[row - 1] === b[column - 1];
      const areLettersSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      currentRow.push(
        Math.min(
          editDistanceAt(row - 1, column) + 1,
          (currentRow[column - 1] ?? Infinity) + 1,
          editDistanceAt(row - 1, column - 1) + Number(!isSameLetter),
          areLettersSwapped ? editDistanceAt(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return editDistanceAt(a.length, b.length);
};

// Maximum number of typos: one in a short word, two in a long one. With more corrections the word would become another
// word.
const maxTyposOf = (word: string): number => (word.length < 7 ? 1 : 2);

const vocabularyOf = (places: readonly SearchedPlace[]): Map<string, string> => {
  const vocabularyTexts = places.flatMap(({ name, tags, offers }) => [
    ...offers.map((offer) => offer.name),
    ...tags.map(germanName),
    name,
  ]);
  return new Map(vocabularyTexts.flatMap(wordsOf).map((word) => [foldText(word), word]));
};

/**
 * Returns the word of the vocabulary that is spelled most similarly to the typed word or begins so; null if no word is
 * similar enough.
 */
const nearestWord = (typedText: string, wordByFoldedWord: ReadonlyMap<string, string>): string | null => {
  let nearestMatch: { readonly word: string; readonly editDistance: number } | null = null;
  const maxEditDistance = maxTyposOf(typedText);
  for (const [foldedWord, word] of wordByFoldedWord) {
    if (foldedWord.length < typedText.length - maxEditDistance) continue;
    const wordDistance = Math.min(
      editDistance(typedText, foldedWord),
      foldedWord.length > typedText.length
        ? editDistance(typedText, foldedWord.slice(0, typedText.length)) + 0.5
        : Infinity,
    );
    if (
      wordDistance > 0 &&
      wordDistance <= maxEditDistance &&
      (nearestMatch === null || wordDistance < nearestMatch.editDistance)
    )
      nearestMatch = { word, editDistance: wordDistance };
  }
  return nearestMatch?.word ?? null;
};

const respellingSuggestions = (typedText: string, places: readonly SearchedPlace[]): SearchSuggestion[] => {
  const vocabulary = vocabularyOf(places);
  // Names of diets are left out here, because `dietSuggestions` handles them.
  const correctedTokens = wordsOf(typedText)
    .filter((word) => dietOf(word) === null)
    .map((word) => (countMatches(word, places) === null ? nearestWord(foldText(word), vocabulary) : word));
  const correctedTexts = correctedTokens.filter((word) => word !== null);
  if (
    correctedTexts.length < correctedTokens.length ||
    wordsOf(typedText).some((word) => foldText(word) === foldText(correctedTexts.join(' ')))
  )
    return [];
  const textMatches = countMatches(correctedTexts.join(' '), places);
  return textMatches === null ? [] : [{ kind: 'respelled', ...textMatches }];
};

const singleWordSuggestions = (typedText: string, places: readonly SearchedPlace[]): SearchSuggestion[] => {
  const typedTerms = wordsOf(typedText);
  return typedTerms.length < 2
    ? []
    : typedTerms.flatMap((word) => {
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
    const placesServingDiet = places.filter(({ offers }) => dishesOfDiets(offers, [diet]).length > 0);
    const dishes = placesServingDiet.reduce(
      (dishCount, { offers }) => dishCount + dishesOfDiets(offers, [diet]).length,
      0,
    );
    const distancesKm = placesServingDiet.flatMap(({ initialDistanceKm }) => initialDistanceKm ?? []);
    return dishes === 0
      ? []
      : { kind: 'diet', diet, dishes, nearestKm: distancesKm.length === 0 ? null : Math.min(...distancesKm) };
  });

/**
 * Returns suggestions for a text without results, each with the number of its results. The last suggestion is always a
 * search in another location.
 */
export const searchSuggestionsFor = (
  typedText: string,
  places: readonly SearchedPlace[],
): readonly SearchSuggestion[] =>
  [
    ...respellingSuggestions(typedText, places),
    ...singleWordSuggestions(typedText, places),
    ...dietSuggestions(typedText, places),
  ]
    .slice(0, MAX_SEARCH_SUGGESTIONS - 1)
    .concat({ kind: 'elsewhere' });

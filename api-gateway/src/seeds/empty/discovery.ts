import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';

interface TranslatedEntry {
  readonly key: string;
  readonly de: string;
  readonly en: string;
}

const translationsJson = ({ de, en }: TranslatedEntry): string => JSON.stringify({ de, en });

// Meal types, which are the tabs of a menu, in the sequence of the tabs.
const MEAL_TYPES: readonly TranslatedEntry[] = [
  { key: 'menu', de: 'Menü', en: 'Set menu' },
  { key: 'lunch', de: 'Mittagstisch', en: 'Lunch special' },
  { key: 'starters', de: 'Vorspeisen', en: 'Starters' },
  { key: 'soups', de: 'Suppen', en: 'Soups' },
  { key: 'salads', de: 'Salate', en: 'Salads' },
  { key: 'mains', de: 'Hauptgerichte', en: 'Main dishes' },
  { key: 'sides', de: 'Beilagen', en: 'Side dishes' },
  { key: 'desserts', de: 'Desserts', en: 'Desserts' },
  { key: 'drinks', de: 'Getränke', en: 'Drinks' },
];

// Cuisines, the most popular ones first. The popularity of a cuisine is its position in this list.
const CUISINE_TAGS: readonly TranslatedEntry[] = [
  { key: 'german', de: 'Deutsch', en: 'German' },
  { key: 'italian', de: 'Italienisch', en: 'Italian' },
  { key: 'asian', de: 'Asiatisch', en: 'Asian' },
  { key: 'burger', de: 'Burger', en: 'Burgers' },
  { key: 'canteen', de: 'Kantine', en: 'Canteen' },
  { key: 'cafe', de: 'Café', en: 'Café' },
  { key: 'bistro', de: 'Bistro', en: 'Bistro' },
  { key: 'pizza', de: 'Pizza', en: 'Pizza' },
  { key: 'indian', de: 'Indisch', en: 'Indian' },
  { key: 'vietnamese', de: 'Vietnamesisch', en: 'Vietnamese' },
  { key: 'sushi', de: 'Sushi', en: 'Sushi' },
  { key: 'turkish', de: 'Türkisch', en: 'Turkish' },
  { key: 'greek', de: 'Griechisch', en: 'Greek' },
  { key: 'thai', de: 'Thailändisch', en: 'Thai' },
  { key: 'mexican', de: 'Mexikanisch', en: 'Mexican' },
  { key: 'chinese', de: 'Chinesisch', en: 'Chinese' },
  { key: 'japanese', de: 'Japanisch', en: 'Japanese' },
  { key: 'oriental', de: 'Orientalisch', en: 'Middle Eastern' },
  { key: 'mediterranean', de: 'Mediterran', en: 'Mediterranean' },
  { key: 'bavarian', de: 'Bayerisch', en: 'Bavarian' },
  { key: 'austrian', de: 'Österreichisch', en: 'Austrian' },
  { key: 'swiss', de: 'Schweizerisch', en: 'Swiss' },
  { key: 'french', de: 'Französisch', en: 'French' },
  { key: 'spanish', de: 'Spanisch', en: 'Spanish' },
  { key: 'portuguese', de: 'Portugiesisch', en: 'Portuguese' },
  { key: 'american', de: 'Amerikanisch', en: 'American' },
  { key: 'korean', de: 'Koreanisch', en: 'Korean' },
  { key: 'african', de: 'Afrikanisch', en: 'African' },
  { key: 'balkan', de: 'Balkanküche', en: 'Balkan' },
  { key: 'polish', de: 'Polnisch', en: 'Polish' },
  { key: 'seafood', de: 'Fisch', en: 'Fish and seafood' },
  { key: 'steak', de: 'Steak', en: 'Steak' },
  { key: 'kebab', de: 'Döner', en: 'Kebab' },
  { key: 'snack', de: 'Imbiss', en: 'Snack bar' },
  { key: 'bakery', de: 'Bäckerei', en: 'Bakery' },
  { key: 'international', de: 'International', en: 'International' },
];

const PRODUCT_TAGS: readonly TranslatedEntry[] = [
  { key: 'soup', de: 'Suppe', en: 'Soup' },
  { key: 'salad', de: 'Salat', en: 'Salad' },
  { key: 'bowl', de: 'Bowls', en: 'Bowls' },
  { key: 'pasta', de: 'Pasta', en: 'Pasta' },
  { key: 'sandwich', de: 'Belegte Brote', en: 'Sandwiches' },
  { key: 'breakfast', de: 'Frühstück', en: 'Breakfast' },
  { key: 'cake', de: 'Kuchen', en: 'Cake' },
  { key: 'coffee', de: 'Kaffee', en: 'Coffee' },
];

const ATTRIBUTE_TAGS: readonly TranslatedEntry[] = [
  { key: 'vegetarian', de: 'Vegetarisch', en: 'Vegetarian' },
  { key: 'vegan', de: 'Vegan', en: 'Vegan' },
  { key: 'halal', de: 'Halal', en: 'Halal' },
  { key: 'kosher', de: 'Koscher', en: 'Kosher' },
  { key: 'organic', de: 'Bio', en: 'Organic' },
  { key: 'regional', de: 'Regional', en: 'Regional' },
  { key: 'glutenfree', de: 'Glutenfrei', en: 'Gluten-free' },
  { key: 'lactosefree', de: 'Laktosefrei', en: 'Lactose-free' },
];

const REST_TIME_TYPES: readonly TranslatedEntry[] = [
  { key: 'holidays', de: 'Betriebsferien', en: 'Company holidays' },
  { key: 'renovation', de: 'Umbau', en: 'Renovation' },
  { key: 'private', de: 'Geschlossene Gesellschaft', en: 'Private event' },
  { key: 'illness', de: 'Krankheit', en: 'Illness' },
  { key: 'season', de: 'Saisonpause', en: 'Seasonal break' },
  { key: 'semesterbreak', de: 'Vorlesungsfreie Zeit', en: 'Semester break' },
  { key: 'other', de: 'Vorübergehend geschlossen', en: 'Temporarily closed' },
];

// VAT rates in Germany in percent. The rate for food eaten in the restaurant changed from 19 to 7 on 2026-01-01 (§ 12
// Abs. 2 Nr. 15 UStG); the rates for drinks did not change.
const VAT_TYPE_ROWS = [
  { key: 'FOOD', valid_from: '2024-01-01', default_percent: 19, take_away_percent: 7 },
  { key: 'FOOD', valid_from: '2026-01-01', default_percent: 7, take_away_percent: 7 },
  { key: 'DRINK', valid_from: '2024-01-01', default_percent: 19, take_away_percent: 19 },
];

const tagRows = () =>
  [
    ...CUISINE_TAGS.map((tag) => ({ ...tag, type: 'cuisine' })),
    ...PRODUCT_TAGS.map((tag) => ({ ...tag, type: 'product' })),
    ...ATTRIBUTE_TAGS.map((tag) => ({ ...tag, type: 'attribute' })),
  ].map((tag, index, allTags) => ({
    key: tag.key,
    name: tag.key,
    type: tag.type,
    popularity: allTags.length - index,
    translations: translationsJson(tag),
  }));

/**
 * Adds the values that every database needs: tags of cuisines, meal types, reasons of closures, VAT rates. Existing
 * rows stay unchanged.
 */
export const seedDiscovery = async (connection: Connection): Promise<void> => {
  const knex = knexOf(connection);
  const mealTypeRows = MEAL_TYPES.map((mealType, mealTypeOrder) => ({
    key: mealType.key,
    base_name: mealType.de,
    name: mealType.de,
    translations: translationsJson(mealType),
    sort_order: mealTypeOrder + 1,
  }));
  await knex('meal_type').insert(mealTypeRows).onConflict().ignore();
  await knex('tag').insert(tagRows()).onConflict().ignore();
  await knex('rest_time_type')
    .insert(
      REST_TIME_TYPES.map((restTimeType) => ({ key: restTimeType.key, translations: translationsJson(restTimeType) })),
    )
    .onConflict()
    .ignore();
  await knex('vat_type').insert(VAT_TYPE_ROWS).onConflict().ignore();
};

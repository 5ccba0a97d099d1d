import type { Warn } from '../place-record';
import type { OsmTags } from './osm-element';
import { tagsOfCuisine } from './osm-cuisines';
import { textOfTag, wordsOfTag, yesOrNo } from './osm-text-rules';

const OF_KIND: Readonly<Record<string, string>> = {
  bar: 'bar', biergarten: 'beergarden', cafe: 'cafe', canteen: 'canteen', fast_food: 'snack', ice_cream: 'icecream', pub: 'pub', bakery: 'bakery', coffee: 'coffee',
  pastry: 'cake', wine: 'wine',
};

// The tag of each key that answers with yes or only.
const OF_YES: Readonly<Record<string, string>> = {
  'diet:vegetarian': 'vegetarian', 'diet:vegan': 'vegan', 'diet:halal': 'halal', 'diet:kosher': 'kosher', 'diet:gluten_free': 'glutenfree',
  'diet:lactose_free': 'lactosefree', 'diet:organic': 'organic', organic: 'organic', takeaway: 'takeaway',
};

/** The kind of a place in OpenStreetMap's own word, `cafe`; null where it has none. */
export const kindOf = (tags: OsmTags): string | null => {
  const kind = textOfTag(tags, 'amenity', 'shop', 'tourism', 'leisure').toLowerCase().slice(0, 64);
  return kind === '' ? null : kind;
};

/** The tags of a place: cuisines first, in their order there, then what kind it is, then diets. An unknown cuisine is counted. */
export const tagIdsOf = (tags: OsmTags, warn: Warn): string[] => {
  const cuisines = wordsOfTag(tags, 'cuisine').flatMap((word) => {
    const known = tagsOfCuisine(word);
    if (known === null) warn('unknownCuisine', word);
    return known ?? [];
  });
  const kind = OF_KIND[kindOf(tags) ?? ''];
  const yes = Object.entries(OF_YES).flatMap(([key, tag]) => (yesOrNo(tags, key) === true ? tag : []));
  // Who cooks vegan cooks vegetarian.
  const diets = yes.includes('vegan') && !yes.includes('vegetarian') ? ['vegetarian', ...yes] : yes;
  return [...new Set([...cuisines, ...(kind === undefined ? [] : [kind]), ...diets])];
};

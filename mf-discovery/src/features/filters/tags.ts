import { getTags } from '@mahlzeit/contract';
import type { Tag } from '@mahlzeit/contract';
import { germanName } from '@mahlzeit/contract/rules';
import { api, apiQuery } from '@mahlzeit/shared-ui/platform';
import type { ChosenTag } from './filter-rules';

/** Number of cuisines that the bar shows (S1§9). */
const MAX_BAR_TAGS = 6;

/** Returns the tags that name cuisines, most popular first. */
export const cuisineTagsOf = (tags: readonly Tag[]): readonly ChosenTag[] =>
  tags.filter(({ type }) => type === 'cuisine').map((tag) => ({ key: tag.key, name: germanName(tag) }));

/**
 * Returns the cuisines that the bar of filter chips shows: the first six, followed by the selected tag if it isn't one
 * of them (S1§2).
 */
export const selectBarTags = (cuisines: readonly ChosenTag[], chosenTag: ChosenTag | null): readonly ChosenTag[] => {
  const firstCuisines = cuisines.slice(0, MAX_BAR_TAGS);
  return chosenTag === null || firstCuisines.some(({ key }) => key === chosenTag.key)
    ? firstCuisines
    : [...firstCuisines, chosenTag];
};

/**
 * Time in seconds for which loaded tags stay in the cache. Tags change only with a release of the gateway, so an open
 * page needs no newer ones.
 */
const TAGS_CACHE_SECONDS = 3_600;

/** Hook that loads the tags of restaurants, most popular first. */
export const { useTagsQuery } = api.injectEndpoints({
  endpoints: (endpointBuilder) => ({
    tags: endpointBuilder.query<Tag[], void>({
      ...apiQuery(getTags, () => ({})),
      keepUnusedDataFor: TAGS_CACHE_SECONDS,
    }),
  }),
});

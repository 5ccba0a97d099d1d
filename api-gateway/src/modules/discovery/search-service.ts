import type { Coordinate, FoundMeal, RestaurantSummary, Tag } from '@mahlzeit/contract';
import { berlinDay, searchNeedle, searchTextOf } from '@mahlzeit/contract/rules';
import type { Clock, Database } from '../../platform';
import { findAllTags } from './catalog-repository';
import { presentSummary } from './discovery-service';
import { searchOffers, searchRestaurants } from './search-repository';

const MAX_RESULTS = 20;

const holds = (tag: Tag, needle: string): boolean =>
  [tag.name, ...Object.values(tag.translations)].some((name) => searchTextOf(name).includes(needle));

/** The searches by name; a text of less than three characters finds nothing. */
export const createSearchService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const restaurants = async (text: string, { from, isPartner }: { from: Coordinate | null; isPartner: boolean }): Promise<RestaurantSummary[]> => {
    const needle = searchNeedle(text);
    if (needle === null) return [];
    const found = await database.read((knex) => searchRestaurants(knex, { needle, isPartner, from, limit: MAX_RESULTS }));
    return found.map(({ own, meters }) => presentSummary(own, meters));
  };

  return {
    /** Partners by name, the nearest first where a place is given. */
    partners: (text: string, from: Coordinate | null) => restaurants(text, { from, isPartner: true }),

    /** Places listed for information alone, the same way. */
    nonPartners: (text: string, from: Coordinate | null) => restaurants(text, { from, isPartner: false }),

    /** Dishes of today by name. */
    async meals(text: string): Promise<FoundMeal[]> {
      const needle = searchNeedle(text);
      return needle === null ? [] : searchOffers(database.knex, { needle, day: berlinDay(clock.now()), limit: MAX_RESULTS });
    },

    /** Tags by their name in any language; there are few enough to look through them all. */
    async tags(text: string): Promise<Tag[]> {
      const needle = searchNeedle(text);
      return needle === null ? [] : (await findAllTags(database.knex)).filter((tag) => holds(tag, needle)).slice(0, MAX_RESULTS);
    },
  };
};

/** The searches by name. */
export type SearchService = ReturnType<typeof createSearchService>;

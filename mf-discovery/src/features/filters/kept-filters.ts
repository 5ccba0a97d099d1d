import { isObject, storedText } from '@mahlzeit/shared-ui/platform';
import { priceCategories, propertyFilters } from './filter-groups';
import type { ChosenTag, ListFilters } from './list-filters';
import { startFilters } from './list-filters';

const stored = storedText(() => window.sessionStorage, 'mahlzeit.filters');

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const tagOf = (value: unknown): ChosenTag | null =>
  isObject(value) && typeof value.key === 'string' && typeof value.name === 'string' ? { key: value.key, name: value.name } : null;

/** Parses what an earlier page of this tab stored; the start where that is nothing, or nothing valid. */
export const parseFilters = (text: string | null): ListFilters => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isObject(value)) return startFilters;
    const tag = tagOf(value.tag);
    return {
      texts: listOf(value.texts).filter((text) => typeof text === 'string'),
      prices: priceCategories.filter((price) => listOf(value.prices).includes(price)),
      properties: propertyFilters.filter((property) => listOf(value.properties).includes(property)),
      tag,
      showLunchList: tag === null && value.showLunchList !== false,
    };
  } catch {
    // Half a text, or another version's: the start is better than no list.
    return startFilters;
  }
};

/** The filters in sessionStorage: they outlive a reload, not the visit. */
const persistedFilters = {
  read: (): ListFilters => parseFilters(stored.read()),
  write: (filters: ListFilters): void => stored.write(JSON.stringify(filters)),
};

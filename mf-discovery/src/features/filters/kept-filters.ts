import { isObject, keptText } from '../../kept-text';
import { priceCategories, propertyFilters } from './filter-groups';
import type { ChosenTag, ListFilters } from './list-filters';
import { startFilters } from './list-filters';

const kept = keptText(() => window.sessionStorage, 'mahlzeit.filters');

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const tagOf = (value: unknown): ChosenTag | null =>
  isObject(value) && typeof value.key === 'string' && typeof value.name === 'string' ? { key: value.key, name: value.name } : null;

/** Reads what an earlier page of this tab kept; the start where it kept nothing, or nothing that makes sense. */
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

/** The filters that this tab kept; they outlive a reload, not the visit. */
export const keptFilters = {
  read: (): ListFilters => parseFilters(kept.read()),
  write: (filters: ListFilters): void => kept.write(JSON.stringify(filters)),
};

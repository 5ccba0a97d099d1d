import type { Filters } from '@mahlzeit/contract/rules';

/** The one tag that the list is narrowed to. */
export interface ChosenTag {
  readonly key: string;
  /** German. */
  readonly name: string;
}

/** S1§4: one state holds text, price and property filters plus one tag filter; „Mittagstisch“ beside them. */
export interface ListFilters extends Filters {
  readonly tag: ChosenTag | null;
  /** Only places with an offer of a lunch meal type today. Never together with a tag (DESIGN §13.25). */
  readonly showLunchList: boolean;
}

/** Nothing asked of text, price and properties. */
export const noFilters: Filters = { texts: [], prices: [], properties: [] };

/** What the list starts with. */
export const startFilters: ListFilters = { ...noFilters, tag: null, showLunchList: true };

/** Whether the list is as it starts. */
export const isStart = ({ texts, prices, properties, tag, showLunchList }: ListFilters): boolean =>
  showLunchList && tag === null && texts.length + prices.length + properties.length === 0;

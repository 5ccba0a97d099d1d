export { BrandMark } from './brand-mark';
export { brandNames, cardLabel, useCards } from './cards';
export type { VisibleCard } from './cards';

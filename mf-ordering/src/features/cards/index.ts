export { AddCardButton } from './add-card-button';
export { BrandMark } from './brand-mark';
export { CardsSheet } from './card-list';
export { cardStatus } from './card-status';
export { brandNames, cardLabel, useCards, useCardsQuery } from './cards';
export type { VisibleCard } from './cards';

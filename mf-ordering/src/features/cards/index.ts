export { AddCardButton } from './add-card-button';
export { BrandMark } from './brand-mark';
export { CardsSheet } from './card-list';
export { brandNames, cardLabel, cardStatus, useCards, useCardsQuery } from './cards';
export type { VisibleCard } from './cards';

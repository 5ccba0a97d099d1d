export { AddCardButton } from './add-card-button';
export { BrandLogo } from './brand-mark';
export { CardsSheet } from './card-list';
export { brandNames, cardLabel, cardStatus, useCards, useCardsQuery } from './cards';
export type { VisibleCard } from './cards';

export { AddCardButton } from './add-card-button';
export { CardBrandLogo } from './brand-mark';
export { CardsSheet } from './card-list';
export { brandNameByCardBrand, cardLabel, cardStatusText, useCards, useCardsQuery } from './cards';
export type { VisibleCard } from './cards';

import type { Card, CardBrand } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { createPreAuthorizationRepository } from './pre-authorization-repository';

/** A card as its diner gets it: the provider's word on its brand counts, the browser's where it has none. */
const withBrand = (card: Card, brand: CardBrand | null): Card => ({ ...card, data: { typeAlias: card.data.typeAlias ?? brand } });

/** Those of somebody's cards that were made sure of, with their brand: one whose registration was never finished is none. */
export const findProvenCards = async (knex: Connection, uid: string, cards: readonly Card[]): Promise<Card[]> => {
  const known = new Map((await createPreAuthorizationRepository(knex).listOf(uid)).map((row) => [row.cardId, row]));
  return cards.flatMap((card) => {
    const row = known.get(card.mangoPayData.Id);
    const isProven = row === undefined ? card.mangoPayData.Validity === 'VALID' : row.state === 'SUCCEEDED' && !row.isRemoved;
    return isProven ? [withBrand(card, row?.brand ?? null)] : [];
  });
};

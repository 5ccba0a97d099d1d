import type { VatType } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { createCatalogRepository, vatTypesOn } from './catalog-repository';
import type { StoredOffer } from './catalog-repository';

/** Returns the offers with these keys, on all days and of all restaurants. */
export const findOffers = (knex: Connection, offerKeys: readonly string[]): Promise<StoredOffer[]> =>
  createCatalogRepository(knex).findOffers(offerKeys);

/** Returns the VAT rates that are valid on a day. */
export const findVatTypes = async (knex: Connection, day: string): Promise<VatType[]> =>
  vatTypesOn(await createCatalogRepository(knex).findVatRates(), day);

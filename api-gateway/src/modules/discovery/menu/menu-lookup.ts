import type { VatType } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { createCatalogRepository, vatTypesOn } from './catalog-repository';
import type { StoredOffer } from './catalog-repository';

/** Finds the offers with these keys, of any day and restaurant. */
export const findOffers = (knex: Connection, keys: readonly string[]): Promise<StoredOffer[]> =>
  createCatalogRepository(knex).findOffers(keys);

/** Finds the VAT rates of a day. */
export const findVatTypes = async (knex: Connection, day: string): Promise<VatType[]> =>
  vatTypesOn(await createCatalogRepository(knex).findVatRates(), day);

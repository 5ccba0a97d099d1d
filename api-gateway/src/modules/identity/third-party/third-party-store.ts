import type { Database } from '../../../platform';
import type { Outbox } from '../../mail';
import { identityWriteIn } from '../identity-store';
import type { IdentityWrite } from '../identity-store';
import { createUserRepository } from '../user-repository';
import { createThirdPartyRepository } from './third-party-repository';
import type { ThirdPartyRepository } from './third-party-repository';

/** What is read here. */
export interface ThirdPartyRows extends Pick<IdentityWrite, 'users'> {
  readonly thirdParties: ThirdPartyRepository;
}

/** This module's rows with those of third parties, inside one write. */
export type ThirdPartyWrite = IdentityWrite & ThirdPartyRows;

/** The database as sign-ins through third parties see it. */
export interface ThirdPartyStore {
  read<T>(work: (rows: ThirdPartyRows) => Promise<T>): Promise<T>;
  write<T>(work: (rows: ThirdPartyWrite) => Promise<T>): Promise<T>;
}

/** Rows in the gateway's database. */
export const createThirdPartyStore = ({ database, outbox }: { readonly database: Database; readonly outbox: Outbox }): ThirdPartyStore => ({
  read: (work) => database.read((knex) => work({ thirdParties: createThirdPartyRepository(knex), users: createUserRepository(knex) })),
  write: (work) => database.write((tx) => work({ ...identityWriteIn(tx, outbox), thirdParties: createThirdPartyRepository(tx.knex) })),
});

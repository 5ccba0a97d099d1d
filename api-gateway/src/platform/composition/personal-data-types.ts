import type { Connection, WriteTransaction } from '../database/database';

/** The person whose data is exported or erased. */
export interface DataSubject {
  readonly uid: string;
  /** Present e-mail address; null for an anonymous user. */
  readonly email: string | null;
}

/** Tables of a module. A test compares the names with the schema. Exactly one module names each table. */
interface TableNames {
  /** Tables with personal data, and their columns that identify a person or contain a person's data. */
  readonly personalTables: Readonly<Record<string, readonly string[]>>;
  /** Tables of the module without personal data. */
  readonly impersonalTables: readonly string[];
}

/** A module that stores users' data, exports it and erases it. */
export interface PersonalDataProvider extends TableNames {
  /** Key under which the export contains the module's data. */
  readonly name: string;
  /** Returns all stored data of the user except secrets. Runs in the caller's read transaction. */
  export(knex: Connection, subject: DataSubject): Promise<unknown>;
  /**
   * Erases the user's data in the write that deletes the user. Data with a legal retention period (orders and receipts,
   * § 147 AO) stays without references to the person, so such rows must not depend on the user's row.
   */
  erase(tx: WriteTransaction, subject: DataSubject): Promise<void>;
}

/** A module that stores no personal data. */
export interface NoPersonalData extends Pick<TableNames, 'impersonalTables'> {
  readonly storesNothingBecause: string;
}

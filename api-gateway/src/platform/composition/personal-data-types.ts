import type { Connection, WriteTransaction } from '../database/database';

/** The user whose data is exported or erased. */
export interface DataSubject {
  readonly uid: string;
  /** Present e-mail address of the user; null for an anonymous user. */
  readonly email: string | null;
}

/**
 * Path of a database column's value in the export of a user, for instance `social.groups[].name`; or the reason why the
 * export leaves the column out.
 */
export type ColumnExport = string | { readonly omittedBecause: string };

/** A table with personal data, as the record of processing activities describes it (Art. 30 GDPR). */
export interface PersonalTable {
  /** Purpose for which the table stores the rows. */
  readonly purpose: string;
  /** Text that says how long a row of the table is kept. */
  readonly kept: string;
  /**
   * Names of the periodic jobs that delete rows or the person in them. Empty if only actions of the user delete them.
   */
  readonly deletedBy: readonly string[];
  /** Columns of the table that identify a person or contain a person's data. */
  readonly columns: Readonly<Record<string, ColumnExport>>;
}

/** Names of a module's database tables. A test compares them with the schema. Exactly one module names each table. */
interface TableNames {
  readonly personalTables: Readonly<Record<string, PersonalTable>>;
  /** Tables of the module without personal data. */
  readonly impersonalTables: readonly string[];
}

/** A module that stores users' data, exports it and erases it. */
export interface PersonalDataProvider extends TableNames {
  /** Name of the field in a user's export that contains the module's data. */
  readonly name: string;
  /** Returns all stored data of the user in this module, except secrets. Runs in the caller's read transaction. */
  export(knex: Connection, subject: DataSubject): Promise<unknown>;
  /**
   * Erases the user's data in the write that deletes the user. Data that the law requires to be kept (orders and
   * receipts, § 147 AO) stays without references to the person, so such rows must not depend on the user's row.
   */
  erase(tx: WriteTransaction, subject: DataSubject): Promise<void>;
}

/** A module that stores no personal data. */
export interface NoPersonalData extends Pick<TableNames, 'impersonalTables'> {
  readonly storesNothingBecause: string;
}

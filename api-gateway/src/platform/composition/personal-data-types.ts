import type { Connection, WriteTransaction } from '../database/database';

/** The person whose data is exported or erased. */
export interface DataSubject {
  readonly uid: string;
  /** Present e-mail address; null for an anonymous user. */
  readonly email: string | null;
}

/**
 * Place of a column's value in the export of a user, for instance `social.groups[].name`; or the reason why the export
 * leaves the column out.
 */
export type ColumnExport = string | { readonly omittedBecause: string };

/** A table with personal data, as the record of processing activities describes it (Art. 30 GDPR). */
export interface PersonalTable {
  /** Purpose of the rows. */
  readonly purpose: string;
  /** How long a row is kept. */
  readonly kept: string;
  /** Periodic jobs that delete rows or the person in them. Empty where only the user's own acts do. */
  readonly deletedBy: readonly string[];
  /** Columns that identify a person or contain a person's data. */
  readonly columns: Readonly<Record<string, ColumnExport>>;
}

/** Tables of a module. A test compares the names with the schema. Exactly one module names each table. */
interface TableNames {
  readonly personalTables: Readonly<Record<string, PersonalTable>>;
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

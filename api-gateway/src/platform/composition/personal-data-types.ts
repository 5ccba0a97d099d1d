import type { Connection, WriteTransaction } from '../database/database';

/** Whose data it is. */
export interface DataSubject {
  readonly uid: string;
  /** The address as it is now; null while anonymous. */
  readonly email: string | null;
}

/** Which tables a module has; a test compares them with the schema. Each table is named once. */
interface TableNames {
  /** Tables with personal data, and their columns that name a person or hold something of one. */
  readonly personalTables: Readonly<Record<string, readonly string[]>>;
  /** All others. */
  readonly impersonalTables: readonly string[];
}

/** A module that stores data of users: it exports the data to them, and erases it with them. */
export interface PersonalDataProvider extends TableNames {
  /** Key of its part in the export. */
  readonly name: string;
  /** Everything that is stored of the user, but no secrets; inside the caller's read transaction. */
  export(knex: Connection, subject: DataSubject): Promise<unknown>;
  /**
   * Removes it inside the write in which the user goes. What the law wants kept (orders and receipts, § 147 AO) stays
   * without whatever leads to the person: such rows must not hang on the row of the user.
   */
  erase(tx: WriteTransaction, subject: DataSubject): Promise<void>;
}

/** A module that stores nothing of anybody. */
export interface NoPersonalData extends Pick<TableNames, 'impersonalTables'> {
  readonly storesNothingBecause: string;
}

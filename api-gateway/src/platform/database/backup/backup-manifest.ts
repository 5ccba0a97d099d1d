import * as z from 'zod/mini';

/** Error of a backup or a restore that can't be done. Each line is for the operator. */
export class BackupRefusedError extends Error {
  override readonly name = 'BackupRefusedError';
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Form of the backups that this release writes. A restore refuses backups of a later form. */
export const BACKUP_FORMAT = 1;

/** The form alone, which every backup names, whatever else a later form contains. */
export const AnyManifest = z.object({ mahlzeitBackup: z.int() });

/** Facts by which a backup identifies and checks its database. */
export const DatabaseFacts = z.object({
  /** Names of all migrations that had run, in their order. */
  migrations: z.array(z.string()).check(z.minLength(1)),
  /** Id of the change log's history. A restore begins a new one. */
  epoch: z.string(),
  /** Fingerprint and newest time of the keys with which the database was used; null before its first gateway. */
  ring: z.nullable(z.string()),
  /** Number of rows of each table. */
  tables: z.record(z.string(), z.int()),
});
export type DatabaseFacts = z.infer<typeof DatabaseFacts>;

/** Description of a backup, which is its first file. */
export const BackupManifest = z.extend(DatabaseFacts, {
  mahlzeitBackup: z.literal(BACKUP_FORMAT),
  /** Version of the product that has written the backup. */
  version: z.string(),
  /** Real instant of the state that the backup holds, in epoch milliseconds. */
  takenAt: z.int(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The other file of the backup: the database itself. */
  database: z.object({ name: z.string(), bytes: z.int(), sha256: z.string() }),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

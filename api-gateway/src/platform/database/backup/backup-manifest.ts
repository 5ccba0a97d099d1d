import * as z from 'zod/mini';

/** Error of a backup or a restore that can't be done. Each line of its message is for the operator. */
export class BackupRefusedError extends Error {
  override readonly name = 'BackupRefusedError';
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Version of the backup format that this release writes. A restore refuses backups of a later format. */
export const BACKUP_FORMAT = 1;

/**
 * Schema of the field that every backup's manifest contains, whatever else a later format contains: the format's
 * version.
 */
export const AnyManifest = z.object({ mahlzeitBackup: z.int() });

/** Data by which a backup identifies and checks its database. */
export const DatabaseFacts = z.object({
  /** Names of all migrations that had run on the database, in their sequence. */
  migrations: z.array(z.string()).check(z.minLength(1)),
  /** Id (epoch) of the change log's history. A restore begins a new history with a new id. */
  epoch: z.string(),
  /** Fingerprint and newest time of the secret keys with which the database was used; null before its first gateway. */
  ring: z.nullable(z.string()),
  /** Number of rows of each table in the database. */
  tables: z.record(z.string(), z.int()),
});
export type DatabaseFacts = z.infer<typeof DatabaseFacts>;

/** Manifest of a backup, which describes it; the first file of the archive. */
export const BackupManifest = z.extend(DatabaseFacts, {
  mahlzeitBackup: z.literal(BACKUP_FORMAT),
  /** Version of the product that wrote the backup. */
  version: z.string(),
  /** Real time in epoch milliseconds at which the database had the state in the backup. */
  takenAt: z.int(),
  engine: z.enum(['sqlite', 'postgres']),
  /** File of the backup that contains the database: its name, size and checksum. */
  database: z.object({ name: z.string(), bytes: z.int(), sha256: z.string() }),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

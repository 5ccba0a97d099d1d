import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import texts from '../locales/de.json';
import { copyInThread } from './copy-in-thread';
import { BackupRefusedError, backupNameOf, takeBackup } from './platform/database/backup';
import type { StoredBackup } from './platform/database/backup';
import { schemaOf } from './platform/database/open-database';
import { isUnavailable } from './platform/database/postgres-dialect';
import { errorCodeOf } from './platform/errors';
import { fillText } from './platform/escape';
import { defineProgram } from './startup';

/**
 * Parses the command line of a backup. Returns the file that the operator has named, undefined without one; null for an
 * unknown command.
 */
const parseCommand = (commandArguments: readonly string[]): { readonly to: string | undefined } | null => {
  try {
    const { to } = parseArgs({ args: [...commandArguments], options: { to: { type: 'string' } } }).values;
    return to === '' ? null : { to };
  } catch (error) {
    if (errorCodeOf(error)?.startsWith('ERR_PARSE_ARGS_') === true) return null;
    throw error;
  }
};

const describeBackup = ({ file, bytes, sha256, manifest }: StoredBackup): string[] => [
  fillText(texts.backupTaken, { file, schema: schemaOf(manifest.migrations) }),
  texts.backupLacksKeys,
  // Prints the result as JSON in the last line, which scripts read (contract, commands).
  JSON.stringify({
    file,
    bytes,
    sha256,
    schema: schemaOf(manifest.migrations),
    epoch: manifest.epoch,
    tables: manifest.tables,
  }),
];

/** Returns the lines that explain an error of a backup or restore to the operator; null for an unexpected error. */
export const explainBackupError = (error: unknown): readonly string[] | null => {
  if (error instanceof BackupRefusedError) return error.lines;
  if (isUnavailable(error))
    return [fillText(texts.moveUnavailable, { reason: error instanceof Error ? error.message : String(error) })];
  return null;
};

/**
 * Backs up the configured database while gateways are running, and prints the result. Returns the exit code: 1 for a
 * backup that was refused; 2 for an unknown command, for which no configuration is read.
 */
export const runBackup = defineProgram({
  parse: parseCommand,
  usage: texts.backupUsage,
  async run(command, { config, output, realNow }) {
    const file = resolve(command.to ?? join(config.backups.folder, backupNameOf(realNow())));
    try {
      const { database, version } = config;
      const backup = await takeBackup(file, { database, version, realNow, snapshotSqlite: copyInThread() });
      for (const line of describeBackup(backup)) output.log(line);
      return 0;
    } catch (error) {
      const explanation = explainBackupError(error);
      if (explanation === null) throw error;
      for (const line of explanation) output.error(line);
      return 1;
    }
  },
});

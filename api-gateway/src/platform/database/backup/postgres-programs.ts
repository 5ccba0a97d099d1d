import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import texts from '../../../../locales/de.json';
import { errorCodeOf } from '../../errors';
import { fillText } from '../../escape';
import { BackupRefusedError } from './backup-manifest';

/** A program of PostgreSQL that backups run. No part of its command line comes from a request. */
type PostgresProgram = 'pg_dump' | 'pg_restore';

/**
 * Splits a database URL into the URL without its password, and the password. Everybody on the machine can read the
 * command lines of processes, so the password must not be in them.
 */
const splitPassword = (url: string): { readonly openUrl: string; readonly password: string } => {
  const parsedUrl = new URL(url);
  const password = decodeURIComponent(parsedUrl.password);
  parsedUrl.password = '';
  return { openUrl: parsedUrl.href, password };
};

/**
 * Runs a program of PostgreSQL on a database. Throws `BackupRefusedError` with the program's own message if it fails,
 * and also if it isn't installed.
 */
export const runPostgresProgram = async (
  program: PostgresProgram,
  programArguments: readonly string[],
  { databaseUrl, signal }: { readonly databaseUrl: string; readonly signal?: AbortSignal | undefined },
): Promise<void> => {
  const { openUrl, password } = splitPassword(databaseUrl);
  const child = spawn(program, [...programArguments, `--dbname=${openUrl}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
    env: { ...process.env, LC_ALL: 'C', ...(password === '' ? {} : { PGPASSWORD: password }) },
  });
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  try {
    const [exitCode, errorText] = await Promise.all([exited, text(child.stderr)]);
    if (exitCode !== 0)
      throw new BackupRefusedError([fillText(texts.backupProgramFailed, { program, reason: errorText.trim() })]);
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
    throw new BackupRefusedError([fillText(texts.backupProgramMissing, { program })]);
  }
};

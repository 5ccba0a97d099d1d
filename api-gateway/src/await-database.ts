import { setTimeout as delay } from 'node:timers/promises';
import texts from '../locales/de.json';
import type { DatabaseConfig } from './platform/config/database-config';
import { databaseNameOf } from './platform/config/database-config';
import { isUnavailable } from './platform/database/postgres-dialect';
import { AppError, errorCodeOf } from './platform/errors';
import { fillText } from './platform/escape';

const RETRY_MS = 1_000;

interface AwaitOptions {
  readonly database: DatabaseConfig;
  /** Prints a line for the operator. */
  readonly print: (line: string) => void;
  readonly retryMs?: number;
}

/** Returns the driver's error where a database server can't be reached; null for any other error. */
const findConnectionError = (error: unknown): unknown => {
  const driverError = error instanceof AppError && error.code === 'unavailable' ? error.cause : error;
  return isUnavailable(driverError) ? driverError : null;
};

/**
 * Opens a database. While its server is down, says so once and tries again: a server may start later than the gateway.
 * Throws every other error. A SQLite file has no server, so its errors are thrown at once.
 */
export const openWhenReachable = async <T>(
  open: () => Promise<T>,
  { database, print, retryMs = RETRY_MS }: AwaitOptions,
): Promise<T> => {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await open();
    } catch (error) {
      const connectionError = database.driver === 'pg' ? findConnectionError(error) : null;
      if (connectionError === null) throw error;
      const reason = errorCodeOf(connectionError) ?? String(connectionError);
      if (isFirst) print(fillText(texts.databaseAwaited, { name: databaseNameOf(database), reason }));
    }
    await delay(retryMs);
  }
};

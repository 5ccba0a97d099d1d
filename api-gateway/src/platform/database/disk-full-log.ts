import type { Logger } from 'pino';

/** Time without a failed write after which a disk counts as having room again. */
const QUIET_MS = 10_000;

/**
 * Creates the function that logs once when the disk of the database becomes full, and once when it has room again. A
 * nearly full disk takes small writes and refuses large ones, so a single success tells nothing.
 */
export const createDiskFullLog = (log: Pick<Logger, 'error' | 'info'>): ((isFull: boolean) => void) => {
  let isLogged = false;
  let quietTimer: NodeJS.Timeout | undefined;

  const logRecovery = (): void => {
    isLogged = false;
    log.info('the database can write again');
  };

  return (isFull) => {
    clearTimeout(quietTimer);
    if (!isFull) quietTimer = setTimeout(logRecovery, QUIET_MS).unref();
    else if (!isLogged) {
      isLogged = true;
      log.error('the disk of the database is full: reads go on, writes are refused');
    }
  };
};

import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCodeOf } from '../../errors';

/** Milliseconds between two flushes of a file that is being written. */
const FLUSH_INTERVAL_MS = 10;

const flushFile = async (file: string): Promise<void> => {
  try {
    const handle = await open(file);
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // The file appears with its first bytes, and a failed backup may have removed it again.
    if (errorCodeOf(error) !== 'ENOENT') throw error;
  }
};

/**
 * Runs `write`, which fills a file beside this thread, and flushes the file to the disk in small steps meanwhile. When
 * `write` has ended, the whole file is on the disk.
 *
 * Without the steps, the file system would write the whole file at once when a gateway commits a transaction, and that
 * commit would wait for it.
 */
export const flushWhileWritten = async <T>(file: string, write: () => Promise<T>): Promise<T> => {
  let isWritten = false;
  const flushRepeatedly = async (): Promise<void> => {
    while (!isWritten) {
      await delay(FLUSH_INTERVAL_MS);
      await flushFile(file);
    }
    await flushFile(file);
  };
  const flushing = flushRepeatedly();
  // The error of a flush is thrown when `write` has ended. Until then nobody handles it, and it would end the gateway.
  flushing.catch(() => undefined);
  try {
    return await write();
  } finally {
    isWritten = true;
    await flushing;
  }
};

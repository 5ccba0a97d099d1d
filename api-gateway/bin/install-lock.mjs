import { createHash } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const WAIT_MS = 200;

// The lock file of the installation lies outside of node_modules, because npm deletes that folder first.
const lockFileOf = (root) => join(tmpdir(), `mahlzeit-install-${createHash('sha256').update(root).digest('hex')}`);

const isRunning = (processId) => {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // The error EPERM means that the process exists and runs under another user.
    return error.code === 'EPERM';
  }
};

/**
 * Takes the installation lock by creating a hard link, which either fails or creates the file with its whole content.
 * Returns whether it succeeded.
 */
const takeLock = (lockFile) => {
  const ownFile = `${lockFile}.${process.pid}`;
  writeFileSync(ownFile, String(process.pid));
  try {
    linkSync(ownFile, lockFile);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(ownFile);
  }
};

const removeStaleLock = (lockFile) => {
  if (existsSync(lockFile) && !isRunning(Number(readFileSync(lockFile, 'utf8')))) rmSync(lockFile, { force: true });
};

/** Runs `work` while no other command installs packages into the same folder; waits for such a command first. */
export const withInstallLock = async (root, work) => {
  const lockFile = lockFileOf(root);
  while (!takeLock(lockFile)) {
    removeStaleLock(lockFile);
    await wait(WAIT_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
};

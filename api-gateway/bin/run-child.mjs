import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';

const SHELL_NAMES = new Set(['sh', 'dash', 'bash']);

const readProcessInfo = (pid) => {
  try {
    // Linux writes `pid (name) state parent …` into this file. The name may contain spaces and brackets, so the text is
    // split at its last closing bracket.
    const statText = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const processName = statText.slice(statText.indexOf('(') + 1, statText.lastIndexOf(')'));
    return { name: processName, parent: Number(statText.slice(statText.lastIndexOf(')') + 2).split(' ')[1]) };
  } catch {
    return null; // This system has no /proc, or the process has ended.
  }
};

/**
 * Returns the ids of the processes between this process and the npm that started it, including npm. Returns only the
 * parent's id where the others can't be read.
 */
const npmAncestorIds = () => {
  const ancestorIds = [process.ppid];
  for (
    let ancestor = readProcessInfo(process.ppid);
    ancestor !== null && SHELL_NAMES.has(ancestor.name);
    ancestor = readProcessInfo(ancestor.parent)
  )
    ancestorIds.push(ancestor.parent);
  return ancestorIds;
};

const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const NPM_CHECK_INTERVAL_MS = 250;

/** npm scripts that run until somebody ends them. */
const WATCHED_SCRIPTS = new Set(['start', 'cluster']);

const isProcessAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/**
 * Calls `onNpmEnd` when npm, or the shell between npm and this process, has ended. npm sends its signals only to that
 * shell, and the shell ends without passing them on.
 */
export const watchNpm = (onNpmEnd) => {
  if (!WATCHED_SCRIPTS.has(process.env.npm_lifecycle_event)) return;
  const ancestorIds = npmAncestorIds();
  const npmCheckTimer = setInterval(() => {
    if (process.ppid === ancestorIds[0] && ancestorIds.every(isProcessAlive)) return;
    clearInterval(npmCheckTimer);
    onNpmEnd();
  }, NPM_CHECK_INTERVAL_MS);
  npmCheckTimer.unref();
};

/**
 * Runs a Node program as a child of this process. This process passes its signals on to the child and ends with the
 * child's exit code. The child notices by the closed IPC channel that this process has ended.
 */
export const runChild = (args, { env = process.env } = {}) => {
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  for (const signal of FORWARDED_SIGNALS) process.on(signal, () => child.kill(signal));
  watchNpm(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on('close', (exitCode) => {
    process.exitCode = exitCode ?? 1;
  });
};

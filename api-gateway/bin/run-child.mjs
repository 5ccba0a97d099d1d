import { spawn } from 'node:child_process';
import { clearInterval, setInterval } from 'node:timers';
import { npmAncestors } from './npm-ancestors.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const CHECK_EVERY_MS = 250;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** npm hands its signals to a shell, which dies of them without a word to us: when one of those two is gone, `stop` is called. */
const watchNpm = (stop) => {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const ancestors = npmAncestors();
  const timer = setInterval(() => {
    if (process.ppid === ancestors[0] && ancestors.every(isAlive)) return;
    clearInterval(timer);
    stop();
  }, CHECK_EVERY_MS);
  timer.unref();
};

/** Runs a Node program in our place: it gets our signals, hears when we are gone, and its end is ours. */
export const runChild = (args, { env = process.env } = {}) => {
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  watchNpm(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
};

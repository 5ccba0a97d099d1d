import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';

const SHELLS = new Set(['sh', 'dash', 'bash']);

const readProcess = (pid) => {
  try {
    // `pid (name) state parent …`; the name may hold anything, so it is cut at its last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { name, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
  } catch {
    return null; // No /proc on this system, or the process is gone.
  }
};

/** The processes between us and the npm that started us, npm included; our parent alone where that can't be seen. */
const npmAncestors = () => {
  const ancestors = [process.ppid];
  for (
    let ancestor = readProcess(process.ppid);
    ancestor !== null && SHELLS.has(ancestor.name);
    ancestor = readProcess(ancestor.parent)
  )
    ancestors.push(ancestor.parent);
  return ancestors;
};

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

/**
 * npm hands its signals to a shell, which dies of them without a word to us: when one of those two is gone, `stop` is
 * called.
 */
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

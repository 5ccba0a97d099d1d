import { spawn } from 'node:child_process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a Node program in our place: it gets our signals, hears when we are gone, and its end is ours. */
export const runChild = (words, { env = process.env } = {}) => {
  const child = spawn(process.execPath, words, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
};

import { spawn } from 'node:child_process';

/** Runs one command, collects what it prints and answers `{ name, ok, output, seconds }`; never throws. */
export const runStep = (name, command, words, { cwd, env = {} } = {}) =>
  new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(command, words, { cwd, env: { ...process.env, ...env } });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.stderr.on('data', (part) => parts.push(part));
    const finish = (ok) => resolve({ name, ok, output: Buffer.concat(parts).toString(), seconds: (performance.now() - begun) / 1000 });
    child.on('error', (error) => {
      parts.push(Buffer.from(String(error)));
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });

/** Prints one line a step, and all that a failed step said. */
export const report = ({ name, ok, output, seconds }) => {
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output.trimEnd());
};

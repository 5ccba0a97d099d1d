import { spawn } from 'node:child_process';

/** Runs one command and collects what it prints; resolves with `{ name, ok, output, seconds }`, never rejects. */
export const runStep = (name, command, args, { cwd, env = {} } = {}) =>
  new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
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

/** Prints one line a step, and the whole output of a failed step. */
export const report = ({ name, ok, output, seconds }) => {
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output.trimEnd());
};

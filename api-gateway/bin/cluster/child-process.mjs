import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';

// First port to try. It lies below the ports that an operating system uses for outgoing connections: such a connection
// could take the port before the server starts. Each process tries a hundred ports of its own.
const FIRST_PORT = 20_000;
const PORTS_PER_PROCESS = 100;
const PROCESS_COUNT = 120;

let triedPortCount = 0;

const nextPort = () => {
  const port = FIRST_PORT + (process.pid % PROCESS_COUNT) * PORTS_PER_PROCESS + (triedPortCount % PORTS_PER_PROCESS);
  triedPortCount += 1;
  return port;
};

const isPortFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Returns a free port of this machine. Throws when every port that it tries is in use. */
export const findFreePort = async () => {
  for (let tryCount = 0; tryCount < PORTS_PER_PROCESS; tryCount += 1) {
    const port = nextPort();
    if (await isPortFree(port)) return port;
  }
  throw new Error(`Ab ${FIRST_PORT} ist kein Port frei.`);
};

/** Checks whether something accepts connections on a port of this machine. */
export const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end(() => resolve(true))).once('error', () => resolve(false));
  });

// Script of a shell process that ends a child process (`$0`) when this process was killed and can't do so itself. The
// shell waits at its standard input, which the system closes when this process ends. SIGINT ends PostgreSQL at once;
// after SIGTERM it would wait for its clients.
const KEEPER_SCRIPT = 'read -r line; kill -INT "$0"';

const endWhenKilled = (child) => {
  if (child.pid === undefined) return;
  const keeper = spawn('/bin/sh', ['-c', KEEPER_SCRIPT, String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  child.once('exit', () => keeper.kill('SIGKILL'));
};

const runningChildren = new Set();

// Stops the children when this process ends by an error, without time for an orderly shutdown.
process.once('exit', () => {
  for (const child of runningChildren) child.kill('SIGTERM');
});

/**
 * Starts a program whose output lines go to `onLine`. The program gets a process group of its own, because a terminal
 * sends Ctrl-C to all programs of a group at once, and the database has to outlive the gateways. The program ends with
 * this process, also when this process is killed. A program with an IPC channel ends by itself when the channel closes.
 */
export const startChild = (command, args, { onLine, withChannel = false, ...options }) => {
  const child = spawn(command, args, {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(withChannel ? ['ipc'] : [])],
  });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
  if (!withChannel) endWhenKilled(child);
  runningChildren.add(child);
  child.once('close', () => runningChildren.delete(child));
  return child;
};

const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/**
 * Sends a signal to a child process and waits until the process has ended. Kills the process when it hasn't ended after
 * `killAfterMs`.
 */
export const endChild = async (child, signal, killAfterMs) => {
  if (child.pid === undefined || hasEnded(child)) return;
  const whenClosed = once(child, 'close');
  child.kill(signal);
  const killTimer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await whenClosed;
  clearTimeout(killTimer);
};

/**
 * Calls `check` until it returns true: the program is ready then. Throws when the program ends before, or when
 * `timeoutMs` are over; the error contains the last lines of the program's output. `hint` tells how to install a
 * missing program.
 */
export const waitUntilReady = async (child, { name, lines, hint = '', timeoutMs, check }) => {
  const giveUpAt = performance.now() + timeoutMs;
  const fail = (reason) => {
    throw new Error([`${name} ${reason}`, ...lines].join('\n'));
  };
  let startError = null;
  child.once('error', (error) => void (startError = error));
  while (!(await check())) {
    if (startError !== null) fail(`startet nicht: ${startError.message}. ${hint}`);
    if (hasEnded(child)) fail('hat sich beim Start beendet.');
    if (performance.now() > giveUpAt) fail('ist nicht rechtzeitig bereit.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const KEPT_LINES = 20;

/** Creates the list of a program's last lines, for its error message. */
export const createLineTail = () => {
  const lines = [];
  return {
    lines,
    add(line) {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
    },
  };
};

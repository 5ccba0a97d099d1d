import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, resolve } from 'node:path';
import texts from '../locales/de.json';
import packageJson from '../package.json';
import { parseConfig } from './platform/config/config';
import type { GatewayConfig } from './platform/config/config';
import { errorCodeOf, StartRefusedError } from './platform/errors';
import { fillText } from './platform/escape';

// The bundle in dist and the source in src are both two folders below the root.
const rootOf = (program: string | undefined): string =>
  resolve(dirname(program ?? 'api-gateway/dist/main.js'), '../..');

/** Reads the configuration from the environment. Prints one line for each mistake and exits. */
export const readConfig = (): GatewayConfig => {
  const parsedConfig = parseConfig(process.env, { version: packageJson.version, frontsDir: rootOf(process.argv[1]) });
  if (parsedConfig.ok) return parsedConfig.value;
  for (const mistake of parsedConfig.error) process.stderr.write(`${mistake}\n`);
  process.exit(1);
};

/** Functions by which a command-line program prints one line each. */
export interface ProgramOutput {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/**
 * Runs a program with the arguments of the process and sets the exit code. Prints an error with `failureText`, which
 * contains the placeholder `{reason}`.
 */
export const runProgram = (main: (args: string[]) => Promise<number>, failureText: string): void => {
  void main(process.argv.slice(2)).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(`${fillText(failureText, { reason: String(error) })}\n`);
      process.exitCode = 1;
    },
  );
};

const FILE_CAPACITY = 4_000;

/**
 * Reserves space for that many open files and connections, if the system allows so many. Linux doubles its table of
 * open files whenever the table is full. In a process with several threads, each doubling blocks the opening of a file
 * for 10 to 20 ms.
 */
export const reserveFileTable = (count = FILE_CAPACITY): void => {
  if (process.platform !== 'linux') return;
  const fileDescriptors: number[] = [];
  try {
    while (fileDescriptors.length < count) fileDescriptors.push(openSync(devNull, 'r'));
  } catch (error) {
    // EMFILE means that the process has reached its limit, so it will never have more open files.
    if (errorCodeOf(error) !== 'EMFILE') throw error;
  } finally {
    for (const file of fileDescriptors) closeSync(file);
  }
};

type StartSettings = Pick<GatewayConfig, 'host' | 'port' | 'dataDir' | 'database' | 'sandbox'>;

const addressSyscalls: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo']);

// Codes of SQLite for problems of the file or its disk. Other codes would be programming errors.
const fileErrorPattern = /^SQLITE_(NOTADB|CANTOPEN|READONLY|PERM|CORRUPT|FULL|IOERR)/;

const errorFieldOf = (error: unknown, name: 'syscall' | 'path'): string | null => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : null;
  return typeof value === 'string' ? value : null;
};

const isSandboxPortError = (error: unknown, { port, sandbox }: StartSettings): boolean =>
  sandbox.port !== null &&
  sandbox.port !== port &&
  typeof error === 'object' &&
  error !== null &&
  Reflect.get(error, 'port') === sandbox.port;

const startErrorTemplate = (error: unknown, settings: StartSettings): string => {
  const { dataDir } = settings;
  const [code, syscall] = [errorCodeOf(error), errorFieldOf(error, 'syscall')];
  if (code === 'EADDRINUSE') return isSandboxPortError(error, settings) ? texts.sandboxPortTaken : texts.portTaken;
  if (code !== null && fileErrorPattern.test(code)) return texts.databaseUnusable;
  if (code === null || syscall === null) return texts.failed;
  if (addressSyscalls.has(syscall)) return texts.addressUnusable;
  return errorFieldOf(error, 'path')?.startsWith(dataDir) ? texts.dataDirUnusable : texts.databaseUnusable;
};

const reasonOf = (error: unknown, isKnown: boolean): string => {
  if (!(error instanceof Error)) return String(error);
  // The stack is printed only for an unexpected error.
  return isKnown ? error.message : (error.stack ?? error.message);
};

/** Explains why the gateway could not start: one line that names the rejected setting, else the whole error. */
export const startErrorText = (error: unknown, settings: StartSettings): string => {
  if (error instanceof StartRefusedError) return error.message;
  const text = startErrorTemplate(error, settings);
  const { host, port, dataDir, database, sandbox } = settings;
  const values = {
    host,
    port,
    dataDir,
    databaseFile: database.file,
    sandboxPort: sandbox.port,
    reason: reasonOf(error, text !== texts.failed),
  };
  return Object.entries(values).reduce((line, [name, value]) => line.replace(`{${name}}`, () => String(value)), text);
};

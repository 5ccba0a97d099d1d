import { closeSync, openSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Result } from '@mahlzeit/contract';
import texts from '../locales/de.json';
import packageJson from '../package.json';
import { realNow as machineNow } from './platform/clock';
import { parseConfig } from './platform/config/config';
import type { GatewayConfig } from './platform/config/config';
import { databaseNameOf } from './platform/config/database-config';
import { AppError, errorCodeOf, StartRefusedError } from './platform/errors';
import { fillText } from './platform/escape';

// Returns the folder of the built frontends. The bundle in dist and the source in src are both two folders below the
// root, so one relative path leads from both to the root.
const frontsFolderOf = (programFile: string | undefined): string =>
  resolve(dirname(programFile ?? 'api-gateway/dist/main.js'), '../..');

/** Bits of a file's mode that let other users of the machine read, write or enter it. */
const OTHERS_MODE = 0o077;

/** Checks whether other users of the machine can read, write or enter a folder. */
export const isOpenToOthers = (folder: string): boolean =>
  process.platform !== 'win32' && ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS_MODE) !== 0;

/**
 * Prevents other users of the machine from reading what a process of production writes: the data folder contains keys,
 * tokens and personal data. Returns an error line if other users can read the existing data folder; else null.
 */
export const protectDataFolder = ({ stage, dataDir }: Pick<GatewayConfig, 'stage' | 'dataDir'>): string | null => {
  if (stage !== 'prod' || process.platform === 'win32') return null;
  process.umask(OTHERS_MODE);
  return isOpenToOthers(dataDir)
    ? `DATA_DIR: must not be open to other users with STAGE=prod: chmod -R go= ${dataDir}`
    : null;
};

/** Parses the environment variables of this process. Fails with one line for each mistake. */
export const parseProcessConfig = (): Result<GatewayConfig, string[]> =>
  parseConfig(process.env, { version: packageJson.version, frontsDir: frontsFolderOf(process.argv[1]) });

/**
 * Reads the configuration from the environment variables, and protects the data folder. Prints one line for each
 * mistake and exits.
 */
export const readConfig = (): GatewayConfig => {
  const parsedConfig = parseProcessConfig();
  const openFolder = parsedConfig.ok ? protectDataFolder(parsedConfig.value) : null;
  if (parsedConfig.ok && openFolder === null) return parsedConfig.value;
  for (const configMistake of parsedConfig.ok ? [openFolder] : parsedConfig.error)
    process.stderr.write(`${configMistake}\n`);
  process.exit(1);
};

/** Functions by which a command-line program prints one line to stdout or stderr. */
export interface ProgramOutput {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/** Configuration, output and clock with which a command of an operator works. */
interface CommandTools {
  readonly config: GatewayConfig;
  readonly output: ProgramOutput;
  readonly realNow: typeof machineNow;
}

/** Program with the commands of an operator. */
interface OperatorProgram<Command> {
  /** Returns the command that the operator typed; null for an unknown one. */
  parse(commandArguments: readonly string[]): Command | null;
  /** Text that is printed for an unknown command. */
  readonly usage: string;
  /** Runs a command. Returns the exit code. */
  run(command: Command, tools: CommandTools): Promise<number>;
}

/**
 * Returns the function that runs a program with its arguments. It returns the exit code: 2 for an unknown command, for
 * which no configuration is read.
 */
export const defineProgram =
  <Command>({ parse, usage, run }: OperatorProgram<Command>) =>
  async (
    commandArguments: readonly string[],
    readProgramConfig: () => GatewayConfig,
    output: ProgramOutput,
    realNow = machineNow,
  ): Promise<number> => {
    const command = parse(commandArguments);
    if (command === null) {
      output.error(usage);
      return 2;
    }
    return run(command, { config: readProgramConfig(), output, realNow });
  };

/**
 * Runs a program with the arguments of the process and sets the exit code. Prints an error by `failureText`, which
 * contains the placeholder `{reason}`.
 */
export const runProgram = (runMain: (programArguments: string[]) => Promise<number>, failureText: string): void => {
  void runMain(process.argv.slice(2)).then(
    (programExitCode) => {
      process.exitCode = programExitCode;
    },
    (error: unknown) => {
      process.stderr.write(`${fillText(failureText, { reason: String(error) })}\n`);
      process.exitCode = 1;
    },
  );
};

const FILE_TABLE_CAPACITY = 4_000;

/**
 * Reserves space for `descriptorCount` open files and connections, if the operating system allows so many. Linux
 * doubles its table of open files whenever the table is full. In a process with several threads, each doubling blocks
 * the opening of a file for 10 to 20 ms.
 */
export const reserveFileTable = (descriptorCount = FILE_TABLE_CAPACITY): void => {
  if (process.platform !== 'linux') return;
  const fileDescriptors: number[] = [];
  try {
    while (fileDescriptors.length < descriptorCount) fileDescriptors.push(openSync(devNull, 'r'));
  } catch (error) {
    // EMFILE: the process has as many open files as it may have, so its table is already as large as it can become.
    if (errorCodeOf(error) !== 'EMFILE') throw error;
  } finally {
    for (const fileDescriptor of fileDescriptors) closeSync(fileDescriptor);
  }
};

type StartSettings = Pick<GatewayConfig, 'host' | 'port' | 'dataDir' | 'database' | 'sandbox'>;

const addressSyscalls: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo']);

// SQLite's error codes for problems of the database file or its disk. Other codes mean programming errors.
const fileErrorPattern = /^SQLITE_(NOTADB|CANTOPEN|READONLY|PERM|CORRUPT|FULL|IOERR)/;

// Classes of PostgreSQL's error codes for a refused login (28), an unknown database (3D) and missing rights (42501).
const serverErrorPattern = /^(28|3D)...$|^42501$/;

/** Returns the database driver's error if a database could not be reached; else the error itself. */
const rootErrorOf = (error: unknown): unknown =>
  error instanceof AppError && error.code === 'unavailable' && error.cause !== undefined ? error.cause : error;

const errorFieldOf = (error: unknown, fieldName: 'syscall' | 'path'): string | null => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, fieldName) : null;
  return typeof value === 'string' ? value : null;
};

const isSandboxPortError = (error: unknown, { port, sandbox }: StartSettings): boolean =>
  sandbox.port !== null &&
  sandbox.port !== port &&
  typeof error === 'object' &&
  error !== null &&
  Reflect.get(error, 'port') === sandbox.port;

const startErrorTemplate = (error: unknown, startSettings: StartSettings): string => {
  const { dataDir } = startSettings;
  const [code, syscall] = [errorCodeOf(error), errorFieldOf(error, 'syscall')];
  if (errorCodeOf(rootErrorOf(error))?.startsWith('SQLITE_BUSY') === true) return texts.databaseHeld;
  if (code === 'EADDRINUSE') return isSandboxPortError(error, startSettings) ? texts.sandboxPortTaken : texts.portTaken;
  if (error instanceof AppError && error.cause !== undefined) return texts.databaseUnusable;
  if (code !== null && (fileErrorPattern.test(code) || serverErrorPattern.test(code))) return texts.databaseUnusable;
  if (code === null || syscall === null) return texts.failed;
  if (addressSyscalls.has(syscall)) return texts.addressUnusable;
  return errorFieldOf(error, 'path')?.startsWith(dataDir) ? texts.dataDirUnusable : texts.databaseUnusable;
};

const errorReasonOf = (error: unknown, isKnownError: boolean): string => {
  if (!(error instanceof Error)) return String(error);
  // The stack trace is printed only for an unexpected error.
  if (!isKnownError) return error.stack ?? error.message;
  // Node's error for several failed IP addresses at once has no message.
  return error.message === '' ? (errorCodeOf(error) ?? error.name) : error.message;
};

/**
 * Explains why the gateway could not start: one line that names the rejected setting, or the whole error for an
 * unexpected one.
 */
export const startErrorText = (error: unknown, startSettings: StartSettings): string => {
  if (error instanceof StartRefusedError) return error.message;
  const text = startErrorTemplate(error, startSettings);
  const { host, port, dataDir, database, sandbox } = startSettings;
  const placeholderValues = {
    host,
    port,
    dataDir,
    databaseFile: databaseNameOf(database),
    sandboxPort: sandbox.port,
    reason: errorReasonOf(rootErrorOf(error), text !== texts.failed),
  };
  return Object.entries(placeholderValues).reduce(
    (line, [name, value]) => line.replace(`{${name}}`, () => String(value)),
    text,
  );
};

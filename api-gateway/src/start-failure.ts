import texts from '../locales/de.json';
import { errorCodeOf } from './platform/error-code';
import type { GatewayConfig } from './platform/config/config';

type Place = Pick<GatewayConfig, 'host' | 'port' | 'dataDir' | 'databaseFile'>;

const addressCalls: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo']);

// What a file or its disk refuses; any other of SQLite's codes would be a mistake of ours.
const refusesFile = /^SQLITE_(NOTADB|CANTOPEN|READONLY|PERM|CORRUPT|FULL|IOERR)/;

const partOf = (error: unknown, name: 'syscall' | 'path'): string | null => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : null;
  return typeof value === 'string' ? value : null;
};

const textFor = (error: unknown, dataDir: string): string => {
  const [code, syscall] = [errorCodeOf(error), partOf(error, 'syscall')];
  if (code === 'EADDRINUSE') return texts.portTaken;
  if (code !== null && refusesFile.test(code)) return texts.databaseUnusable;
  if (code === null || syscall === null) return texts.failed;
  if (addressCalls.has(syscall)) return texts.addressUnusable;
  return partOf(error, 'path')?.startsWith(dataDir) ? texts.dataDirUnusable : texts.databaseUnusable;
};

const reasonOf = (error: unknown, isKnown: boolean): string => {
  if (!(error instanceof Error)) return String(error);
  // Of a surprise whoever starts it has to see where it came from.
  return isKnown ? error.message : (error.stack ?? error.message);
};

/** Why the gateway could not start: one line that names the setting where the system refused what was set, else all that is known. */
export const startFailureOf = (error: unknown, { host, port, dataDir, databaseFile }: Place): string => {
  const text = textFor(error, dataDir);
  const values = { host, port, dataDir, databaseFile, reason: reasonOf(error, text !== texts.failed) };
  return Object.entries(values).reduce((line, [name, value]) => line.replace(`{${name}}`, () => String(value)), text);
};

import texts from '../locales/de.json';
import { createDeadLetters } from './platform/jobs/job-queue';
import { openPreparedDatabase } from './prepare-database';
import { readConfig } from './startup';

type DeadLetters = ReturnType<typeof createDeadLetters>;

const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values).reduce((line, [name, value]) => line.replace(`{${name}}`, () => String(value)), text);

const instant = (ms: number): string => new Date(ms).toISOString();

const listed = async (letters: DeadLetters): Promise<string[]> => {
  const dead = await letters.list();
  if (dead.length === 0) return [texts.jobsNone];
  return dead.map((one) => filled(texts.jobsLine, { ...one, queuedAt: instant(one.queuedAt), diedAt: instant(one.diedAt) }));
};

/** What a command prints; null where it is none. */
const commandOf = ([command, kindOrId, ...more]: readonly string[]): ((letters: DeadLetters) => Promise<string[]>) | null => {
  if (command === undefined) return listed;
  if (kindOrId === undefined || more.length > 0) return null;
  if (command === 'retry') return async (letters) => [filled(texts.jobsRetried, { count: await letters.retry(kindOrId) })];
  if (command === 'drop') return async (letters) => [filled(texts.jobsDropped, { count: await letters.drop(kindOrId) })];
  return null;
};

const main = async (args: readonly string[]): Promise<number> => {
  const command = commandOf(args);
  if (command === null) {
    console.error(texts.jobsUsage);
    return 2;
  }
  const { database, clock } = await openPreparedDatabase(readConfig());
  try {
    for (const line of await command(createDeadLetters({ database, clock }))) console.log(line);
    return 0;
  } finally {
    await database.close();
  }
};

void main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(filled(texts.jobsFailed, { reason: String(error) }));
    process.exitCode = 1;
  },
);

import texts from '../locales/de.json';
import { fillText } from './platform/escape';
import { createDeadLetters } from './platform/jobs/job-queue';
import { openPreparedDatabase } from './prepare-database';
import { readConfig, runProgram } from './startup';

type DeadLetters = ReturnType<typeof createDeadLetters>;

const instant = (ms: number): string => new Date(ms).toISOString();

const describeMails = async (letters: DeadLetters): Promise<string[]> => {
  const dead = await letters.list();
  if (dead.length === 0) return [texts.jobsNone];
  return dead.map((job) =>
    fillText(texts.jobsLine, { ...job, queuedAt: instant(job.queuedAt), diedAt: instant(job.diedAt) }),
  );
};

/** Returns the command that the operator typed; null for an unknown command. */
const commandOf = ([command, kindOrId, ...extraArguments]: readonly string[]):
  ((letters: DeadLetters) => Promise<string[]>) | null => {
  if (command === undefined) return describeMails;
  if (kindOrId === undefined || extraArguments.length > 0) return null;
  if (command === 'retry')
    return async (letters) => [fillText(texts.jobsRetried, { count: await letters.retry(kindOrId) })];
  if (command === 'drop')
    return async (letters) => [fillText(texts.jobsDropped, { count: await letters.drop(kindOrId) })];
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

runProgram(main, texts.jobsFailed);

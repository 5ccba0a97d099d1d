import texts from '../locales/de.json';
import { fillText } from './platform/escape';
import { createDeadLetters } from './platform/jobs/job-queue';
import { openPreparedDatabase } from './prepare-database';
import { readConfig, runProgram } from './startup';

type DeadLetters = ReturnType<typeof createDeadLetters>;

const formatInstant = (ms: number): string => new Date(ms).toISOString();

const describeDeadJobs = async (deadLetters: DeadLetters): Promise<string[]> => {
  const deadJobs = await deadLetters.list();
  if (deadJobs.length === 0) return [texts.jobsNone];
  return deadJobs.map((job) =>
    fillText(texts.jobsLine, { ...job, queuedAt: formatInstant(job.queuedAt), diedAt: formatInstant(job.diedAt) }),
  );
};

/** Returns the command that the operator typed; null for an unknown command. */
const parseCommand = ([command, kindOrId, ...extraArguments]: readonly string[]):
  ((deadLetters: DeadLetters) => Promise<string[]>) | null => {
  if (command === undefined) return describeDeadJobs;
  if (kindOrId === undefined || extraArguments.length > 0) return null;
  if (command === 'retry')
    return async (deadLetters) => [fillText(texts.jobsRetried, { count: await deadLetters.retry(kindOrId) })];
  if (command === 'drop')
    return async (deadLetters) => [fillText(texts.jobsDropped, { count: await deadLetters.drop(kindOrId) })];
  return null;
};

const main = async (args: readonly string[]): Promise<number> => {
  const command = parseCommand(args);
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

import texts from '../locales/de.json';
import { fillText } from './platform/escape';
import { createDeadLetters } from './platform/jobs/job-queue';
import { openCommandDatabase } from './open-command-database';
import { readConfig, runProgram } from './startup';

type DeadLetters = ReturnType<typeof createDeadLetters>;

const formatInstant = (ms: number): string => new Date(ms).toISOString();

/**
 * Executes a command of the operator. Returns the lines to print, and whether the command found the job that it was
 * told to handle.
 */
type JobsCommand = (
  deadLetters: DeadLetters,
) => Promise<{ readonly lines: readonly string[]; readonly hasSucceeded: boolean }>;

const listDeadJobs: JobsCommand = async (deadLetters) => {
  const deadJobs = await deadLetters.list();
  const jobLines = deadJobs.map((job) =>
    fillText(texts.jobsLine, { ...job, queuedAt: formatInstant(job.queuedAt), diedAt: formatInstant(job.diedAt) }),
  );
  return { lines: deadJobs.length === 0 ? [texts.jobsNone] : jobLines, hasSucceeded: true };
};

const handleDeadJobs =
  (operation: 'retry' | 'drop', kindOrId: string): JobsCommand =>
  async (deadLetters) => {
    const count = await deadLetters[operation](kindOrId);
    return count === 0
      ? { lines: [fillText(texts.jobsUnknown, { kindOrId })], hasSucceeded: false }
      : {
          lines: [fillText(operation === 'retry' ? texts.jobsRetried : texts.jobsDropped, { count })],
          hasSucceeded: true,
        };
  };

/** Returns the command that the operator typed; null for an unknown command. */
const parseCommand = ([command, kindOrId, ...extraArguments]: readonly string[]): JobsCommand | null => {
  if (command === undefined) return listDeadJobs;
  if (kindOrId === undefined || extraArguments.length > 0) return null;
  return command === 'retry' || command === 'drop' ? handleDeadJobs(command, kindOrId) : null;
};

const main = async (args: readonly string[]): Promise<number> => {
  const command = parseCommand(args);
  if (command === null) {
    console.error(texts.jobsUsage);
    return 2;
  }
  const { database, clock } = await openCommandDatabase(readConfig());
  try {
    const { lines, hasSucceeded } = await command(createDeadLetters({ database, clock }));
    for (const line of lines) (hasSucceeded ? console.log : console.error)(line);
    return hasSucceeded ? 0 : 1;
  } finally {
    await database.close();
  }
};

runProgram(main, texts.jobsFailed);

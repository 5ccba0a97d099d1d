import texts from '../locales/de.json';
import { createSessionEnding } from './modules/identity';
import type { SessionEnding } from './modules/identity';
import { fillText } from './platform/escape';
import { openCommandDatabase } from './open-command-database';
import { defineProgram } from './startup';

/** Executes a command. Returns the number of ended sessions; null for an unknown person. */
type SessionsCommand = (sessionEnding: SessionEnding) => Promise<number | null>;

const endAll: SessionsCommand = (sessionEnding) => sessionEnding.endAll();

const endOf =
  (person: string): SessionsCommand =>
  async (sessionEnding) => {
    const ending = await sessionEnding.endOf(person);
    return ending.ok ? ending.value : null;
  };

/** Returns the command that the operator typed; null for an unknown one. */
const parseCommand = ([command, person, ...extraArguments]: readonly string[]): SessionsCommand | null => {
  if (command !== 'end' || person === undefined || extraArguments.length > 0) return null;
  if (person === '--all') return endAll;
  // A mistyped option is nobody's key.
  return person.startsWith('--') ? null : endOf(person);
};

/**
 * Runs one command for the sessions of the configured database and prints its output. Returns the exit code: 1 for a
 * command that failed; 2 for an unknown command, for which no configuration is read.
 */
export const runSessions = defineProgram({
  parse: parseCommand,
  usage: texts.sessionsUsage,
  async run(command, { config, output, realNow }) {
    const { database } = await openCommandDatabase(config);
    try {
      const endedCount = await command(createSessionEnding({ database, clock: { realNow } }));
      if (endedCount === null) output.error(texts.sessionsUnknown);
      else output.log(fillText(texts.sessionsEnded, { count: endedCount }));
      return endedCount === null ? 1 : 0;
    } finally {
      await database.close();
    }
  },
});

import { parseArgs } from 'node:util';
import texts from '../locales/de.json';
import { migrations } from '../migrations';
import type { GatewayConfig } from './platform/config/config';
import { namesPostgresDatabase, postgresNameOf } from './platform/config/database-config';
import { isUnavailable } from './platform/database/postgres-dialect';
import { moveDatabase, MoveRefusedError, undoMove } from './platform/database/move';
import { fillText } from './platform/escape';
import { defineProgram } from './startup';
import type { ProgramOutput } from './startup';

type MoveCommand = { readonly kind: 'move'; readonly targetUrl: string } | { readonly kind: 'undo' };

/** Returns the command that the operator typed; null for an unknown one. */
const parseCommand = (commandArguments: readonly string[]): MoveCommand | null => {
  try {
    const { to: targetUrl, undo: isUndo } = parseArgs({
      args: [...commandArguments],
      options: { to: { type: 'string' }, undo: { type: 'boolean', default: false } },
    }).values;
    if (isUndo) return targetUrl === undefined ? { kind: 'undo' } : null;
    return targetUrl !== undefined && namesPostgresDatabase(targetUrl) ? { kind: 'move', targetUrl } : null;
  } catch (error) {
    // `parseArgs` throws a TypeError for an unknown option.
    if (error instanceof TypeError) return null;
    throw error;
  }
};

const sourceFileOf = ({ database }: GatewayConfig, command: MoveCommand): string => {
  if (database.driver !== 'pg') return database.file;
  throw new MoveRefusedError([
    command.kind === 'move' && postgresNameOf(database.url) === postgresNameOf(command.targetUrl)
      ? texts.moveSameDatabase
      : texts.moveNeedsSqlite,
  ]);
};

const runCommand = async (command: MoveCommand, sourceFile: string, programOutput: ProgramOutput): Promise<void> => {
  if (command.kind === 'undo') {
    undoMove(sourceFile);
    programOutput.log(fillText(texts.moveUndone, { file: sourceFile }));
    return;
  }
  const { targetUrl } = command;
  await moveDatabase({
    sourceFile,
    targetUrl,
    targetName: postgresNameOf(targetUrl),
    migrations,
    print: programOutput.log,
  });
};

/** Returns the lines that explain an error of the move to the operator; null for an unexpected error. */
const explainError = (error: unknown): readonly string[] | null => {
  if (error instanceof MoveRefusedError) return error.lines;
  if (isUnavailable(error))
    return [
      fillText(texts.moveUnavailable, { reason: error instanceof Error ? error.message : String(error) }),
      texts.moveRepeat,
    ];
  return null;
};

/**
 * Moves the configured SQLite database to PostgreSQL, or cancels such a move, and prints the progress. Returns the exit
 * code: 1 for a move that was refused or has failed; 2 for an unknown command, for which no configuration is read.
 */
export const runMove = defineProgram({
  parse: parseCommand,
  usage: texts.moveUsage,
  async run(command, { config, output }) {
    try {
      await runCommand(command, sourceFileOf(config, command), output);
      return 0;
    } catch (error) {
      const explanation = explainError(error);
      if (explanation === null) throw error;
      for (const line of explanation) output.error(line);
      return 1;
    }
  },
});

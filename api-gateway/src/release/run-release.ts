import texts from '../../locales/de.json';
import type { ProgramOutput } from '../startup';
import { describeError } from './describe-release';
import { createHttpReleaseClient } from './http-release-client';
import { CLIENT_COMMANDS, parseCommandLine } from './release-command';
import type { CommandOutput, ReleaseCommandLine } from './release-command';
import type { ReleaseResult } from './release-client';

type RunCommand = (commandLine: ReleaseCommandLine) => Promise<ReleaseResult<CommandOutput>> | null;

/** Access to the releases in the database of this machine. */
export interface LocalReleases {
  /** Names of the `release` commands that can be run only on the machine with the database. */
  readonly commands: readonly string[];
  /** Opens the database, calls `work`, and closes the database. */
  open<T>(work: (run: RunCommand) => Promise<T>): Promise<T>;
}

const isClientCommand = (command: string): boolean => Object.hasOwn(CLIENT_COMMANDS, command);

const runOverHttp = (gatewayUrl: string, commandLine: ReleaseCommandLine): ReturnType<RunCommand> => {
  const releaseClient = createHttpReleaseClient({ gatewayUrl, token: process.env['RELEASE_TOKEN'] ?? '', fetch });
  return CLIENT_COMMANDS[commandLine.command]?.(releaseClient, commandLine.args, commandLine.options) ?? null;
};

const printResult = (result: ReleaseResult<CommandOutput>, isJson: boolean, output: ProgramOutput): number => {
  if (isJson) output.log(JSON.stringify(result.ok ? result.value.answer : result.error, null, 2));
  else if (result.ok) result.value.lines.forEach((line) => output.log(line));
  else describeError(result.error).forEach((line) => output.error(line));
  return result.ok ? 0 : 1;
};

/**
 * Runs one `release` command and prints its output. Returns the exit code: 0 for success, 1 for a refused change, 2 for
 * a wrong command line. `local` is null outside of the gateway's repository, where no database exists.
 */
export const runRelease = async (
  argv: readonly string[],
  local: LocalReleases | null,
  output: ProgramOutput,
): Promise<number> => {
  const commandLine = parseCommandLine(argv);
  if (commandLine?.wantsHelp === true) {
    output.log(texts.releaseUsage);
    return 0;
  }
  const isKnown =
    commandLine !== null &&
    (isClientCommand(commandLine.command) ||
      (commandLine.gatewayUrl === undefined && local?.commands.includes(commandLine.command) === true));
  const refuseUsage = (): number => {
    output.error(texts.releaseUsage);
    return 2;
  };
  if (!isKnown) return refuseUsage();
  const { gatewayUrl } = commandLine;
  const printPending = async (pending: ReturnType<RunCommand>): Promise<number> =>
    pending === null ? refuseUsage() : printResult(await pending, commandLine.isJson, output);
  if (gatewayUrl !== undefined) return printPending(runOverHttp(gatewayUrl, commandLine));
  if (local !== null) return local.open((run) => printPending(run(commandLine)));
  output.error(texts.releaseGatewayMissing);
  return 2;
};

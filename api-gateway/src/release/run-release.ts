import { userInfo } from 'node:os';
import { ok, RemoteName } from '@mahlzeit/contract';
import texts from '../../locales/de.json';
import { openFirstList } from '../modules/discovery';
import { createTeamTokens, openReleaseActs, openReleaseHealth } from '../modules/releases';
import type { Actor, ReleaseActs, TeamTokens } from '../modules/releases';
import { fillText } from '../platform';
import type { GatewayConfig } from '../platform/config/config';
import { openPreparedDatabase } from '../prepare-database';
import type { ProgramOutput } from '../startup';
import { describeError } from './describe-release';
import { createHttpDesk } from './http-desk';
import { createLocalDesk } from './local-desk';
import { DESK_COMMANDS, parseCommandLine } from './release-command';
import type { CommandOutput, ReleaseCommandLine } from './release-command';
import type { DeskResult } from './release-desk';

interface LocalDeps {
  readonly acts: ReleaseActs;
  readonly tokens: TeamTokens;
  readonly actor: Actor;
}

/** A command that acts on the database of this machine alone. Returns null when its arguments are wrong. */
type LocalCommand = (deps: LocalDeps, commandLine: ReleaseCommandLine) => Promise<DeskResult<CommandOutput>> | null;

/** Returns the remote that `token` and `revoke` name: null for all remotes, undefined for wrong arguments. */
const tokenRemoteOf = ({ args: [name, ...more], options }: ReleaseCommandLine): string | null | undefined => {
  if (more.length > 0) return undefined;
  if (options.isForAll) return name === undefined ? null : undefined;
  return name !== undefined && RemoteName.safeParse(name).success ? name : undefined;
};

const LOCAL_COMMANDS: Readonly<Record<string, LocalCommand>> = {
  token({ tokens }, commandLine) {
    const remoteName = tokenRemoteOf(commandLine);
    if (remoteName === undefined) return null;
    const tokenName = commandLine.options.note ?? remoteName ?? 'alle';
    return tokens
      .issue({ remoteName, tokenName }, commandLine.options.email)
      .then((token) => ok({ answer: { token, tokenName, remoteName }, lines: [token] }));
  },
  revoke({ tokens }, commandLine) {
    const remoteName = tokenRemoteOf(commandLine);
    if (remoteName === undefined) return null;
    return tokens
      .revoke(remoteName)
      .then((count) => ok({ answer: { count }, lines: [fillText(texts.releaseRevoked, { count })] }));
  },
  prune: ({ acts, actor }, { args }) =>
    args.length > 0
      ? null
      : acts.prune(actor).then((pruned) =>
          ok({
            answer: pruned,
            lines: [
              ...pruned.map(({ name, version }) => `${name} ${version}`),
              fillText(texts.releasePruned, { count: pruned.length }),
            ],
          }),
        ),
};

type RunCommand = (commandLine: ReleaseCommandLine) => Promise<DeskResult<CommandOutput>> | null;

const isLocalCommand = (command: string): boolean => Object.hasOwn(LOCAL_COMMANDS, command);
const isDeskCommand = (command: string): boolean => Object.hasOwn(DESK_COMMANDS, command);

/** Returns the name under which the log lists this user. In a container, the user id may belong to no user. */
const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return 'unbekannt';
  }
};

const withLocalDatabase = async <T>(config: GatewayConfig, work: (run: RunCommand) => Promise<T>): Promise<T> => {
  const { database, clock } = await openPreparedDatabase(config);
  try {
    const actor = { name: userName(), address: null };
    const acts = openReleaseActs({ config, database, clock, loadList: openFirstList({ database, clock }) });
    const health = openReleaseHealth({ database, clock });
    const tokens = createTeamTokens({ database, clock });
    return await work((commandLine) => {
      const { command, args, options } = commandLine;
      return (
        LOCAL_COMMANDS[command]?.({ acts, tokens, actor }, commandLine) ??
        DESK_COMMANDS[command]?.(createLocalDesk(acts, health, actor), args, options) ??
        null
      );
    });
  } finally {
    await database.close();
  }
};

const runOverHttp = (gatewayUrl: string, commandLine: ReleaseCommandLine): ReturnType<RunCommand> => {
  const desk = createHttpDesk({ gatewayUrl, token: process.env['RELEASE_TOKEN'] ?? '', fetch });
  return DESK_COMMANDS[commandLine.command]?.(desk, commandLine.args, commandLine.options) ?? null;
};

const printResult = (result: DeskResult<CommandOutput>, isJson: boolean, output: ProgramOutput): number => {
  if (isJson) output.log(JSON.stringify(result.ok ? result.value.answer : result.error, null, 2));
  else if (result.ok) result.value.lines.forEach((line) => output.log(line));
  else describeError(result.error).forEach((line) => output.error(line));
  return result.ok ? 0 : 1;
};

/**
 * Runs one command on releases and prints its output. Returns the exit code: 0 when it is done, 1 when it was refused,
 * 2 for a wrong command line.
 */
export const runRelease = async (
  argv: readonly string[],
  readConfig: () => GatewayConfig,
  output: ProgramOutput,
): Promise<number> => {
  const commandLine = parseCommandLine(argv);
  if (commandLine?.wantsHelp === true) {
    output.log(texts.releaseUsage);
    return 0;
  }
  const isKnown =
    commandLine !== null &&
    (isDeskCommand(commandLine.command) ||
      (isLocalCommand(commandLine.command) && commandLine.gatewayUrl === undefined));
  const refuseUsage = (): number => {
    output.error(texts.releaseUsage);
    return 2;
  };
  if (!isKnown) return refuseUsage();
  const { gatewayUrl } = commandLine;
  const printPending = async (pending: ReturnType<RunCommand>): Promise<number> =>
    pending === null ? refuseUsage() : printResult(await pending, commandLine.isJson, output);
  return gatewayUrl === undefined
    ? withLocalDatabase(readConfig(), (run) => printPending(run(commandLine)))
    : printPending(runOverHttp(gatewayUrl, commandLine));
};

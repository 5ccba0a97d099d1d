import { userInfo } from 'node:os';
import { ok, RemoteName } from '@mahlzeit/contract';
import texts from '../../locales/de.json';
import { openFirstList } from '../modules/discovery';
import { createTeamTokens, openReleaseActs, openReleaseHealth } from '../modules/releases';
import type { Actor, ReleaseActs, TeamTokens } from '../modules/releases';
import { fillText } from '../platform';
import type { GatewayConfig } from '../platform/config/config';
import { openCommandDatabase } from '../open-command-database';
import { createLocalReleaseClient } from './local-release-client';
import { CLIENT_COMMANDS } from './release-command';
import type { CommandOutput, ReleaseCommandLine } from './release-command';
import type { ReleaseResult } from './release-client';
import type { LocalReleases } from './run-release';

interface LocalDeps {
  readonly acts: ReleaseActs;
  readonly tokens: TeamTokens;
  readonly actor: Actor;
}

/**
 * Type of a command that can be run only on the machine with the database. It returns null when its arguments are
 * wrong.
 */
type LocalCommand = (deps: LocalDeps, commandLine: ReleaseCommandLine) => Promise<ReleaseResult<CommandOutput>> | null;

/**
 * Returns the remote that the arguments of the commands `token` and `revoke` name: null for all remotes, undefined for
 * wrong arguments.
 */
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

/** Returns the name under which the audit log lists the operator. In a container, the user id may belong to no user. */
const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return 'unbekannt';
  }
};

/** Creates the access to the releases that are stored in the database of this machine. */
export const createLocalReleases = (readConfig: () => GatewayConfig): LocalReleases => ({
  commands: Object.keys(LOCAL_COMMANDS),
  async open(work) {
    const config = readConfig();
    const { database, clock } = await openCommandDatabase(config);
    try {
      const actor = { name: userName(), address: null };
      const acts = openReleaseActs({ config, database, clock, loadList: openFirstList({ database, clock }) });
      const health = openReleaseHealth({ database, clock });
      const tokens = createTeamTokens({ database, clock });
      return await work((commandLine) => {
        const { command, args, options } = commandLine;
        return (
          LOCAL_COMMANDS[command]?.({ acts, tokens, actor }, commandLine) ??
          CLIENT_COMMANDS[command]?.(createLocalReleaseClient(acts, health, actor), args, options) ??
          null
        );
      });
    } finally {
      await database.close();
    }
  },
});

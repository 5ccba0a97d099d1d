import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackage, watchPackage } from './build-command';
import { checkConformance, describeReport, isFaultless } from './conformance-command';
import { findPortFor, serveAlone } from './serve-command';
import type { WorkspacePackage } from './workspace-package';
import { readWorkspacePackage } from './workspace-package';

const USAGE_TEXT = `In a package's folder:
  cli.mjs build [--watch]                        the federated build into dist; --watch rebuilds (development mode)
  cli.mjs dev [--port N] [--gateway ORIGIN]      a remote alone, edits appear in the open page
  cli.mjs preview [--port N] [--gateway ORIGIN]  a remote alone, as built for production
  cli.mjs conformance                            the report that a built remote needs to be published, into dist
  cli.mjs release …                              releases of a remote in a repository of its own; --help lists the commands

Without --port the port follows from the name of the remote.
--gateway lets a running gateway answer instead of the scenarios; the page's ?gateway chooses between the two.`;

const cliOptions = {
  watch: { type: 'boolean', default: false },
  port: { type: 'string' },
  gateway: { type: 'string' },
} as const;

interface CliRequest {
  readonly pkg: WorkspacePackage;
  readonly isWatching: boolean;
  /** Port that the option `--port` names; null if the command must find a free port. */
  readonly port: number | null;
  readonly gateway: string | null;
}

const serveInMode =
  (serveMode: 'dev' | 'preview') =>
  async ({ pkg, port, gateway }: CliRequest): Promise<void> => {
    const { url } = await serveAlone(pkg, { serveMode, port: port ?? (await findPortFor(pkg.name)), gateway });
    console.log(`${pkg.name} läuft allein auf ${url}`);
  };

const CONFORMANCE_PROBLEM_TEXTS = {
  noRemote: 'Nur ein Remote hat eine Konformitätsprüfung.',
  notBuilt: 'Hier liegt kein Build der jetzigen Quellen: npm run build.',
  noResult: 'Die Konformitätsprüfung ist ohne Ergebnis zu Ende gegangen: Sieh in die Ausgabe darüber.',
} as const;

const runConformance = async ({ pkg }: CliRequest): Promise<number> => {
  const outcome = await checkConformance(pkg);
  if ('problem' in outcome) {
    console.error(`${pkg.name}: ${CONFORMANCE_PROBLEM_TEXTS[outcome.problem]}`);
    // `npm run conformance -w mf-social` also runs in the console inside that folder, where there is nothing to check.
    return outcome.problem === 'noRemote' ? 0 : 1;
  }
  for (const line of describeReport(outcome.report)) console.log(line);
  return isFaultless(outcome.report) ? 0 : 1;
};

/** Handlers of the commands. A handler may return an exit code. */
const commandHandlers: Readonly<Record<string, (request: CliRequest) => void | Promise<void | number>>> = {
  conformance: runConformance,
  build: ({ pkg, isWatching }) => (isWatching ? watchPackage(pkg) : buildPackage(pkg, { mode: 'production' })),
  dev: serveInMode('dev'),
  preview: serveInMode('preview'),
};

/**
 * File of the gateway's command `release`, bundled for remotes in repositories of their own. Only the packed npm
 * package contains the file.
 */
const RELEASE_COMMAND_FILE = join(__dirname, '../dist/release-command.cjs');

const runReleaseCommand = (releaseArguments: readonly string[], workingFolder: string): number => {
  if (!existsSync(RELEASE_COMMAND_FILE)) throw new Error('In this repository: npm run release -- …');
  const { status } = spawnSync(process.execPath, [RELEASE_COMMAND_FILE, ...releaseArguments], {
    cwd: workingFolder,
    stdio: 'inherit',
  });
  return status ?? 1;
};

/** Runs one command for the package in the folder `workingFolder`. Returns the exit code. */
export const runCli = async (cliArguments: readonly string[], workingFolder: string): Promise<number> => {
  const [command, ...commandArguments] = cliArguments;
  if (command === 'release') return runReleaseCommand(commandArguments, workingFolder);
  const { values, positionals } = parseArgs({ args: [...cliArguments], options: cliOptions, allowPositionals: true });
  const runCommand = commandHandlers[positionals[0] ?? ''];
  if (runCommand === undefined) {
    console.error(USAGE_TEXT);
    return 2;
  }
  const pkg = readWorkspacePackage(workingFolder);
  const exitCode = await runCommand({
    pkg,
    isWatching: values.watch,
    port: values.port === undefined ? null : Number(values.port),
    gateway: values.gateway ?? null,
  });
  return exitCode ?? 0;
};

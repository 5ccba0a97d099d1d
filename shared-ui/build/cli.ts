import { parseArgs } from 'node:util';
import { buildPackage, watchPackage } from './build-command';
import { checkConformance, describeReport, isFaultless } from './conformance-command';
import { serveAlone } from './serve-command';
import type { WorkspacePackage } from './workspace-package';
import { readWorkspacePackage } from './workspace-package';

const USAGE_TEXT = `In a package's folder:
  cli.mjs build [--watch]                        the federated build into dist; --watch rebuilds (development mode)
  cli.mjs dev [--port N] [--gateway ORIGIN]      a remote alone, edits appear in the open page
  cli.mjs preview [--port N] [--gateway ORIGIN]  a remote alone, as built for production
  cli.mjs conformance                            the report that a built remote needs to be published, into dist

--gateway lets a running gateway answer instead of the scenarios; the page's ?gateway chooses between the two.`;

/** Port of a remote whose package.json names no port. Remotes with their own ports can run at the same time. */
const DEFAULT_SERVE_PORT = 4200;

const cliOptions = {
  watch: { type: 'boolean', default: false },
  port: { type: 'string' },
  gateway: { type: 'string' },
} as const;

interface CliRequest {
  readonly pkg: WorkspacePackage;
  readonly isWatching: boolean;
  readonly port: number;
  readonly gateway: string | null;
}

const serveInMode =
  (serveMode: 'dev' | 'preview') =>
  async ({ pkg, port, gateway }: CliRequest): Promise<void> => {
    const { url } = await serveAlone(pkg, { serveMode, port, gateway });
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
    console.error(CONFORMANCE_PROBLEM_TEXTS[outcome.problem]);
    return 1;
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

/** Runs one command for the package in the folder `workingFolder`. Returns the exit code. */
export const runCli = async (cliArguments: readonly string[], workingFolder: string): Promise<number> => {
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
    port: Number(values.port ?? DEFAULT_SERVE_PORT),
    gateway: values.gateway ?? null,
  });
  return exitCode ?? 0;
};

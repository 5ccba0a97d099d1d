import { parseArgs } from 'node:util';
import { buildPackage, watchPackage } from './build-command';
import { serveAlone } from './serve-command';
import type { WorkspacePackage } from './workspace-package';
import { readWorkspacePackage } from './workspace-package';

const USAGE = `In a package's folder:
  cli.mjs build [--watch]                        the federated build into dist; --watch rebuilds (development mode)
  cli.mjs dev [--port N] [--gateway ORIGIN]      a remote alone, edits appear in the open page
  cli.mjs preview [--port N] [--gateway ORIGIN]  a remote alone, as built for production

--gateway lets a running gateway answer instead of the scenarios; the page's ?gateway chooses between the two.`;

/** Port of a remote whose package.json names no port. Remotes with their own ports can run at the same time. */
const DEFAULT_PORT = 4200;

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

const serve =
  (serveMode: 'dev' | 'preview') =>
  async ({ pkg, port, gateway }: CliRequest): Promise<void> => {
    const { url } = await serveAlone(pkg, { serveMode, port, gateway });
    console.log(`${pkg.name} läuft allein auf ${url}`);
  };

const commands: Readonly<Record<string, (request: CliRequest) => void | Promise<void>>> = {
  build: ({ pkg, isWatching }) => (isWatching ? watchPackage(pkg) : buildPackage(pkg, { mode: 'production' })),
  dev: serve('dev'),
  preview: serve('preview'),
};

/** Runs one command for the package in the folder `cwd`. Returns the exit code. */
export const runCli = async (cliArguments: readonly string[], cwd: string): Promise<number> => {
  const { values, positionals } = parseArgs({ args: [...cliArguments], options: cliOptions, allowPositionals: true });
  const runCommand = commands[positionals[0] ?? ''];
  if (runCommand === undefined) {
    console.error(USAGE);
    return 2;
  }
  const pkg = readWorkspacePackage(cwd);
  await runCommand({
    pkg,
    isWatching: values.watch,
    port: Number(values.port ?? DEFAULT_PORT),
    gateway: values.gateway ?? null,
  });
  return 0;
};

import { buildPackage } from './build-command';
import { readWorkspacePackage } from './workspace-package';

const USAGE = 'Usage, in a package’s folder: cli.mjs build [--watch] | dev [--port N] | preview [--port N]';

/** Runs one command in the package of the folder `cwd`. Answers the exit code. */
export const runCli = async (words: readonly string[], cwd: string): Promise<number> => {
  const [command] = words;
  const pkg = readWorkspacePackage(cwd);
  switch (command) {
    case 'build':
      await buildPackage(pkg, { mode: 'production' });
      return 0;
    default:
      console.error(USAGE);
      return 2;
  }
};

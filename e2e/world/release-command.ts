import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { builtProductFolder } from './product';
import type { World } from './start-world';

type ReleaseWorld = Pick<World, 'url' | 'databaseFile'>;

/**
 * Runs the program behind `npm run release` on the machine of the running gateway. Returns its output; throws with the
 * error output when the command is refused.
 */
export const runRelease = async (
  { databaseFile }: ReleaseWorld,
  commandLine: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const program = join(builtProductFolder, 'api-gateway/dist/release-main.js');
  const releaseProcess = spawn(process.execPath, [program, ...commandLine], {
    env: { PATH: process.env.PATH, DATA_DIR: dirname(databaseFile), MAHLZEIT_WORLD: 'empty', ...environment },
  });
  let [output, errorOutput] = ['', ''];
  releaseProcess.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  releaseProcess.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
  const [exitCode] = await once(releaseProcess, 'close');
  if (exitCode !== 0)
    throw new Error(`release ${commandLine.join(' ')} ended with ${String(exitCode)}:\n${errorOutput}`);
  return output.trim();
};

/** Runs `npm run release` as a team does elsewhere: over HTTP and with the token of its remote. */
type TeamCommandRunner = (...commandLine: readonly string[]) => Promise<string>;

/** Creates a token for the team of a remote. Returns the function with which the team runs commands at the gateway. */
export const createTeamCommandRunner = async (world: ReleaseWorld, remote: string): Promise<TeamCommandRunner> => {
  const token = await runRelease(world, ['token', remote]);
  return (...commandLine) =>
    runRelease(world, [...commandLine, '--gateway', world.url], { RELEASE_TOKEN: token, DATA_DIR: '/nowhere' });
};

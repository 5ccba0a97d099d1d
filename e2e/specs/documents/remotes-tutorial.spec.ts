import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyCheckout } from '../../fixtures/checkout-copy';
import { dialogOf } from '../../world/locators';
import { BUILT_FOLDERS, repositoryRoot } from '../../world/product';
import { startInventedWorld } from '../../world/start-world';
import type { World } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';

/** Each test has a gateway of its own, because the tests publish remotes to it. */
const test = testInWorld(startInventedWorld);

const tutorial = readFileSync(join(repositoryRoot, 'docs/remotes.md'), 'utf8');

/** Commands of a section of the tutorial. */
interface TutorialCommands {
  /**
   * Commands that end by themselves, in their order. An `export` stands for a value that the reader chooses, so the
   * test sets the value itself.
   */
  readonly script: string;
  /** Command that runs until the reader ends it. */
  readonly serve: string;
}

const commandsOf = (heading: string): TutorialCommands => {
  const [, section = ''] = tutorial.split(`\n## ${heading}\n`);
  const commands = [...(section.split('\n## ')[0] ?? '').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.trimEnd().split('\n'))
    .filter((command) => !command.startsWith('export '));
  const isServing = (command: string): boolean => command.startsWith('npm run dev');
  return {
    script: commands.filter((command) => !isServing(command)).join('\n'),
    serve: commands.find(isServing) ?? '',
  };
};

type Environment = Readonly<Record<string, string | undefined>>;

interface ShellOptions {
  readonly cwd: string;
  readonly env: Environment;
}

const startShell = (script: string, { cwd, env }: ShellOptions): ChildProcess =>
  // The command runs in a process group of its own, so that the children of `npm run dev` can be ended with it.
  spawn('sh', ['-ec', script], { cwd, env: { ...process.env, FORCE_COLOR: '0', ...env }, detached: true });

/** Runs commands until they end; returns their output. */
const runShell = async (script: string, options: ShellOptions): Promise<string> => {
  const shellProcess = startShell(script, options);
  const outputChunks: string[] = [];
  for (const stream of [shellProcess.stdout, shellProcess.stderr])
    stream?.on('data', (chunk: Buffer) => outputChunks.push(chunk.toString()));
  const [exitCode] = await once(shellProcess, 'close');
  const output = outputChunks.join('');
  if (exitCode !== 0) throw new Error(`These commands ended with ${String(exitCode)}:\n${script}\n\n${output}`);
  return output;
};

/** Runs a command that serves a page, while `visit` visits it. */
const visitServedPage = async (
  command: string,
  options: ShellOptions,
  visit: (url: string) => Promise<void>,
): Promise<void> => {
  const serveProcess = startShell(command, options);
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = '';
      const readChunk = (chunk: Buffer): void => {
        output += chunk.toString();
        const address = /läuft allein auf (\S+)/.exec(output)?.[1];
        if (address !== undefined) resolve(address);
      };
      serveProcess.stdout?.on('data', readChunk);
      serveProcess.stderr?.on('data', readChunk);
      serveProcess.on('close', () => reject(new Error(`${command} has ended:\n${output}`)));
    });
    await visit(url);
  } finally {
    if (serveProcess.pid !== undefined && serveProcess.exitCode === null) {
      // A server that still runs would write into the folder while it is removed.
      const serverEnd = once(serveProcess, 'close');
      process.kill(-serveProcess.pid, 'SIGTERM');
      await serverEnd;
    }
  }
};

/**
 * Returns the environment variables that the tutorial's reader exports: the gateway's URL, and a token of the remote's
 * team.
 */
const exportsFor = async (world: World, remote: string): Promise<Environment> => {
  const databaseSettings = { DATA_DIR: dirname(world.databaseFile), MAHLZEIT_WORLD: 'empty' };
  const token = await runShell(`npm run --silent release -- token ${remote}`, {
    cwd: repositoryRoot,
    env: databaseSettings,
  });
  return { GATEWAY: world.url, RELEASE_TOKEN: token.trim() };
};

const printDuration = (startedAt: number, heading: string): void => {
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${heading}: ${seconds.toFixed(1)} s from npm run new-remote to the new screen in the composed page`);
};

test('the tutorial leads to a new screen in this repository', async ({ page, ownWorld: world }) => {
  test.setTimeout(360_000);
  const heading = 'In this repository';
  const { script, serve } = commandsOf(heading);
  const checkout = copyCheckout(BUILT_FOLDERS);
  try {
    const options = { cwd: checkout.folder, env: await exportsFor(world, 'mf-lunch') };
    const startedAt = performance.now();
    expect(await runShell(script, options)).toContain('ist veröffentlicht');
    await page.goto(`${world.url}/restaurants#lunch`);
    await expect(dialogOf(page, 'Lunch')).toContainText('Guten Appetit, lieber Gast!');
    printDuration(startedAt, heading);

    await visitServedPage(serve, options, async (url) => {
      await page.goto(url);
      await expect(dialogOf(page, 'Lunch')).toBeVisible();
      await page.goto('about:blank');
    });
  } finally {
    checkout.remove();
  }
});

test('the tutorial leads to a new screen in an empty folder', async ({ page, ownWorld: world }) => {
  test.setTimeout(360_000);
  const heading = 'In a repository of its own';
  const { script, serve } = commandsOf(heading);
  // The folder's name has no hyphen before the random letters, because react-aria's build plugin takes a part of a path
  // like `al-MH` for a language.
  const home = mkdtempSync(join(tmpdir(), 'mahlzeit-tutorial_'));
  // The test's home folder (`~`) is empty, but npm must keep its usual cache and settings.
  const npmFolders = { npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm') };
  const npmSettings = { npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), '.npmrc') };
  const quietInstall = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
  try {
    const teamExports = await exportsFor(world, 'mf-coffee');
    const env = { HOME: home, ...npmFolders, ...npmSettings, ...quietInstall, ...teamExports };
    const startedAt = performance.now();
    expect(await runShell(script, { cwd: repositoryRoot, env })).toContain('ist veröffentlicht');
    await page.goto(`${world.url}/restaurants#coffee/Anna`);
    await expect(dialogOf(page, 'Coffee')).toContainText('Guten Appetit, Anna!');
    printDuration(startedAt, heading);

    const folder = join(home, 'mf-coffee');
    await visitServedPage(serve, { cwd: folder, env }, async (url) => {
      await page.goto(url);
      await expect(page.getByText('Hier entsteht ein neuer Teil von Mahlzeit.')).toBeVisible();
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
      const textsFile = join(folder, 'locales/de.json');
      writeFileSync(textsFile, readFileSync(textsFile, 'utf8').replace('Hier entsteht', 'Jetzt entsteht'));
      await expect(page.getByText('Jetzt entsteht ein neuer Teil von Mahlzeit.')).toBeVisible();
      expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
      await page.goto('about:blank');
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

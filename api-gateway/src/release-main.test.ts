import { execFile } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PublishedRelease, Release, ReleaseAct, ReleaseSummary } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import {
  aMainManifest,
  aShellManifest,
  aWholeRelease,
  createTemporaryFronts,
} from './modules/releases/fakes/fake-releases';
import type { TemporaryFronts, WholeRelease } from './modules/releases/fakes/fake-releases';
import { bundledProgram } from './platform/testing/bundled-program';
import { runCommand } from './platform/testing/run-command';
import { testGateways } from './platform/testing/test-gateway';
import type { TestGateway } from './platform/testing/test-gateway';
import { createLocalReleases } from './release/local-releases';
import { runRelease } from './release/run-release';

const first = aWholeRelease('eins');
const second = aWholeRelease('zwei');

/** Result of a command that has ended, with any exit code. */
interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const ExitError = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

describe('npm run release', () => {
  const gateways = testGateways();
  const releaseProgram = bundledProgram('src/release-main.ts');
  let fronts: TemporaryFronts;
  let gateway: TestGateway;

  beforeAll(async () => {
    fronts = createTemporaryFronts();
    fronts.build({ name: 'shell', manifest: aShellManifest({ contract: '3.0.0' }) });
    fronts.build({ name: 'mf-discovery', manifest: aMainManifest() });
    gateway = await gateways.start({ folder: fronts.root });
  });
  afterAll(() => fronts.remove());

  const outcomeOf = async (command: Promise<Omit<Outcome, 'code'>>): Promise<Outcome> => {
    try {
      const { stdout, stderr } = await command;
      return { code: 0, stdout, stderr };
    } catch (exitError) {
      return ExitError.parse(exitError);
    }
  };

  /** Runs a command in a separate process. */
  const run = (commandLine: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> =>
    outcomeOf(
      promisify(execFile)(process.execPath, [releaseProgram(), ...commandLine], {
        cwd: fronts.root,
        env: { ...gateway.commandEnvironment, ...environment },
      }),
    );

  /**
   * Runs a command in the process of the test, on the gateway's database, because a separate process needs half a
   * second to start.
   */
  const runInProcess = (commandLine: readonly string[]): Promise<Outcome> =>
    outcomeOf(
      runCommand((output) =>
        runRelease(
          commandLine,
          createLocalReleases(() => gateway.config),
          output,
        ),
      ),
    );

  const layBuild = ({ files }: WholeRelease, folder: string): string => {
    const buildFolder = join(fronts.root, folder, 'dist');
    mkdirSync(buildFolder, { recursive: true });
    for (const [name, content] of files) writeFileSync(join(buildFolder, name), content);
    return join(fronts.root, folder);
  };

  it('lets a team publish, promote and take back its remote at a running gateway, with its own token alone', async () => {
    const token = (await run(['token', 'mf-social', '--note', 'social-ci'])).stdout.trim();
    expect(token).toMatch(/^mzr_[\w-]{43}$/);
    const runAsTeam = (...commandLine: readonly string[]) =>
      run([...commandLine, '--gateway', gateway.url], { RELEASE_TOKEN: token, DATA_DIR: '/nowhere', DATABASE_URL: '' });
    for (const [index, release] of [first, second].entries()) {
      const published = await runAsTeam('publish', layBuild(release, `team-${index}`), '--channel', 'stable');
      expect(published).toEqual({
        code: 0,
        stdout: `mf-social ${release.manifest.version} ist veröffentlicht. Kanäle: stable\n`,
        stderr: '',
      });
    }
    const rolledBack = await runAsTeam('rollback', 'mf-social', '--json');
    expect(Release.parse(JSON.parse(rolledBack.stdout)).version).toBe(first.manifest.version);
    expect((await runAsTeam('rollback', 'mf-social')).code).toBe(1);
    expect((await runAsTeam('promote', 'mf-social', second.manifest.version)).code).toBe(0);
    const acts = z.array(ReleaseAct).parse(JSON.parse((await runAsTeam('audit', 'mf-social', '--json')).stdout));
    expect(acts.map(({ by, act }) => [by, act])).toEqual([
      ['social-ci', 'promote'],
      ['social-ci', 'rollback'],
      ['social-ci', 'publish'],
      ['social-ci', 'publish'],
    ]);
    expect((await runAsTeam('list', 'mf-discovery')).stderr).toBe('Dieses Remote oder dieses Release gibt es nicht.\n');
    expect(await run(['revoke', 'mf-social'])).toMatchObject({ code: 0, stdout: 'Beendete Token: 1\n' });
    expect((await runAsTeam('list')).stderr).toBe('Das Token in RELEASE_TOKEN gilt nicht.\n');
  });

  it('does the same beside the gateway, on its database', async () => {
    expect((await run(['rollback', 'mf-social'])).code).toBe(0);
    // Advances the clock, because the gateway caches its database's state for a moment.
    gateway.clock.advance(1_000);
    const registry = await (await fetch(`${gateway.url}/registry.json`)).text();
    expect(registry).toContain(first.manifest.version);
    const listedRow = (await runInProcess(['list'])).stdout.split('\n').find((row) => row.startsWith('mf-social'));
    expect(listedRow?.split(/ {2,}/).slice(0, 4)).toEqual(['mf-social', 'stable', first.manifest.version, '100 %']);
    const listed = await runInProcess(['list', 'mf-social', '--json']);
    expect(z.array(ReleaseSummary).parse(JSON.parse(listed.stdout))).toHaveLength(2);
    expect(
      (await runInProcess(['diff', 'mf-social', first.manifest.version, second.manifest.version])).stdout,
    ).toContain('→');
    expect((await runInProcess(['show', 'mf-social', first.manifest.version])).stdout).toContain('Vertrag');
    expect(await runInProcess(['pin', 'mf-social'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('festgehalten'),
    });
    expect((await runInProcess(['unpin', 'mf-social'])).code).toBe(0);
    expect(await runInProcess(['prune'])).toMatchObject({ code: 0, stdout: 'Gelöschte Releases: 0\n' });
  });

  it('runs the conformance suite of a build that has no report of its own, and publishes what it vouches for', async () => {
    const checked = aWholeRelease('geprüft');
    const folder = layBuild(checked, 'checked');
    const reportFile = join(folder, 'dist/conformance.json');
    renameSync(reportFile, join(folder, 'report-of-the-suite.json'));
    const unchecked = await run(['publish', folder]);
    expect(unchecked).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^conformanceMissing: .*npm run conformance/),
    });
    const conformance = 'echo geprüft && cp report-of-the-suite.json dist/conformance.json';
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'mf-social', scripts: { conformance } }));
    const published = await run(['publish', folder, '--json']);
    expect([published.code, PublishedRelease.parse(JSON.parse(published.stdout)).version]).toEqual([
      0,
      checked.manifest.version,
    ]);
    expect(published.stderr).toContain('geprüft');
    expect((await run(['publish', folder])).stderr).toBe('');
  });

  it('tells each reason of a refusal with its remedy, and ends with 1', async () => {
    const folder = layBuild(aWholeRelease('drei', { contract: '^9.0.0' }), 'unfit');
    const refused = await runInProcess(['publish', folder, '--dry-run']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^contractUnmet: Das Remote braucht den Vertrag \^9\.0\.0, .*\. Passe .*\n$/);
    const answer: unknown = JSON.parse((await runInProcess(['publish', folder, '--json'])).stdout);
    expect(answer).toMatchObject({ code: 'releaseRefused', problems: [{ code: 'contractUnmet' }] });
    const missing = await runInProcess(['publish', join(fronts.root, 'leer')]);
    expect(missing.stderr).toMatch(/^noBuild: /);
  });

  it('says so when the gateway does not answer', async () => {
    const { code, stderr } = await run(['list', '--gateway', 'http://127.0.0.1:9']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^unreachable: /)]);
  });

  const wrongCommandLines: readonly (readonly string[])[] = [
    [],
    ['bogus'],
    ['list', '--bogus'],
    ['publish', 'a', 'b'],
    ['publish', '--channel', 'canary'],
    ['promote', 'mf-social'],
    ['promote', 'mf-social', '1', '--to', 'canary'],
    ['promote', 'mf-social', '1', '--channel', 'beta'],
    ['promote', 'mf-social', '1', '--dry-run'],
    ['publish', 'a', '--to', 'stable'],
    ['publish', 'a', '--note', ' '],
    ['publish', 'a', '--note', 'x'.repeat(501)],
    ['rollback'],
    ['rollback', 'mf-social', '--dry-run'],
    ['pin', 'mf-social', '--to', '1'],
    ['prune', '--dry-run'],
    ['token', 'mf-social', '--note', 'x'.repeat(101)],
    ['token', 'mf-social', '--mail', 'team'],
    ['rollback', 'mf-social', '--force'],
    ['health', 'mf-social', 'mf-other'],
    ['revoke', 'mf-social', '--note', 'x'],
    ['pin'],
    ['unpin'],
    ['show', 'mf-social'],
    ['diff', 'mf-social', '1'],
    ['audit'],
    ['token'],
    ['token', 'shell'],
    ['token', 'mf-social', '--all'],
    ['prune', 'mf-social'],
    ['token', 'mf-social', '--gateway', 'http://127.0.0.1:9'],
  ];

  it.each(wrongCommandLines)('prints its usage for the wrong command line %j', async (...commandLine) => {
    const lines: string[] = [];
    const output = { log: (line: string) => lines.push(`out: ${line}`), error: (line: string) => lines.push(line) };
    const exitCode = await runRelease(
      commandLine.flat(),
      createLocalReleases(() => gateway.config),
      output,
    );
    expect([exitCode, lines]).toEqual([2, [expect.stringMatching(/^Aufruf: npm run release/)]]);
  });

  it.each([
    [['list'], 'needs --gateway'],
    [['publish', 'dist'], 'needs --gateway'],
    [['prune'], 'has no database'],
  ])('acts over HTTP alone for a team outside of the repository: %s', async (argv) => {
    const lines: string[] = [];
    const output = { log: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
    expect(await runRelease(argv, null, output)).toBe(2);
    expect(lines).toEqual([
      expect.stringMatching(argv[0] === 'prune' ? /^Aufruf: / : /^Gib das Gateway mit --gateway/),
    ]);
  });

  it('prints its usage when it is asked for', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Aufruf: npm run release/) });
  });
});

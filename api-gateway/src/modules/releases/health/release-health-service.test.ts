import type { ReleaseEvent, ReleaseHealth } from '@mahlzeit/contract';
import type { Database } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import type { Outbox } from '../../mail';
import { aMainManifest, aShellManifest, aWholeRelease } from '../fakes/fake-releases';
import type { WholeRelease } from '../fakes/fake-releases';
import { createReleaseActs, createTeamTokens, RETIRED_RELEASE_MS } from '../store';
import { packFiles } from '../store/pack-release';
import { createReleaseHealthService, VISITOR_LIFETIME_MS } from './release-health-service';

const NAME = 'mf-social';
const first = aWholeRelease('eins');
const second = aWholeRelease('zwei');
const third = aWholeRelease('drei');
const actor = { name: 'social-ci', address: '192.0.2.1' };
const composition = { shell: aShellManifest({ contract: '3.0.0' }), pages: [], remotes: [aMainManifest()] };
const START = 1_750_000_000_000;
const MINUTE_MS = 60_000;

type SentMail = Parameters<Outbox['enqueue']>[1];

const versionOf = ({ manifest }: WholeRelease): string => manifest.version;

const failed = (release: WholeRelease): ReleaseEvent => ({
  name: NAME,
  version: versionOf(release),
  kind: 'failed',
  phase: 'mount',
});

const loaded = (release: WholeRelease, ms = 120): ReleaseEvent => ({
  name: NAME,
  version: versionOf(release),
  kind: 'loaded',
  ms,
});

const createClock = () => {
  let now = START;
  return { realNow: () => now, advance: (ms: number) => (now += ms) };
};

describeOnEachEngine('health of releases', (testDatabases) => {
  const openService = (database: Database, clock: { realNow(): number }, supportEmail = 'support@mahlzeit.test') => {
    const mails: SentMail[] = [];
    const logged: object[] = [];
    let changes = 0;
    const health = createReleaseHealthService({
      database,
      clock,
      supportEmail,
      outbox: { enqueue: async (tx, message) => tx.afterCommit(() => mails.push(message)) },
      log: { error: (facts: object) => void logged.push(facts) },
      onWithdrawn: () => (changes += 1),
    });
    return { health, mails, logged, changeCount: () => changes };
  };

  const setUp = async () => {
    const database: Database = await testDatabases.open();
    const clock = createClock();
    const acts = createReleaseActs({
      database,
      clock,
      onChanged: () => {},
      readComposition: async () => composition,
      tryPrerender: async () => null,
    });
    const service = openService(database, clock);
    const publish = async (...releases: readonly WholeRelease[]) => {
      for (const { files } of releases) {
        clock.advance(MINUTE_MS);
        const options = { channel: 'stable', isDryRun: false, note: null } as const;
        const published = await acts.publish(await packFiles(files), options, { actor, mayPublish: () => true });
        expect(published).toMatchObject({ ok: true });
      }
    };
    const promote = (release: WholeRelease, isForced: boolean) => {
      clock.advance(MINUTE_MS);
      return acts.promote({ name: NAME, version: versionOf(release), channel: 'stable', share: 100, isForced }, actor);
    };
    /** Reports the same release event by several visitors, each from another IP address. */
    const reportBy = async (event: ReleaseEvent, from: number, to: number, health = service.health) => {
      for (let index = from; index <= to; index += 1)
        await health.report([event], { uid: `guest-${index}`, address: `192.0.2.${index}` });
    };
    const stableVersion = async (): Promise<string | undefined> =>
      (await acts.list(NAME)).find(({ channels }) => channels.some(({ channel }) => channel === 'stable'))?.version;
    const healthOf = async (release: WholeRelease): Promise<ReleaseHealth | undefined> =>
      (await service.health.list(NAME)).find(({ version }) => version === versionOf(release));
    const actNames = async () => (await acts.listActs(NAME)).map(({ act, by, version }) => [act, by, version]);
    return { ...service, database, clock, acts, publish, promote, reportBy, stableVersion, healthOf, actNames };
  };

  it('counts visitors and not their events', async () => {
    const { health, publish, healthOf, clock } = await setUp();
    await publish(first);
    const since = clock.realNow();
    const anna = { uid: 'anna', address: '192.0.2.1' };
    clock.advance(MINUTE_MS);
    await health.report([loaded(first, 90), failed(first), failed(first)], anna);
    await health.report([loaded(first, 9_000), failed(first), { ...failed(first), phase: 'runtime' }], anna);
    await health.report([loaded(first, 2_000)], { ...anna, uid: 'ben' });
    expect(await healthOf(first)).toMatchObject({
      loads: 2,
      failures: 1,
      phases: { entry: 0, chunk: 0, mount: 1, update: 0, runtime: 1 },
      p75Ms: 2_239,
      since,
      withdrawnAt: null,
    });
  });

  it('ignores unknown releases, and releases that no channel has delivered or that it stopped a day ago', async () => {
    const { health, publish, reportBy, healthOf, clock } = await setUp();
    await publish(first, second);
    await health.report([{ ...failed(first), name: 'mf-other' }, failed(third)], { uid: 'anna', address: 'a' });
    await reportBy(loaded(first), 1, 2);
    expect(await healthOf(first)).toMatchObject({ loads: 2 });
    clock.advance(RETIRED_RELEASE_MS + 1);
    await reportBy(loaded(first), 3, 4);
    expect(await healthOf(first)).toMatchObject({ loads: 2 });
    expect(await healthOf(third)).toBeUndefined();
  });

  it('takes a release back at the twentieth failing visitor, tells pages, the team and the log, and marks it', async () => {
    const { publish, reportBy, stableVersion, healthOf, actNames, mails, logged, changeCount, database, clock } =
      await setUp();
    await createTeamTokens({ database, clock }).issue({ remoteName: NAME, tokenName: 'ci' }, 'team@mahlzeit.test');
    await createTeamTokens({ database, clock }).issue(
      { remoteName: 'mf-other', tokenName: 'x' },
      'other@mahlzeit.test',
    );
    await createTeamTokens({ database, clock }).issue({ remoteName: null, tokenName: 'all' }, 'betrieb@mahlzeit.test');
    await publish(first);
    await reportBy(loaded(first), 1, 30);
    await publish(second);
    await reportBy(failed(second), 1, 19);
    expect(await stableVersion()).toBe(versionOf(second));
    expect(mails).toEqual([]);
    await reportBy(failed(second), 20, 20);
    expect(await stableVersion()).toBe(versionOf(first));
    expect(await healthOf(second)).toMatchObject({ failures: 20, withdrawnAt: clock.realNow() });
    expect((await actNames())[0]).toEqual(['withdraw', 'gateway', versionOf(second)]);
    expect(changeCount()).toBe(1);
    expect(logged).toEqual([expect.objectContaining({ name: NAME, version: versionOf(second), outcome: 'withdrawn' })]);
    expect(mails.map(({ to }) => to)).toEqual(['team@mahlzeit.test', 'betrieb@mahlzeit.test']);
    expect(mails[0]).toMatchObject({
      kind: 'releaseFailed',
      outcome: 'withdrawn',
      counts: { visitors: 20, failures: 20 },
      before: { visitors: 30, failures: 0 },
    });
  });

  it('lets nobody take a release back from one address or with one session, while others load it', async () => {
    const { health, publish, reportBy, stableVersion } = await setUp();
    await publish(first);
    await reportBy(loaded(first), 1, 30);
    await publish(second);
    await reportBy(loaded(second), 1, 3);
    for (let index = 0; index < 60; index += 1) {
      await health.report([failed(second)], { uid: `invented-${index}`, address: '203.0.113.9' });
      await health.report([failed(second)], { uid: 'one session', address: `203.0.113.${index}` });
    }
    expect(await stableVersion()).toBe(versionOf(second));
  });

  it('counts twenty colleagues behind one address, where the remote has no other visitors', async () => {
    const { health, publish, stableVersion } = await setUp();
    await publish(first, second);
    for (let index = 0; index < 20; index += 1)
      await health.report([failed(second)], { uid: `colleague-${index}`, address: '198.51.100.7' });
    expect(await stableVersion()).toBe(versionOf(first));
  });

  it('takes back once when two gateways count the same failures', async () => {
    const { publish, reportBy, actNames, health, mails, clock, stableVersion } = await setUp();
    await publish(first, second);
    const other = openService(await testDatabases.open(), clock);
    await reportBy(failed(second), 1, 19);
    await Promise.all([
      reportBy(failed(second), 20, 25, health),
      reportBy(failed(second), 26, 30, other.health),
      reportBy(failed(second), 20, 25, other.health),
    ]);
    expect((await actNames()).filter(([act]) => act === 'withdraw')).toHaveLength(1);
    expect(mails.length + other.mails.length).toBe(1);
    expect(await stableVersion()).toBe(versionOf(first));
  });

  it('goes back no second time before a person delivers a release, and tells the team once', async () => {
    const { publish, reportBy, stableVersion, mails, promote } = await setUp();
    await publish(first, second, third);
    await reportBy(failed(third), 1, 20);
    expect(await stableVersion()).toBe(versionOf(second));
    await reportBy(failed(second), 1, 25);
    expect(await stableVersion()).toBe(versionOf(second));
    expect(mails.map((mail) => 'outcome' in mail && mail.outcome)).toEqual(['withdrawn', 'returnedBefore']);
    expect(await promote(second, false)).toMatchObject({ ok: true });
    await reportBy(failed(second), 1, 20);
    expect(await stableVersion()).toBe(versionOf(first));
  });

  it('stays, and tells the support once, when there is no earlier release', async () => {
    const { publish, reportBy, stableVersion, mails, logged } = await setUp();
    await publish(first);
    await reportBy(failed(first), 1, 30);
    expect(await stableVersion()).toBe(versionOf(first));
    expect(mails).toEqual([expect.objectContaining({ to: 'support@mahlzeit.test', outcome: 'nothingBefore' })]);
    expect(logged).toHaveLength(1);
  });

  it('promotes and pins a release that was taken back only by force, and counts it from zero', async () => {
    const { publish, reportBy, promote, acts, stableVersion, healthOf } = await setUp();
    await publish(first, second);
    await reportBy(failed(second), 1, 20);
    const withdrawn = { ok: false, error: { code: 'withdrawn' } };
    expect(await promote(second, false)).toEqual(withdrawn);
    expect(await acts.pin(NAME, versionOf(second), actor)).toEqual(withdrawn);
    expect(await promote(second, true)).toMatchObject({ ok: true });
    expect(await healthOf(second)).toMatchObject({ failures: 0, withdrawnAt: null });
    await reportBy(loaded(second), 1, 1);
    expect(await healthOf(second)).toMatchObject({ loads: 1, failures: 0 });
    expect(await stableVersion()).toBe(versionOf(second));
    expect(await promote(second, false)).toMatchObject({ ok: true });
  });

  it('rolls back to no release that was taken back', async () => {
    const { publish, reportBy, promote, acts } = await setUp();
    await publish(first, second, third);
    expect(await promote(second, false)).toMatchObject({ ok: true });
    await reportBy(failed(second), 1, 20);
    await publish(aWholeRelease('vier'));
    expect(await acts.rollBack(NAME, versionOf(second), actor)).toEqual({ ok: false, error: { code: 'withdrawn' } });
    expect(await acts.rollBack(NAME, undefined, actor)).toMatchObject({ value: { version: versionOf(third) } });
    expect(await acts.rollBack(NAME, undefined, actor)).toMatchObject({ value: { version: versionOf(first) } });
  });

  it('takes a pinned release back as well, and the remote stays pinned', async () => {
    const { publish, reportBy, acts, stableVersion } = await setUp();
    await publish(first, second);
    await acts.pin(NAME, undefined, actor);
    await reportBy(failed(second), 1, 20);
    expect(await stableVersion()).toBe(versionOf(first));
    expect(await acts.find(NAME, versionOf(first))).toMatchObject({ value: { isPinned: true } });
  });

  it('shows the last hour, forgets visitors after a day, and counts them again', async () => {
    const { health, publish, reportBy, healthOf, clock, database } = await setUp();
    await publish(first);
    await reportBy(loaded(first), 1, 2);
    clock.advance(5 * MINUTE_MS);
    await reportBy(failed(first), 1, 1);
    const { recent = [] } = (await healthOf(first)) ?? {};
    expect(recent).toHaveLength(12);
    expect(recent.slice(-2).map(({ loads, failures }) => [loads, failures])).toEqual([
      [2, 0],
      [0, 1],
    ]);
    const storedText = async () =>
      JSON.stringify(await database.read((connection) => knexOf(connection)('release_visitor')));
    expect(await storedText()).not.toMatch(/guest|192\.0\.2/);
    clock.advance(VISITOR_LIFETIME_MS + 1);
    await health.prune();
    expect(await storedText()).toBe('[]');
    await reportBy(loaded(first), 1, 1);
    expect(await healthOf(first)).toMatchObject({ loads: 3, failures: 1 });
  });

  it('forgets the counts of deleted releases', async () => {
    const { health, publish, reportBy, acts, clock, database } = await setUp();
    await publish(first);
    await reportBy(loaded(first), 1, 1);
    await publish(second, third);
    clock.advance(RETIRED_RELEASE_MS + 1);
    expect(await acts.prune(actor)).toHaveLength(1);
    await health.prune();
    expect(await database.read((connection) => knexOf(connection)('release_health'))).toEqual([]);
  });
});

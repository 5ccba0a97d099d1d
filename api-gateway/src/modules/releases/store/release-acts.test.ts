import { RegistryItem } from '@mahlzeit/contract';
import type { ReleaseChannel } from '@mahlzeit/contract';
import type { Database } from '../../../platform';
import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { aMainManifest, aShellManifest, aWholeRelease, withManifest } from '../fakes/fake-releases';
import type { WholeRelease } from '../fakes/fake-releases';
import { packFiles } from './pack-release';
import { createReleaseActs, RETIRED_RELEASE_MS } from './release-acts';
import type { ReleaseActs } from './release-acts';
import { createReleaseStore, registrySource } from './release-store';

const first = aWholeRelease('eins');
const second = aWholeRelease('zwei');
const third = aWholeRelease('drei');
const actor = { name: 'social-ci', address: '192.0.2.1' };
const caller = { actor, mayPublish: (name: string) => name === 'mf-social' };
const promotionOf = (version: string) =>
  ({ name: 'mf-social', version, channel: 'stable', share: 100, isForced: false }) as const;
const composition = {
  shell: aShellManifest({ contract: '3.0.0' }),
  pages: [],
  remotes: [aMainManifest()],
};

const createClock = () => {
  let now = 1_000;
  return { realNow: () => now, advance: (ms: number) => (now += ms) };
};

describeOnEachEngine('acts on releases', (testDatabases) => {
  const setUp = async (shellContract = '3.0.0') => {
    const database: Database = await testDatabases.open();
    const clock = createClock();
    const acts = createReleaseActs({
      database,
      clock,
      onChanged: () => {},
      tryPrerender: async () => null,
      readComposition: async () => ({ ...composition, shell: aShellManifest({ contract: shellContract }) }),
    });
    const publish = async ({ files }: WholeRelease, channel: ReleaseChannel = 'stable', isDryRun = false) =>
      acts.publish(await packFiles(files), { channel, isDryRun, note: null }, caller);
    const publishAll = async (...releases: readonly WholeRelease[]) => {
      for (const release of releases) {
        clock.advance(10);
        expect(await publish(release)).toMatchObject({ ok: true });
      }
    };
    const stableVersion = async () =>
      (await createReleaseStore(database).readState()).deliveries.find(
        ({ name, channel, isRollout }) => name === 'mf-social' && channel === 'stable' && !isRollout,
      )?.version ?? null;
    const count = async (table: string): Promise<number> => (await createRows(database, table)).length;
    return { database, clock, acts, publish, publishAll, stableVersion, count };
  };

  const createRows = (database: Database, table: string): Promise<unknown[]> =>
    database.read(async (connection) => (await import('../../../platform/database/knex-of')).knexOf(connection)(table));

  it('publishes to a channel, with the files that the release has', async () => {
    const { acts, publish, stableVersion } = await setUp();
    const published = await publish(first, 'beta');
    expect(published).toMatchObject({
      ok: true,
      value: {
        name: 'mf-social',
        version: first.manifest.version,
        publishedBy: 'social-ci',
        publishedAt: 1_000,
        channels: [{ channel: 'beta', share: 100 }],
        isPinned: false,
        problems: [],
      },
    });
    expect(published.ok && Object.keys(published.value.files).sort()).toEqual(Object.keys(first.manifest.files).sort());
    expect(await stableVersion()).toBeNull();
    expect(await acts.find('mf-social', first.manifest.version)).toMatchObject({ ok: true });
  });

  it('keeps once what two releases share', async () => {
    const { publishAll, count } = await setUp();
    await publishAll(first, second);
    expect(await count('release_file')).toBe(4);
    expect(await count('release_content')).toBe(3);
  });

  it('changes nothing when the same content is published again, also from another commit', async () => {
    const { acts, publish, publishAll } = await setUp();
    await publishAll(first, second);
    const sameRelease = aWholeRelease('eins', { commit: 'abcdef0' });
    expect(await publish(sameRelease)).toMatchObject({ ok: true, value: { channels: [] } });
    expect((await acts.listActs('mf-social')).map(({ act }) => act)).toEqual(['publish', 'publish']);
  });

  it('asks publishers to come again when many archives wait', async () => {
    const { acts } = await setUp();
    const archive = await packFiles(first.files);
    const options = { channel: 'stable', isDryRun: true, note: null } as const;
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => acts.publish(archive, options, caller)));
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.ok : outcome.reason))).toEqual([
      ...Array.from({ length: 8 }, () => true),
      expect.objectContaining({ code: 'unavailable' }),
    ]);
  });

  it('refuses another content under a published version', async () => {
    const { publish, publishAll } = await setUp();
    await publishAll(first);
    const forgedRelease = aWholeRelease('zwei', { version: first.manifest.version });
    for (const isDryRun of [true, false])
      expect(await publish(forgedRelease, 'stable', isDryRun)).toEqual({ ok: false, error: { code: 'releaseExists' } });
  });

  it('refuses a file name that stands for another content already', async () => {
    const { publish, publishAll } = await setUp();
    await publishAll(first);
    const reusing = aWholeRelease('zwei', { entry: first.manifest.entry });
    const entryContent = second.files.get(second.manifest.entry) ?? Buffer.alloc(0);
    const files = {
      [first.manifest.entry]: second.manifest.files[second.manifest.entry] ?? '',
      'chunk.1a1b2c3d4e.js': first.manifest.files['chunk.1a1b2c3d4e.js'] ?? '',
    };
    const archiveFiles = new Map([
      [first.manifest.entry, entryContent],
      ['chunk.1a1b2c3d4e.js', first.files.get('chunk.1a1b2c3d4e.js') ?? Buffer.alloc(0)],
    ]);
    const manifest = { ...reusing.manifest, files };
    const reusingRelease = withManifest({ manifest, files: archiveFiles }, manifest);
    for (const isDryRun of [true, false])
      expect(await publish(reusingRelease, 'stable', isDryRun)).toMatchObject({
        error: { code: 'invalidRelease', details: { problems: [{ code: 'fileNameReused' }] } },
      });
  });

  it('stores nothing of a release that is refused, of a remote of others, or of a dry run', async () => {
    const { acts, publish, count } = await setUp();
    const damagedRelease = { ...first, files: new Map(first.files).set(first.manifest.entry, Buffer.from('x')) };
    expect(await publish(damagedRelease)).toMatchObject({
      error: { code: 'invalidRelease', details: { problems: [{ code: 'hashMismatch' }] } },
    });
    expect(await publish(aWholeRelease('fremd', { screens: ['details'] }))).toMatchObject({
      error: { code: 'releaseRefused', details: { problems: [{ code: 'screenTaken' }] } },
    });
    expect(await publish(aWholeRelease('anders', { name: 'mf-other' }))).toEqual({
      ok: false,
      error: { code: 'notFound' },
    });
    expect(await publish(first, 'stable', true)).toMatchObject({
      ok: true,
      value: { version: first.manifest.version, channels: [] },
    });
    for (const table of ['release', 'release_file', 'release_content', 'release_act'])
      expect([table, await count(table)]).toEqual([table, 0]);
    expect(await acts.list(null)).toEqual([]);
  });

  it('promotes a release, tells open pages, and writes down who has done it', async () => {
    const { database, acts, publish, stableVersion } = await setUp();
    await publish(first, 'beta');
    expect(await acts.promote(promotionOf(first.manifest.version), actor)).toMatchObject({
      ok: true,
      value: {
        channels: expect.arrayContaining([
          { channel: 'stable', share: 100 },
          { channel: 'beta', share: 100 },
        ]),
      },
    });
    expect(await stableVersion()).toBe(first.manifest.version);
    expect((await acts.listActs('mf-social'))[0]).toEqual({
      at: 1_000,
      by: 'social-ci',
      act: 'promote',
      version: first.manifest.version,
      channel: 'stable',
      share: 100,
    });
    const session = { uid: 'u', sessionId: 's', isAnonymous: true, isVerified: false, isDeleted: false, authTime: 0 };
    const items = await database.read((knex) => registrySource.snapshot(session, null, knex));
    expect(items.map(({ value }) => RegistryItem.parse(value))).toEqual([
      { key: 'mf-social', version: first.manifest.version, rollout: null },
    ]);
  });

  it('promotes no release that is unknown or no longer fits', async () => {
    const { acts, publish } = await setUp('3.0.0');
    await publish(first, 'beta');
    expect(await acts.promote(promotionOf('9.9.9'), actor)).toEqual({
      ok: false,
      error: { code: 'notFound' },
    });
    const laterGateway = await setUp('4.0.0');
    expect(await laterGateway.acts.promote(promotionOf(first.manifest.version), actor)).toMatchObject({
      error: { code: 'releaseRefused', details: { problems: [{ code: 'contractUnmet' }] } },
    });
  });

  it('rolls back one release after the other, until there is nothing before', async () => {
    const { acts, publishAll, stableVersion } = await setUp();
    await publishAll(first, second, third);
    for (const { manifest } of [second, first]) {
      expect(await acts.rollBack('mf-social', undefined, actor)).toMatchObject({
        ok: true,
        value: { version: manifest.version },
      });
      expect(await stableVersion()).toBe(manifest.version);
    }
    expect(await acts.rollBack('mf-social', undefined, actor)).toEqual({ ok: false, error: { code: 'nothingBefore' } });
    expect(await stableVersion()).toBe(first.manifest.version);
  });

  it('rolls back to a named release, and only to one that was delivered', async () => {
    const { acts, publish, publishAll, stableVersion } = await setUp();
    await publishAll(first, second);
    await publish(third, 'beta');
    expect(await acts.rollBack('mf-social', third.manifest.version, actor)).toMatchObject({
      error: { code: 'nothingBefore' },
    });
    await acts.promote(promotionOf(third.manifest.version), actor);
    expect(await acts.rollBack('mf-social', first.manifest.version, actor)).toMatchObject({ ok: true });
    expect(await stableVersion()).toBe(first.manifest.version);
    for (const { manifest } of [second, first]) await acts.promote(promotionOf(manifest.version), actor);
    expect(await acts.rollBack('mf-social', first.manifest.version, actor)).toMatchObject({
      error: { code: 'nothingBefore' },
    });
    expect(await acts.rollBack('mf-nobody', undefined, actor)).toMatchObject({ error: { code: 'notFound' } });
  });

  it('delivers nothing newer by itself while a remote is pinned', async () => {
    const { database, acts, publish, publishAll, stableVersion } = await setUp();
    await publishAll(first);
    expect(await acts.pin('mf-social', undefined, actor)).toMatchObject({ ok: true, value: { isPinned: true } });
    expect(await publish(second)).toMatchObject({ ok: true, value: { channels: [], problems: [{ code: 'pinned' }] } });
    await createReleaseStore(database).publishBuild(
      { release: { name: 'mf-social', manifest: third.manifest }, contents: null },
      2_000,
    );
    expect(await stableVersion()).toBe(first.manifest.version);
    expect(await acts.promote(promotionOf(second.manifest.version), actor)).toMatchObject({ ok: true });
    expect(await acts.unpin('mf-social', actor)).toMatchObject({ ok: true, value: { isPinned: false } });
    expect(await acts.pin('mf-social', first.manifest.version, actor)).toMatchObject({
      ok: true,
      value: { isPinned: true },
    });
    expect(await stableVersion()).toBe(first.manifest.version);
    expect(await acts.pin('mf-nobody', undefined, actor)).toMatchObject({ error: { code: 'notFound' } });
    expect(await acts.unpin('mf-nobody', actor)).toMatchObject({ error: { code: 'notFound' } });
  });

  it('keeps a rollback when the gateway starts again with the build that was rolled back', async () => {
    const { database, acts, publishAll, stableVersion } = await setUp();
    await publishAll(first);
    const store = createReleaseStore(database);
    const build = { release: { name: 'mf-social', manifest: second.manifest }, contents: null } as const;
    await store.publishBuild(build, 2_000);
    expect(await stableVersion()).toBe(second.manifest.version);
    await acts.rollBack('mf-social', undefined, actor);
    await store.publishBuild(build, 3_000);
    expect(await stableVersion()).toBe(first.manifest.version);
    await store.publishBuild({ release: { name: 'mf-social', manifest: third.manifest }, contents: null }, 4_000);
    expect(await stableVersion()).toBe(third.manifest.version);
  });

  it('lists releases, newest first, with their sizes, and compares two of them', async () => {
    const { acts, publishAll } = await setUp();
    const changed = aWholeRelease('neu', { screens: ['contacts', 'groups'], slots: [], shared: { react: '19.0.0' } });
    await publishAll(first, changed);
    const releases = await acts.list('mf-social');
    expect(releases.map(({ version }) => version)).toEqual([changed, first].map(({ manifest }) => manifest.version));
    expect(releases[1]?.bytes).toBe(
      [...first.files].filter(([name]) => name.endsWith('.br')).reduce((sum, [, { length }]) => sum + length, 0),
    );
    expect(await acts.list('mf-nobody')).toEqual([]);
    const diff = await acts.compare('mf-social', first.manifest.version, changed.manifest.version);
    expect(diff).toMatchObject({
      ok: true,
      value: {
        screens: { added: ['groups'], removed: [] },
        slots: { added: [], removed: ['restaurant/social'] },
        commands: { added: [], removed: [] },
        contract: { before: '^3.0.0', after: '^3.0.0' },
        shared: { react: { before: null, after: '19.0.0' } },
      },
    });
    expect(
      diff.ok && diff.value.files.map(({ path, before, after }) => [path, before === null, after === null]).sort(),
    ).toEqual(
      [
        [first.manifest.entry, false, true],
        [changed.manifest.entry, true, false],
      ].sort(),
    );
    expect(await acts.compare('mf-social', first.manifest.version, '9.9.9')).toMatchObject({
      error: { code: 'notFound' },
    });
  });

  it('prunes what no channel has delivered for a day, but neither the present release nor the one before', async () => {
    const { clock, acts, publish, publishAll, count } = await setUp();
    await publishAll(first, second, third);
    await publish(aWholeRelease('beta'), 'beta');
    // The second release replaced the first one ten milliseconds before the last publication.
    clock.advance(RETIRED_RELEASE_MS - 10);
    expect(await acts.prune(actor)).toEqual([]);
    clock.advance(1);
    expect(await acts.prune(actor)).toEqual([{ name: 'mf-social', version: first.manifest.version }]);
    expect(await count('release')).toBe(3);
    expect(await count('release_content')).toBe(4);
    expect(await acts.find('mf-social', first.manifest.version)).toMatchObject({ error: { code: 'notFound' } });
    expect(await acts.rollBack('mf-social', undefined, actor)).toMatchObject({ ok: true });
    expect(await acts.rollBack('mf-social', undefined, actor)).toMatchObject({ error: { code: 'nothingBefore' } });
  });

  describe('a rollout to a share of the visitors', () => {
    const channelsOf = async (acts: ReleaseActs): Promise<Readonly<Record<string, unknown>>> =>
      Object.fromEntries(
        (await acts.list('mf-social')).map(({ version, channels }) => [version, channels.map(({ share }) => share)]),
      );
    const [firstVersion, secondVersion] = [first.manifest.version, second.manifest.version];

    const setUpRollout = async (share: number) => {
      const setup = await setUp();
      await setup.publishAll(first);
      await setup.publish(second, 'beta');
      const promoteSecond = (newShare: number) =>
        setup.acts.promote({ ...promotionOf(secondVersion), share: newShare }, actor);
      expect(await promoteSecond(share)).toMatchObject({ ok: true });
      return { ...setup, promoteSecond };
    };
    const stableShares = async (database: Database) =>
      (await createReleaseStore(database).readState()).deliveries
        .filter(({ channel }) => channel === 'stable')
        .map(({ version, share, isRollout }) => [version, share, isRollout]);

    it('begins beside the release that all others get, and is written down with its share', async () => {
      const { database, acts, stableVersion } = await setUpRollout(10);
      expect(await stableShares(database)).toEqual([
        [firstVersion, 90, false],
        [secondVersion, 10, true],
      ]);
      expect(await stableVersion()).toBe(firstVersion);
      expect(await channelsOf(acts)).toEqual({ [firstVersion]: [90], [secondVersion]: [100, 10] });
      expect((await acts.listActs('mf-social'))[0]).toMatchObject({
        act: 'promote',
        version: secondVersion,
        share: 10,
      });
    });

    it('grows, and ends when everybody gets the release', async () => {
      const { database, promoteSecond } = await setUpRollout(10);
      await promoteSecond(50);
      expect(await stableShares(database)).toEqual([
        [firstVersion, 50, false],
        [secondVersion, 50, true],
      ]);
      await promoteSecond(100);
      expect(await stableShares(database)).toEqual([[secondVersion, 100, false]]);
    });

    it('ends with the way back, which needs no version, and the release before stays where it was', async () => {
      const { database, acts } = await setUpRollout(10);
      expect(await acts.rollBack('mf-social', undefined, actor)).toMatchObject({
        ok: true,
        value: { version: firstVersion, channels: [{ channel: 'stable', share: 100 }] },
      });
      expect(await stableShares(database)).toEqual([[firstVersion, 100, false]]);
      expect(await acts.rollBack('mf-social', undefined, actor)).toMatchObject({ ok: false });
    });

    it('ends when the release that all others get is promoted, and when a release is published for everybody', async () => {
      const { database, acts } = await setUpRollout(10);
      await acts.promote({ ...promotionOf(firstVersion), share: 20 }, actor);
      expect(await stableShares(database)).toEqual([[firstVersion, 100, false]]);
      const { database: otherDatabase, publish } = await setUpRollout(10);
      await publish(third);
      expect(await stableShares(otherDatabase)).toEqual([[third.manifest.version, 100, false]]);
    });

    it('keeps the files of both releases, and gives up those of the one that nobody gets any longer', async () => {
      const { acts, clock } = await setUpRollout(10);
      await acts.promote({ ...promotionOf(secondVersion), channel: 'beta' }, actor);
      clock.advance(2 * RETIRED_RELEASE_MS);
      expect(await acts.prune(actor)).toEqual([]);
    });

    it('reaches everybody where nothing was delivered before', async () => {
      const { database, acts, publish } = await setUp();
      await publish(first, 'beta');
      await acts.promote({ ...promotionOf(firstVersion), share: 10 }, actor);
      expect(await stableShares(database)).toEqual([[firstVersion, 100, false]]);
    });
  });
});

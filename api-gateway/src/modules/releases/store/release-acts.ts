import { isDeepStrictEqual } from 'node:util';
import { err, ok } from '@mahlzeit/contract';
import type {
  PublishedRelease,
  Release,
  ReleaseAct,
  ReleaseChannel,
  ReleaseDiff,
  ReleaseProblem,
  ReleaseSummary,
  Result,
} from '@mahlzeit/contract';
import { createSemaphore, withAdmission } from '../../../platform';
import type { Clock, Connection, Database, RouteError, WriteTransaction } from '../../../platform';
import type { CurrentReleases, RemoteManifest } from '../manifest';
import { createActRepository } from './act-repository';
import type { Actor } from './act-repository';
import { createChannelRepository } from './channel-repository';
import type { ReleaseDelivery, NewReleaseDelivery } from './channel-repository';
import { compareReleases, presentRelease, presentReleaseSummary } from './present-release';
import type { ReleaseContext } from './present-release';
import { createPublicationCheck } from './publication-check';
import type { TryPrerender } from './publication-check';
import { unpackRelease } from './release-archive';
import type { UnpackedRelease } from './release-archive';
import { checkRelease } from './release-checks';
import { releaseProblem } from './release-problem';
import { createReleaseRepository, releaseIdOf, storedFilesOf } from './release-repository';
import type { StoredRelease } from './release-repository';
import { deliverRelease, tellPages } from './release-store';
import { createWithdrawalRepository } from './withdrawal-repository';
import { findEarlierRelease } from './withdrawals';

/** Options with which a team publishes a release. */
export interface PublishOptions {
  readonly channel: ReleaseChannel;
  /** True to check the release without storing it. */
  readonly isDryRun: boolean;
  readonly note: string | null;
}

/** Result of a change of releases: the changed release, or the reason why nothing has changed. */
export type ActResult<T = Release> = Result<T, RouteError>;

/** Release that a channel is to deliver, to everybody or to a share of its visitors beside the present release. */
export interface Promotion extends NewReleaseDelivery {
  /** True to deliver even a release that the gateway has withdrawn. */
  readonly isForced: boolean;
}

/** Actions of teams and operators on releases: publish, promote, roll back, pin, delete. */
export interface ReleaseActs {
  /** Publishes a gzipped tar of a release's folder. `mayPublish` returns whether the caller may publish this remote. */
  publish(
    archive: Uint8Array,
    options: PublishOptions,
    caller: { readonly actor: Actor; mayPublish(name: string): boolean },
  ): Promise<ActResult<PublishedRelease>>;
  /** Makes a channel deliver a release. A release that the gateway has withdrawn needs `isForced`. */
  promote(promotion: Promotion, actor: Actor): Promise<ActResult>;
  /**
   * Rolls back: `stable` delivers the previous release, or an earlier one, to everybody. During a gradual rollout, the
   * previous release is the one that all other visitors get.
   */
  rollBack(name: string, version: string | undefined, actor: Actor): Promise<ActResult>;
  /** Pins a release, by default the present one: `stable` keeps delivering it. */
  pin(name: string, version: string | undefined, actor: Actor): Promise<ActResult>;
  unpin(name: string, actor: Actor): Promise<ActResult>;
  list(name: string | null): Promise<readonly ReleaseSummary[]>;
  find(name: string, version: string): Promise<ActResult>;
  compare(name: string, from: string, to: string): Promise<ActResult<ReleaseDiff>>;
  listActs(name: string): Promise<readonly ReleaseAct[]>;
  /** Deletes releases that no channel has delivered for a day. Returns their names and versions. */
  prune(actor: Actor): Promise<readonly { readonly name: string; readonly version: string }[]>;
}

interface ReleaseActsDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'realNow'>;
  /** Returns the shell and the remotes that visitors get now. */
  readComposition(): Promise<CurrentReleases>;
  readonly tryPrerender: TryPrerender;
  /** Called after an action that may change which releases visitors get. */
  onChanged(): void;
}

/** Milliseconds for which the files of a release are kept after the last channel has stopped delivering it. */
export const RETIRED_RELEASE_MS = 24 * 3_600_000;

// Number of archives that are unpacked at the same time: one, because an archive may occupy some 200 megabytes while
// the gateway unpacks and stores it.
const MAX_CONCURRENT_PUBLICATIONS = 1;

/** Maximum number of archives that are unpacked or wait for it. */
const MAX_PUBLICATIONS = 8;

const NOT_FOUND: RouteError = { code: 'notFound' };

const problemError = (code: 'invalidRelease' | 'releaseRefused', problems: readonly ReleaseProblem[]): RouteError => ({
  code,
  message: problems.map(({ message }) => message).join(' '),
  details: { problems },
});

const readContext = async (connection: Connection): Promise<ReleaseContext> => ({
  deliveries: await createChannelRepository(connection).findDeliveries(),
  pinnedNames: await createChannelRepository(connection).findPinned(),
});

const readRelease = async (connection: Connection, name: string, version: string): Promise<ActResult> => {
  const releases = createReleaseRepository(connection);
  const storedRelease = await releases.find(name, version);
  return storedRelease === null
    ? err(NOT_FOUND)
    : ok(presentRelease(storedRelease, await readContext(connection), await releases.findFiles(name, version)));
};

/** Converts a release that was only checked to the form in which it would be published. */
const presentDryRun = (
  { manifest, contents }: UnpackedRelease,
  note: string | null,
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Release =>
  presentRelease(
    { manifest, publishedAt: at, publishedBy: actor.name, note, isStored: false },
    { deliveries: [], pinnedNames: [] },
    storedFilesOf(manifest, contents),
  );

const stableVersionOf = async (connection: Connection, name: string): Promise<string | null> =>
  (await createChannelRepository(connection).findDeliveries(name)).find(
    ({ channel, isRollout }) => channel === 'stable' && !isRollout,
  )?.version ?? null;

/** Returns the release that `stable` delivers since the last time; during a gradual rollout, the new one. */
const findNewestStable = async (connection: Connection, name: string): Promise<ReleaseDelivery | null> =>
  (await createChannelRepository(connection).findDeliveries(name)).findLast(({ channel }) => channel === 'stable') ??
  null;

// Compares two releases without their commit: the same content is the same release, whatever commit it was built from.
const isSameRelease = (stored: RemoteManifest, published: RemoteManifest): boolean =>
  isDeepStrictEqual({ ...stored, commit: null }, { ...published, commit: null });

/** Creates the actions on releases. Each action is one transaction, so that nobody sees half of it. */
export const createReleaseActs = ({
  database,
  clock,
  readComposition,
  tryPrerender,
  onChanged,
}: ReleaseActsDeps): ReleaseActs => {
  /** Returns a release if it can be delivered: its files are stored, and it fits the present product. */
  const findDeliverable = async (name: string, version: string): Promise<Result<StoredRelease, RouteError>> => {
    const storedRelease = await database.read((knex) => createReleaseRepository(knex).find(name, version));
    if (storedRelease === null || !storedRelease.isStored) return err(NOT_FOUND);
    const { refusals } = checkRelease(storedRelease.manifest, await readComposition());
    return refusals.length === 0 ? ok(storedRelease) : err(problemError('releaseRefused', refusals));
  };

  /** Runs a change of releases in one transaction. */
  const changeReleases = async <T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> => {
    const result = await database.write(work);
    onChanged();
    return result;
  };

  const isPinned = async (name: string): Promise<boolean> =>
    (await database.read((knex) => createChannelRepository(knex).findPinned())).includes(name);

  const recordAct = (
    tx: WriteTransaction,
    act: Omit<Parameters<ReturnType<typeof createActRepository>['record']>[0], 'at'>,
  ) => createActRepository(tx.knex).record({ ...act, at: clock.realNow() });

  /**
   * Returns the stored release with the version of a published one; null if there is none yet. Refuses a version or a
   * file name that is already used for another content.
   */
  const findSameRelease = async (
    connection: Connection,
    manifest: RemoteManifest,
  ): Promise<Result<StoredRelease | null, RouteError>> => {
    const releases = createReleaseRepository(connection);
    const existing = await releases.find(manifest.name, manifest.version);
    if (existing !== null && !isSameRelease(existing.manifest, manifest)) return err({ code: 'releaseExists' });
    const reusedPaths = await releases.findReusedPaths(manifest);
    return reusedPaths.length === 0
      ? ok(existing)
      : err(
          problemError(
            'invalidRelease',
            reusedPaths.map((file) => releaseProblem('fileNameReused', { file })),
          ),
        );
  };

  const storeRelease = (
    { manifest, contents }: UnpackedRelease,
    { channel, note }: PublishOptions,
    actor: Actor,
  ): Promise<ActResult> =>
    changeReleases(async (tx) => {
      const { name, version } = manifest;
      const existing = await findSameRelease(tx.knex, manifest);
      if (!existing.ok) return existing;
      if (existing.value === null || !existing.value.isStored) {
        const publishedAt = clock.realNow();
        await createReleaseRepository(tx.knex).put({
          release: { name, manifest },
          publishedAt,
          publishedBy: actor.name,
          note,
          contents,
        });
        const isHeld = channel === 'stable' && (await createChannelRepository(tx.knex).findPinned()).includes(name);
        if (!isHeld) await deliverRelease(tx, { name, channel, version, share: 100 }, publishedAt);
        const delivered = isHeld ? { channel: null, share: null } : { channel, share: 100 };
        await recordAct(tx, { name, act: 'publish', version, ...delivered, actor });
      }
      return readRelease(tx.knex, name, version);
    });

  const checkOnly = async (unpacked: UnpackedRelease, { note }: PublishOptions, actor: Actor): Promise<ActResult> => {
    const existing = await database.read((knex) => findSameRelease(knex, unpacked.manifest));
    return existing.ok ? ok(presentDryRun(unpacked, note, { actor, at: clock.realNow() })) : existing;
  };

  const deliverChecked = async (
    { isForced, ...delivery }: Promotion,
    act: 'promote' | 'pin',
    actor: Actor,
  ): Promise<ActResult> => {
    const { name, version } = delivery;
    const deliverable = await findDeliverable(name, version);
    if (!deliverable.ok) return deliverable;
    return changeReleases(async (tx) => {
      // Fails if the release was deleted after it was checked.
      if ((await createReleaseRepository(tx.knex).find(name, version)) === null) return err(NOT_FOUND);
      const withdrawals = createWithdrawalRepository(tx.knex);
      if (!isForced && (await withdrawals.findOf(name)).has(version)) return err({ code: 'withdrawn' });
      await withdrawals.clear(name, version);
      await deliverRelease(tx, delivery, clock.realNow());
      if (act === 'pin') await createChannelRepository(tx.knex).setPinned(name, true);
      await recordAct(tx, { ...delivery, act, actor });
      return readRelease(tx.knex, name, version);
    });
  };

  const checkPublication = createPublicationCheck({ readComposition, tryPrerender });

  const publicationSemaphore = withAdmission(createSemaphore(MAX_CONCURRENT_PUBLICATIONS), MAX_PUBLICATIONS);

  const publish: ReleaseActs['publish'] = async (archive, options, { actor, mayPublish }) => {
    const unpacked = await unpackRelease(archive);
    if (!unpacked.ok) return err(problemError('invalidRelease', unpacked.error));
    const { manifest } = unpacked.value;
    if (!mayPublish(manifest.name)) return err(NOT_FOUND);
    const { refusals, warnings } = await checkPublication(unpacked.value);
    if (refusals.length > 0) return err(problemError('releaseRefused', [...refusals, ...warnings]));
    const published = await (options.isDryRun ? checkOnly : storeRelease)(unpacked.value, options, actor);
    if (!published.ok) return published;
    const isHeld = options.channel === 'stable' && (await isPinned(manifest.name));
    return ok({ ...published.value, problems: [...warnings, ...(isHeld ? [releaseProblem('pinned')] : [])] });
  };

  return {
    publish: (...publication) => publicationSemaphore.run(() => publish(...publication)),

    promote: (promotion, actor) => deliverChecked(promotion, 'promote', actor),

    rollBack: (name, version, actor) =>
      changeReleases(async (tx) => {
        const newestStable = await findNewestStable(tx.knex, name);
        if (newestStable === null) return err(NOT_FOUND);
        const withdrawals = await createWithdrawalRepository(tx.knex).findOf(name);
        if (version !== undefined && withdrawals.has(version)) return err({ code: 'withdrawn' });
        const target = await findEarlierRelease(tx.knex, newestStable, version);
        if (target === null) return err({ code: 'nothingBefore' });
        const delivery = { name, channel: 'stable', version: target, share: 100 } as const;
        await createChannelRepository(tx.knex).goBackTo(delivery, clock.realNow());
        await tellPages(tx, name);
        await recordAct(tx, { ...delivery, act: 'rollback', actor });
        return readRelease(tx.knex, name, target);
      }),

    async pin(name, version, actor) {
      const stableVersion = await database.read((knex) => stableVersionOf(knex, name));
      if (stableVersion === null) return err(NOT_FOUND);
      if (version !== undefined && version !== stableVersion)
        return deliverChecked({ name, version, channel: 'stable', share: 100, isForced: false }, 'pin', actor);
      return changeReleases(async (tx) => {
        await createChannelRepository(tx.knex).setPinned(name, true);
        await recordAct(tx, { name, act: 'pin', version: stableVersion, channel: null, share: null, actor });
        return readRelease(tx.knex, name, stableVersion);
      });
    },

    unpin: (name, actor) =>
      changeReleases(async (tx) => {
        const version = await stableVersionOf(tx.knex, name);
        if (version === null) return err(NOT_FOUND);
        await createChannelRepository(tx.knex).setPinned(name, false);
        await recordAct(tx, { name, act: 'unpin', version, channel: null, share: null, actor });
        return readRelease(tx.knex, name, version);
      }),

    list: (name) =>
      database.read(async (knex) => {
        const releases = createReleaseRepository(knex);
        const context = await readContext(knex);
        const bytesByRelease = await releases.sumBytes();
        return (await releases.list(name)).map((storedRelease) =>
          presentReleaseSummary(storedRelease, context, bytesByRelease.get(releaseIdOf(storedRelease.manifest)) ?? 0),
        );
      }),

    find: (name, version) => database.read((knex) => readRelease(knex, name, version)),

    compare: (name, from, to) =>
      database.read(async (knex) => {
        const fromRelease = await readRelease(knex, name, from);
        const toRelease = await readRelease(knex, name, to);
        if (!fromRelease.ok) return fromRelease;
        return toRelease.ok ? ok(compareReleases(fromRelease.value, toRelease.value)) : toRelease;
      }),

    listActs: (name) => database.read((knex) => createActRepository(knex).list(name)),

    prune: (actor) =>
      changeReleases(async (tx) => {
        const prunable = await createChannelRepository(tx.knex).findPrunable(clock.realNow() - RETIRED_RELEASE_MS);
        await createReleaseRepository(tx.knex).remove(prunable);
        for (const { name, version } of prunable)
          await recordAct(tx, { name, act: 'prune', version, channel: null, share: null, actor });
        return prunable;
      }),
  };
};

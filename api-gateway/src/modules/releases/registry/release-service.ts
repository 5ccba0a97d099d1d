import { createSingleFlight } from '../../../platform';
import type { Clock } from '../../../platform';
import { isPageName, ReleaseName, SHELL_NAME } from '../manifest';
import type { CurrentReleases, PageManifest, Release, RemoteManifest, ShellManifest } from '../manifest';
import { releaseIdOf } from '../store';
import type { ReleaseDelivery, DeliveryState, ReleaseStore } from '../store';
import type { ReleaseFolder } from './release-files';
import { ANY_VISITOR, chooseDelivery } from './visitor';
import type { Visitor } from './visitor';

interface ReleaseServiceDeps {
  readonly folder: Pick<ReleaseFolder, 'list' | 'inspect' | 'readContents'>;
  readonly store: ReleaseStore;
  readonly clock: Pick<Clock, 'realNow'>;
  readonly onBroken: (releaseName: ReleaseName, cause: unknown) => void;
}

interface ReleaseService {
  /**
   * Returns the current releases of a visitor, by default of an unknown visitor. These are the releases that the
   * channels deliver, builds of the checkout that are newer than the last stored build, and always the checkout's own
   * shell and pages without the shell. A release with missing files stays current, because the files may come back.
   */
  current(visitor?: Visitor): Promise<CurrentReleases>;
  /**
   * Returns whether a channel delivers a release to a share of its visitors, so that each visitor needs a random number
   * (ticket).
   */
  hasRollout(): Promise<boolean>;
  /**
   * Replaces each remote's release that is among `failedReleases` (`name@version`) by the last good release before it:
   * the latest release that `stable` has delivered and that is not among them. A remote without such a release stays as
   * it is.
   */
  replaceFailed(releases: CurrentReleases, failedReleases: readonly string[]): Promise<CurrentReleases>;
  /** Stores the new builds that `current` has found, so that open pages and other gateways are informed of them. */
  publishNew(): Promise<void>;
  /** Makes the next call of `current` read the store again, after this process has changed it. */
  forgetState(): void;
}

/**
 * Milliseconds for which the state of the release store is cached. Another gateway or a command may change the state,
 * and new pages get the change within this time.
 */
const STATE_LIFETIME_MS = 250;

type ReleaseByName = ReadonlyMap<ReleaseName, Release>;

const currentReleasesOf = (releaseByName: ReleaseByName): CurrentReleases => {
  let shellManifest: ShellManifest | null = null;
  const pageManifests: PageManifest[] = [];
  const remoteManifests: RemoteManifest[] = [];
  for (const releaseName of [...releaseByName.keys()].sort()) {
    const currentRelease = releaseByName.get(releaseName);
    if (currentRelease === undefined) continue;
    if (currentRelease.name === SHELL_NAME) shellManifest = currentRelease.manifest;
    else if ('entry' in currentRelease.manifest) remoteManifests.push(currentRelease.manifest);
    else pageManifests.push(currentRelease.manifest);
  }
  return { shell: shellManifest, pages: pageManifests, remotes: remoteManifests };
};

/** A release that a channel delivers, with its manifest. */
interface DeliveredRelease extends ReleaseDelivery {
  readonly release: Release;
}

/** State of the release store, with the releases that the channels deliver. */
interface StoredState {
  readonly state: DeliveryState;
  readonly delivered: readonly DeliveredRelease[];
}

/** Result of reading the release store and the checkout's builds. */
interface RefreshedReleases {
  readonly delivered: readonly DeliveredRelease[];
  /** Builds that every visitor gets instead of the releases that the channels deliver. */
  readonly shownBuilds: readonly Release[];
  /** Builds that the release store doesn't contain yet. */
  readonly newBuilds: readonly Release[];
}

const releasesForVisitor = ({ delivered, shownBuilds }: RefreshedReleases, visitor: Visitor): CurrentReleases => {
  const deliveriesByName = new Map<ReleaseName, DeliveredRelease[]>();
  for (const delivery of delivered)
    deliveriesByName.set(delivery.release.name, [...(deliveriesByName.get(delivery.release.name) ?? []), delivery]);
  const shownNames = new Set(shownBuilds.map(({ name }) => name));
  const chosenDeliveries = [...deliveriesByName]
    .filter(([name]) => !shownNames.has(name))
    .flatMap(([name, deliveries]) => chooseDelivery(name, deliveries, visitor) ?? []);
  return {
    ...currentReleasesOf(
      new Map(
        [...chosenDeliveries.map(({ release }) => release), ...shownBuilds].map((release) => [release.name, release]),
      ),
    ),
    deliveryByRemote: new Map(chosenDeliveries.map(({ name, channel, share }) => [name, { channel, share }])),
  };
};

/**
 * Creates the reader of the release store's state. It caches the state for a moment, and the releases that are
 * delivered.
 */
const createStateReader = (store: ReleaseStore, clock: Pick<Clock, 'realNow'>) => {
  let cachedState: { readonly stored: StoredState; readonly readAt: number } | null = null;
  let lastDelivered: readonly DeliveredRelease[] = [];
  let changeCount = 0;

  const findRelease = async ({ name, version }: ReleaseDelivery): Promise<Release | null> => {
    const known = lastDelivered.find((delivery) => delivery.name === name && delivery.version === version);
    return known?.release ?? store.find(ReleaseName.parse(name), version);
  };
  const readDelivered = async ({ deliveries }: DeliveryState): Promise<readonly DeliveredRelease[]> => {
    const deliveredReleases: DeliveredRelease[] = [];
    for (const delivery of deliveries) {
      const release = await findRelease(delivery);
      if (release !== null) deliveredReleases.push({ ...delivery, release });
    }
    return deliveredReleases;
  };

  return {
    async read(): Promise<StoredState> {
      const readAt = clock.realNow();
      if (cachedState !== null && readAt - cachedState.readAt < STATE_LIFETIME_MS) return cachedState.stored;
      const changeCountBefore = changeCount;
      const state = await store.readState();
      const stored = { state, delivered: await readDelivered(state) };
      lastDelivered = stored.delivered;
      // Caches the state only if nothing has changed while it was read: otherwise it may be the one from before the
      // change.
      if (changeCount === changeCountBefore) cachedState = { stored, readAt };
      return stored;
    },
    /** Discards the cached state, so that the next call reads the releases from the database. */
    forget(): void {
      changeCount += 1;
      cachedState = null;
    },
  };
};

/**
 * Creates the service of current releases. Pages get a new build at once; a separate run stores it, so that no page
 * waits for that.
 */
export const createReleaseService = ({ folder, store, clock, onBroken }: ReleaseServiceDeps): ReleaseService => {
  const buildByName = new Map<ReleaseName, Release>();
  // Builds that this gateway hasn't published yet. It publishes each build once: otherwise two gateways with different
  // builds would replace each other's release again and again.
  const unpublishedByName = new Map<ReleaseName, Release>();
  const stateReader = createStateReader(store, clock);
  const refreshFlight = createSingleFlight<RefreshedReleases>();

  const inspectBuild = async (releaseName: ReleaseName): Promise<void> => {
    const inspectionResult = await folder.inspect(releaseName);
    if (inspectionResult.status === 'broken') onBroken(releaseName, inspectionResult.cause);
    if (inspectionResult.status !== 'found') return;
    const { release } = inspectionResult;
    if (buildByName.get(releaseName)?.manifest.version !== release.manifest.version)
      unpublishedByName.set(releaseName, release);
    buildByName.set(releaseName, release);
  };

  const markPublished = (build: Release): void => {
    // Deletes the published build from the list unless another build was found in the meantime.
    if (unpublishedByName.get(build.name) === build) unpublishedByName.delete(build.name);
  };

  const refreshReleases = async (): Promise<RefreshedReleases> => {
    await Promise.all((await folder.list()).map(inspectBuild));
    // Lists the unpublished builds before the state is read: a build that is published in the meantime may not be in
    // that state yet.
    const unpublishedBuilds = [...unpublishedByName.values()];
    const { state, delivered } = await stateReader.read();
    const isStored = ({ name, manifest }: Release): boolean => state.buildVersions.get(name) === manifest.version;
    unpublishedBuilds.filter(isStored).forEach(markPublished);
    const newBuilds = unpublishedBuilds.filter((build) => !isStored(build));
    const shownBuilds = [
      ...newBuilds.filter(({ name }) => !state.pinnedNames.has(name)),
      // Adds the builds of the shell and of pages without it, because the store holds no files of them.
      ...[...buildByName.values()].filter(({ name }) => name === SHELL_NAME || isPageName(name)),
    ];
    return { delivered, shownBuilds, newBuilds };
  };

  // Shares one refresh between pages that are requested at the same moment.
  const refreshOnce = () => refreshFlight.run('releases', refreshReleases);

  return {
    current: async (visitor = ANY_VISITOR) => releasesForVisitor(await refreshOnce(), visitor),

    hasRollout: async () => (await refreshOnce()).delivered.some(({ isRollout }) => isRollout),

    async replaceFailed(releases, failedReleases) {
      const failedIds = new Set(failedReleases);
      const replaceIfFailed = async (manifest: RemoteManifest): Promise<RemoteManifest> => {
        if (!failedIds.has(releaseIdOf(manifest))) return manifest;
        return (await store.findLastGood(manifest.name, failedIds)) ?? manifest;
      };
      return { ...releases, remotes: await Promise.all(releases.remotes.map(replaceIfFailed)) };
    },

    async publishNew() {
      const { newBuilds } = await refreshOnce();
      for (const release of newBuilds) {
        await store.publishBuild({ release, contents: await folder.readContents(release) }, clock.realNow());
        stateReader.forget();
        markPublished(release);
      }
    },

    forgetState: stateReader.forget,
  };
};

import type { Release, ReleaseDiff, ReleaseSummary } from '@mahlzeit/contract';
import type { ReleaseDelivery } from './channel-repository';
import type { StoredFile, StoredRelease } from './release-repository';

/** Facts about a release that its manifest doesn't contain. */
export interface ReleaseContext {
  readonly deliveries: readonly ReleaseDelivery[];
  readonly pinnedNames: readonly string[];
}

const totalBytesOf = (files: readonly StoredFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Converts a release to the summary that its team gets, without its files. `bytes` is the size of all files as
 * transferred; 0 for a release whose files lie only in their folder.
 */
export const presentReleaseSummary = (
  { manifest, publishedAt, publishedBy, note }: StoredRelease,
  { deliveries, pinnedNames }: ReleaseContext,
  bytes: number,
): ReleaseSummary => {
  const { name, version, commit, contract, shared, screens, slots, commands } = manifest;
  const channels = deliveries
    .filter((delivery) => delivery.name === name && delivery.version === version)
    .map(({ channel, share }) => ({ channel, share }));
  return {
    name,
    version,
    publishedAt,
    publishedBy,
    note,
    commit,
    contract,
    shared,
    screens,
    slots,
    commands,
    bytes,
    channels,
    isPinned: pinnedNames.includes(name) && channels.some(({ channel }) => channel === 'stable'),
  };
};

/** Converts a release to the form that its team gets, with its files. */
export const presentRelease = (
  storedRelease: StoredRelease,
  context: ReleaseContext,
  files: readonly StoredFile[],
): Release => ({
  ...presentReleaseSummary(storedRelease, context, totalBytesOf(files)),
  files: Object.fromEntries(files.map(({ path, integrity, bytes }) => [path, { integrity, bytes }])),
});

const changesOf = (before: readonly string[], after: readonly string[]) => ({
  added: after.filter((name) => !before.includes(name)),
  removed: before.filter((name) => !after.includes(name)),
});

/** Returns the values that differ between two records, by key; null where a record lacks the key. */
const differencesOf = <Value>(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): [key: string, values: { readonly before: Value | null; readonly after: Value | null }][] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .filter((key) => before[key] !== after[key])
    .map((key) => [key, { before: before[key] ?? null, after: after[key] ?? null }]);

/** Compares two releases of a remote for its team. */
export const compareReleases = (before: Release, after: Release): ReleaseDiff => {
  const integrityOf = ({ files }: Release) =>
    Object.fromEntries(Object.entries(files).map(([path, { integrity }]) => [path, integrity]));
  return {
    files: differencesOf(integrityOf(before), integrityOf(after)).map(([path]) => ({
      path,
      before: before.files[path]?.bytes ?? null,
      after: after.files[path]?.bytes ?? null,
    })),
    screens: changesOf(before.screens, after.screens),
    slots: changesOf(before.slots, after.slots),
    commands: changesOf(before.commands, after.commands),
    contract: { before: before.contract, after: after.contract },
    shared: Object.fromEntries(differencesOf(before.shared, after.shared)),
  };
};

import type { ReleaseStore } from '../release-book';
import type { Release } from '../release-manifest';

/** A release store in memory, with what was published. */
export const createFakeReleaseStore = (): ReleaseStore & { readonly published: Release[] } => {
  const published: Release[] = [];
  return {
    published,
    listStable: async () => [...new Map(published.map((release) => [release.name, release])).values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    publish: async (release) => void published.push(release),
  };
};

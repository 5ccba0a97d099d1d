import { useMinute } from '@mahlzeit/shared-ui/platform/standalone';
import type { FeedState } from '@mahlzeit/shared-ui/platform/standalone';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Overview } from '../releases/overview';
import type { ReleasePlatform } from './release-platform';

const ReleaseContext = createContext<ReleasePlatform | null>(null);

interface ReleaseProviderProps {
  readonly platform: ReleasePlatform;
  readonly children: ReactNode;
}

/** Provides the platform of the release console (API client, clock, releases) to its components. */
export const ReleaseProvider = ({ platform, children }: ReleaseProviderProps) => (
  <ReleaseContext value={platform}>{children}</ReleaseContext>
);

/** Returns the platform of the release console; throws outside of a `ReleaseProvider`. */
export const useReleases = (): ReleasePlatform => {
  const platform = useContext(ReleaseContext);
  if (platform === null) throw new Error('This part of the page stands outside of a ReleaseProvider');
  return platform;
};

/** Returns the last overview and the error of the last request; the component renders again when they change. */
export const useOverview = (): FeedState<Overview> => {
  const { onOverview, overview } = useReleases();
  return useSyncExternalStore(onOverview, overview);
};

/** Returns the start of the current minute on the gateway's machine; the component renders again at each minute. */
export const useNow = (): number => useMinute(useReleases().clock);

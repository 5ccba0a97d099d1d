import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Overview } from '../releases/overview';
import type { FeedState } from './polled-feed';
import type { ReleasePlatform, ReleaseSession } from './release-platform';

const ReleaseContext = createContext<ReleasePlatform | null>(null);

interface ReleaseProviderProps {
  readonly platform: ReleasePlatform;
  readonly children: ReactNode;
}

/** Provides the page's platform to its components. */
export const ReleaseProvider = ({ platform, children }: ReleaseProviderProps) => (
  <ReleaseContext value={platform}>{children}</ReleaseContext>
);

/** Returns the page's platform; throws outside of a `ReleaseProvider`. */
export const useReleases = (): ReleasePlatform => {
  const platform = useContext(ReleaseContext);
  if (platform === null) throw new Error('This part of the page stands outside of a ReleaseProvider');
  return platform;
};

/** Returns the session; the component renders again when it changes. */
export const useReleaseSession = (): ReleaseSession => {
  const { onSession, session } = useReleases();
  return useSyncExternalStore(onSession, session);
};

/** Returns the last overview and the error of the last request; the component renders again when they change. */
export const useOverview = (): FeedState<Overview> => {
  const { onOverview, overview } = useReleases();
  return useSyncExternalStore(onOverview, overview);
};

const MINUTE_MS = 60_000;

/** Returns the start of the current minute on the gateway's machine; the component renders again at each minute. */
export const useNow = (): number => {
  const { clock } = useReleases();
  return useSyncExternalStore(clock.onMinute, () => Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS);
};

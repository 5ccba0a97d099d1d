import { useMinute } from '@mahlzeit/shared-ui/platform/standalone';
import type { FeedState } from '@mahlzeit/shared-ui/platform/standalone';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { DecidedReport, OpenReport } from '@mahlzeit/contract';
import type { ModerationPlatform } from './moderation-platform';
import type { ReportList } from './paged-feed';

const ModerationContext = createContext<ModerationPlatform | null>(null);

interface ModerationProviderProps {
  readonly platform: ModerationPlatform;
  readonly children: ReactNode;
}

/** Provides the platform of the moderation console (API client, clock, reports) to its components. */
export const ModerationProvider = ({ platform, children }: ModerationProviderProps) => (
  <ModerationContext value={platform}>{children}</ModerationContext>
);

/** Returns the platform of the moderation console; throws outside of a `ModerationProvider`. */
export const useModeration = (): ModerationPlatform => {
  const platform = useContext(ModerationContext);
  if (platform === null) throw new Error('This part of the page stands outside of a ModerationProvider');
  return platform;
};

/** Returns the open reports and the error of the last request; the component renders again when they change. */
export const useOpenReports = (): FeedState<ReportList<OpenReport>> => {
  const { openReports } = useModeration();
  return useSyncExternalStore(openReports.subscribe, openReports.get);
};

/**
 * Returns the reports that moderators have decided. They are requested from the gateway while the component is mounted.
 */
export const useDecidedReports = (): FeedState<ReportList<DecidedReport>> => {
  const { decidedReports } = useModeration();
  useEffect(() => {
    decidedReports.start();
    return decidedReports.stop;
  }, [decidedReports]);
  return useSyncExternalStore(decidedReports.subscribe, decidedReports.get);
};

/** Returns the start of the current minute by the gateway's clock; the component renders again at each minute. */
export const useNow = (): number => useMinute(useModeration().clock);

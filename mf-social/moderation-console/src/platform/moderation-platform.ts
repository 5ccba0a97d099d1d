import { decideReport, getDecidedReports, getModerator, getOpenReports } from '@mahlzeit/contract';
import type { ClosedReports, DecidedReport, DecisionForm, Moderator, OpenReport, Result } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { createTokenPlatform } from '@mahlzeit/shared-ui/platform/standalone';
import type { ShellClock, TokenPlatformDeps, TokenSignIn } from '@mahlzeit/shared-ui/platform/standalone';
import { createPagedFeed, PAGE_SIZE } from './paged-feed';
import type { PagedFeed } from './paged-feed';

/** Platform of the moderation console. It uses no cookie, only a moderation token that the operator has created. */
export interface ModerationPlatform extends TokenSignIn<Moderator> {
  /** Clock of the gateway, which tests can move; it gives reports and decisions their times. */
  readonly clock: ShellClock;
  /** Open reports, the oldest first; read every few seconds while the page is visible. */
  readonly openReports: PagedFeed<OpenReport>;
  /** Decisions of the last days, the newest first; read while the page shows them. */
  readonly decidedReports: PagedFeed<DecidedReport>;
  /**
   * Sends a decision on a report, and loads the open reports again. Repeated requests with the same idempotency key
   * decide only once.
   */
  decide(reportKey: string, decision: DecisionForm, idempotencyKey: string): Promise<Result<ClosedReports, ApiError>>;
  /** Starts with the token that is stored on this device. */
  start(): void;
  stop(): void;
}

/** Time in ms between a response with reports and the next request for reports. */
const POLL_INTERVAL_MS = 5_000;

const TOKEN_STORAGE_KEY = 'mahlzeit.moderation.token';

/** Creates the platform of the moderation console. It does nothing until `start` is called. */
export const createModerationPlatform = (platformDeps: TokenPlatformDeps): ModerationPlatform => {
  const { signIn, clock, apiClient, createFeed, start, stop } = createTokenPlatform(platformDeps, {
    storageKey: TOKEN_STORAGE_KEY,
    ownerRoute: getModerator,
    followsGatewayClock: true,
  });
  const openReports = createPagedFeed<OpenReport>({
    readPage: (after, signal) => apiClient.call(getOpenReports, { query: { after, limit: PAGE_SIZE } }, signal),
    createFeed: (read) =>
      createFeed({ read: (_owner, signal) => read(signal), pauseMs: POLL_INTERVAL_MS, startsWithSession: true }),
    now: clock.now,
  });
  const decidedReports = createPagedFeed<DecidedReport>({
    readPage: (before, signal) => apiClient.call(getDecidedReports, { query: { before, limit: PAGE_SIZE } }, signal),
    createFeed: (read) =>
      createFeed({ read: (_owner, signal) => read(signal), pauseMs: POLL_INTERVAL_MS, startsWithSession: false }),
    now: clock.now,
  });
  return {
    ...signIn,
    clock,
    openReports,
    decidedReports,
    async decide(reportKey, decision, idempotencyKey) {
      const answer = await apiClient.call(decideReport, {
        params: { key: reportKey },
        body: decision,
        idempotencyKey,
      });
      // The result of the decision is shown at once; the list of reports is updated afterwards.
      void openReports.refresh();
      return answer;
    },
    start,
    stop,
  };
};

import { reportAbuse } from '@mahlzeit/contract';
import { route } from '../../platform';
import type { GatewayModule, ModuleDeps } from '../../platform';
import type { AccountModeration } from '../identity';
import type { Outbox } from '../mail';
import { moderationRoutes } from './moderation-routes';
import { createModerationService } from './moderation-service';
import { reportPersonalData } from './personal-data';
import { createReportCleanup } from './report-cleanup';
import { createReportService } from './report-service';

export { createModerationService, type ModerationService } from './moderation-service';

const REPORTS_PER_HOUR = 10;

/** Parts of the platform that the module of reports needs, and the actions of moderators on accounts. */
export interface ReportModuleDeps extends Pick<
  ModuleDeps,
  'config' | 'database' | 'clock' | 'log' | 'createRateLimiter'
> {
  /** Sends the mails about a report. */
  readonly outbox: Outbox;
  readonly accounts: AccountModeration;
}

/** Creates the module of reports of messages, pictures and people, and of the decisions on them. */
export const createReportModule = ({
  config,
  database,
  clock,
  log,
  createRateLimiter,
  outbox,
  accounts,
}: ReportModuleDeps): GatewayModule => {
  const reportService = createReportService({
    database,
    clock,
    outbox,
    supportEmail: config.deployment.supportEmail,
    limiter: createRateLimiter('report', { points: REPORTS_PER_HOUR, durationMs: 60 * 60_000 }),
  });
  return {
    routes: [
      route(reportAbuse, ({ session, body }) => reportService.report(session.uid, body)),
      // Without a token nobody could call the routes of the moderation, so they don't exist.
      ...(config.moderationTokens.length === 0
        ? []
        : moderationRoutes(createModerationService({ database, clock, log, outbox, accounts }))),
    ],
    periodicJobs: [createReportCleanup({ database, clock })],
    personalData: reportPersonalData,
  };
};

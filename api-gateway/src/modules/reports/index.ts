import { reportAbuse } from '@mahlzeit/contract';
import { route } from '../../platform';
import type { GatewayModule, ModuleDeps } from '../../platform';
import type { AccountModeration } from '../identity';
import type { Outbox } from '../mail';
import { moderationRoutes } from './moderation-routes';
import { createModerationService } from './moderation-service';
import { createReportPersonalData } from './personal-data';
import { createReportCleanup } from './report-cleanup';
import { createReportService } from './report-service';

export { createModerationService, type ModerationService } from './moderation-service';
export { REPORT_COLUMNS } from './report-repository';

const REPORTS_PER_HOUR = 10;

// Maximum number of reports in an hour from one IP address. New accounts cost little, and many people may share an
// address.
const REPORTS_PER_HOUR_AND_ADDRESS = 60;

const HOUR_MS = 60 * 60_000;

/** Parts of the platform that the reports module needs, and the actions of moderators on accounts. */
export interface ReportModuleDeps extends Pick<
  ModuleDeps,
  'config' | 'database' | 'clock' | 'log' | 'secrets' | 'createRateLimiter'
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
  secrets,
  createRateLimiter,
  outbox,
  accounts,
}: ReportModuleDeps): GatewayModule => {
  const reportService = createReportService({
    database,
    clock,
    outbox,
    secrets,
    supportEmail: config.deployment.supportEmail,
    limits: {
      ofUser: createRateLimiter('report', { points: REPORTS_PER_HOUR, durationMs: HOUR_MS }),
      ofAddress: createRateLimiter('report-address', { points: REPORTS_PER_HOUR_AND_ADDRESS, durationMs: HOUR_MS }),
    },
  });
  return {
    routes: [
      route(reportAbuse, ({ session, body, address }) => reportService.report({ uid: session.uid, address }, body)),
      // Leaves out the moderation's routes without a token, because nobody could call them.
      ...(config.moderationTokens.length === 0
        ? []
        : moderationRoutes(createModerationService({ database, clock, log, outbox, secrets, accounts }))),
    ],
    periodicJobs: [createReportCleanup({ database, clock, secrets })],
    personalData: createReportPersonalData(secrets),
  };
};

import { reportAbuse } from '@mahlzeit/contract';
import { route } from '../../platform';
import type { GatewayModule, ModuleDeps } from '../../platform';
import type { Outbox } from '../mail';
import { reportPersonalData } from './personal-data';
import { createReportCleanup } from './report-cleanup';
import { createReportService } from './report-service';

export { createModerationService, type ModerationService } from './moderation-service';

const REPORTS_PER_HOUR = 10;

/** Parts of the platform that the module of reports needs. `outbox` sends the mails about a report. */
export interface ReportModuleDeps extends Pick<ModuleDeps, 'config' | 'database' | 'clock' | 'createRateLimiter'> {
  readonly outbox: Outbox;
}

/** Creates the module of reports of messages, pictures and people. */
export const createReportModule = ({
  config,
  database,
  clock,
  createRateLimiter,
  outbox,
}: ReportModuleDeps): GatewayModule => {
  const reportService = createReportService({
    database,
    clock,
    outbox,
    supportEmail: config.deployment.supportEmail,
    limiter: createRateLimiter('report', { points: REPORTS_PER_HOUR, durationMs: 60 * 60_000 }),
  });
  return {
    routes: [route(reportAbuse, ({ session, body }) => reportService.report(session.uid, body))],
    periodicJobs: [createReportCleanup({ database, clock })],
    personalData: reportPersonalData,
  };
};

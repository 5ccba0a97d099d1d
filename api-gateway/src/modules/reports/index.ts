import type { GatewayModule, ModuleDeps } from '../../platform';
import type { Outbox } from '../mail';
import { createReportService, reportPersonalData, reportRoutes } from './report-service';

export { createModerationService, type ModerationService } from './moderation-service';

const REPORTS_AN_HOUR = 10;

/** Reports of messages, pictures and people. */
export const createReportModule = ({
  config,
  outbox,
  createRateLimiter,
  ...deps
}: Pick<ModuleDeps, 'config' | 'database' | 'clock' | 'createRateLimiter'> & {
  readonly outbox: Outbox;
}): GatewayModule => ({
  routes: reportRoutes(
    createReportService({
      ...deps,
      outbox,
      supportEmail: config.deployment.supportEmail,
      limiter: createRateLimiter('report', { points: REPORTS_AN_HOUR, durationMs: 60 * 60_000 }),
    }),
  ),
  personalData: reportPersonalData,
});

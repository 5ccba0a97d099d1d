import { decideReport, getDecidedReports, getModerator, getOpenReports, ok } from '@mahlzeit/contract';
import type { DecidedReport, ModeratedReport, OpenReport } from '@mahlzeit/contract';
import { moderatorRoute } from '../../platform';
import type { BoundRoute } from '../../platform';
import type { ModerationService } from './moderation-service';
import type { ClosedReport, StoredReport } from './report-repository';
import type { ReviewedReport } from './report-review';

// Converts a report to the form that moderators see: the reported content without its reporter.
const presentReport = ({ key, kind, reason, text, context, createdAt }: StoredReport): ModeratedReport => ({
  key,
  kind,
  reason,
  text,
  context,
  createdAt,
});

const presentOpenReport = ({ report, ...review }: ReviewedReport): OpenReport => ({
  ...presentReport(report),
  ...review,
});

const presentDecidedReport = (report: ClosedReport): DecidedReport => {
  const { state, closedAt, decidedBy, note } = report;
  return { ...presentReport(report), state, closedAt, decidedBy, note };
};

/** Creates the routes of the moderation's page. */
export const moderationRoutes = (moderation: ModerationService): readonly BoundRoute[] => [
  moderatorRoute(getModerator, async ({ moderator }) => ok({ name: moderator.name })),
  moderatorRoute(getOpenReports, async ({ query: { after, limit } }) => {
    const openReports = await moderation.listOpen({ start: after, limit });
    return openReports.ok ? ok(openReports.value.map(presentOpenReport)) : openReports;
  }),
  moderatorRoute(getDecidedReports, async ({ query: { before, limit } }) => {
    const decidedReports = await moderation.listDecided({ start: before, limit });
    return decidedReports.ok ? ok(decidedReports.value.map(presentDecidedReport)) : decidedReports;
  }),
  moderatorRoute(decideReport, async ({ params, body, moderator }) => {
    const decision = await moderation.decide(params.key, { ...body, decidedBy: moderator.name });
    return decision.ok ? ok({ closedKeys: decision.value }) : decision;
  }),
];

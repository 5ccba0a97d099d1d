import { DECISIONS_LISTED_DAYS, err, ok } from '@mahlzeit/contract';
import type { DecisionForm, Result } from '@mahlzeit/contract';
import { isRemovable } from '@mahlzeit/contract/rules';
import { invalidField } from '../../platform';
import type { Clock, Database, ModuleDeps, RouteError, TextSealing, WriteTransaction } from '../../platform';
import { removeMessage } from '../chat';
import { findEmail } from '../identity';
import type { AccountModeration } from '../identity';
import type { Outbox } from '../mail';
import { createReportRepository } from './report-repository';
import type { ClosedReport, ReportDecision, ReportRepository, StoredReport } from './report-repository';
import { reviewReports } from './report-review';
import type { ReviewedReport } from './report-review';

const DAY_MS = 24 * 60 * 60_000;

export interface ModerationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<ModuleDeps['log'], 'info'>;
  readonly outbox: Outbox;
  readonly secrets: TextSealing;
  readonly accounts: AccountModeration;
}

/**
 * Errors of a moderator's decision. `reportUnknown`: no open report has this key. `notRemovable`: a report of a person
 * has no content to remove. `alreadyGone`: nothing is left to do, and the report is closed.
 */
export type ModerationError = 'reportUnknown' | 'notRemovable' | 'alreadyGone';

/** Decision of a moderator on a report. */
export interface ModeratorDecision extends DecisionForm {
  /** Name of the moderator's token; null for a decision by the command. */
  readonly decidedBy: string | null;
}

/** State of a closed report, by the decision that leads to it. */
const STATE_BY_DECISION = { remove: 'removed', disable: 'disabled', dismiss: 'dismissed' } as const satisfies Record<
  DecisionForm['decision'],
  ReportDecision
>;

/** Which page of a list of reports to return: at most `limit` reports after the one with the key `start`. */
interface ReportListPage {
  /** Key of the last report of the previous page; undefined for the first page. */
  readonly start: string | undefined;
  readonly limit: number;
}

/** Finds the report after which a page starts; null for the first page, undefined for an unknown key. */
const findPageStart = async (
  reportRepository: ReportRepository,
  startKey: string | undefined,
): Promise<StoredReport | null | undefined> =>
  startKey === undefined ? null : ((await reportRepository.find(startKey)) ?? undefined);

/**
 * Creates the operations by which moderators decide on reports, on the page and by the command. Each decision is mailed
 * with its reason to the person concerned and to everybody whose report it closes (Digital Services Act, art. 17 and
 * art. 16 (5)).
 */
export const createModerationService = ({ database, clock, log, outbox, secrets, accounts }: ModerationDeps) => {
  const closeReports = async (
    tx: WriteTransaction,
    openReports: readonly StoredReport[],
    { decision, note = '', decidedBy, isGone = false }: ModeratorDecision & { readonly isGone?: boolean },
  ): Promise<string[]> => {
    const state = STATE_BY_DECISION[decision];
    const closedKeys = openReports.map(({ key }) => key);
    await createReportRepository(tx.knex, secrets).close(closedKeys, { state, closedAt: clock.now(), decidedBy, note });
    for (const { key: reportId, reporter, kind: reportKind } of openReports) {
      const email = reporter === null ? null : await findEmail(tx.knex, reporter);
      if (email !== null)
        await outbox.enqueue(tx, {
          ...{ kind: 'reportDecided', to: email, reportId, reported: reportKind, note },
          decision: isGone ? 'gone' : state,
        });
    }
    tx.afterCommit(() => log.info({ reports: closedKeys, decision, isGone }, 'reports closed'));
    return closedKeys;
  };

  const findOpenReport = async (tx: WriteTransaction, reportKey: string): Promise<StoredReport | null> => {
    const openReport = await createReportRepository(tx.knex, secrets).find(reportKey);
    return openReport?.state === 'open' ? openReport : null;
  };

  const removeContent = async (
    tx: WriteTransaction,
    { kind, target, person, reason, context }: StoredReport,
  ): Promise<Result<void, ModerationError>> => {
    if (!isRemovable(kind)) return err('notRemovable');
    // Removes a picture only if it is still the reported one: nobody has reported the picture that replaced it.
    const reportedContent =
      kind === 'message'
        ? await removeMessage(tx, target)
        : (await accounts.removePicture(tx, target, context))
          ? ''
          : null;
    if (reportedContent === null) return err('alreadyGone');
    const email = person === null ? null : await findEmail(tx.knex, person);
    if (email !== null)
      await outbox.enqueue(tx, { kind: 'contentRemoved', to: email, reported: kind, reason, content: reportedContent });
    return ok(undefined);
  };

  const disableAccount = async (
    tx: WriteTransaction,
    { person, reason }: StoredReport,
  ): Promise<Result<void, ModerationError>> => {
    if (person === null || !(await accounts.disable(tx, person))) return err('alreadyGone');
    const email = await findEmail(tx.knex, person);
    if (email !== null) await outbox.enqueue(tx, { kind: 'accountDisabled', to: email, reason });
    return ok(undefined);
  };

  const performAction = (
    tx: WriteTransaction,
    report: StoredReport,
    decision: Exclude<DecisionForm['decision'], 'dismiss'>,
  ): Promise<Result<void, ModerationError>> =>
    decision === 'remove' ? removeContent(tx, report) : disableAccount(tx, report);

  return {
    /** Returns open reports, the oldest first. Error `invalidRequest` for an unknown `start`. */
    listOpen: ({ start, limit }: ReportListPage): Promise<Result<ReviewedReport[], RouteError>> =>
      database.read(async (knex) => {
        const pageStart = await findPageStart(createReportRepository(knex, secrets), start);
        if (pageStart === undefined) return err(invalidField('after', 'unknown'));
        return ok(
          await reviewReports(
            { knex, secrets },
            await createReportRepository(knex, secrets).listOpen({ start: pageStart, limit }),
          ),
        );
      }),

    /** Returns the decided reports of the last days, the newest decision first. Errors as in `listOpen`. */
    listDecided: ({ start, limit }: ReportListPage): Promise<Result<ClosedReport[], RouteError>> =>
      database.read(async (knex) => {
        const pageStart = await findPageStart(createReportRepository(knex, secrets), start);
        if (pageStart === undefined || pageStart?.closedAt === null) return err(invalidField('before', 'unknown'));
        const since = clock.now() - DECISIONS_LISTED_DAYS * DAY_MS;
        return ok(await createReportRepository(knex, secrets).listClosed({ start: pageStart, since, limit }));
      }),

    /** Decides on an open report. Returns the keys of all reports that the decision has closed. */
    decide: (reportKey: string, decision: ModeratorDecision): Promise<Result<string[], ModerationError>> =>
      database.write(async (tx) => {
        const openReport = await findOpenReport(tx, reportKey);
        if (openReport === null) return err('reportUnknown');
        // Closes only this report when it is dismissed. Other users may have reported the same content for another
        // reason, so their reports stay open.
        if (decision.decision === 'dismiss') return ok(await closeReports(tx, [openReport], decision));
        const actionResult = await performAction(tx, openReport, decision.decision);
        if (!actionResult.ok && actionResult.error !== 'alreadyGone') return actionResult;
        const closedKeys = await closeReports(
          tx,
          await createReportRepository(tx.knex, secrets).listOpenOf(openReport),
          {
            ...{ decision: decision.decision, decidedBy: decision.decidedBy },
            isGone: !actionResult.ok,
          },
        );
        return actionResult.ok ? ok(closedKeys) : actionResult;
      }),
  };
};

/** Operations by which moderators list reports and decide on them. */
export type ModerationService = ReturnType<typeof createModerationService>;

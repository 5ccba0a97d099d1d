import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { Clock, Database, TextSealing, WriteTransaction } from '../../platform';
import { removeMessage } from '../chat';
import { findEmail } from '../identity';
import type { AccountModeration } from '../identity';
import type { Outbox } from '../mail';
import { createReportRepository } from './report-repository';
import type { ReportDecision, StoredReport } from './report-repository';

const MAX_LISTED_REPORTS = 1000;

export interface ModerationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly secrets: TextSealing;
  readonly accounts: AccountModeration;
}

/**
 * `reportUnknown`: no open report has this key. `notRemovable`: a report of a person has no content to remove.
 * `alreadyGone`: nothing is left to do, and the report is closed.
 */
type ModerationError = 'reportUnknown' | 'notRemovable' | 'alreadyGone';

/**
 * Creates the operations by which moderators decide on reports. Each decision is mailed with its reason to the person
 * concerned and to everybody whose report it closes (Digital Services Act, art. 17 and art. 16 (5)).
 */
export const createModerationService = ({ database, clock, outbox, secrets, accounts }: ModerationDeps) => {
  const closeReports = async (
    tx: WriteTransaction,
    openReports: readonly StoredReport[],
    {
      state,
      decision,
      note = '',
    }: { readonly state: ReportDecision; readonly decision: ReportDecision | 'gone'; readonly note?: string },
  ): Promise<void> => {
    await createReportRepository(tx.knex, secrets).close(
      openReports.map(({ key }) => key),
      { state, closedAt: clock.now() },
    );
    for (const { key: reportId, reporter, kind: reportKind } of openReports) {
      const email = reporter === null ? null : await findEmail(tx.knex, reporter);
      if (email !== null)
        await outbox.enqueue(tx, { kind: 'reportDecided', to: email, reportId, reported: reportKind, decision, note });
    }
  };

  const findOpenReport = async (tx: WriteTransaction, reportKey: string): Promise<StoredReport | null> => {
    const openReport = await createReportRepository(tx.knex, secrets).find(reportKey);
    return openReport?.state === 'open' ? openReport : null;
  };

  const decideReport = (
    reportKey: string,
    closedState: 'removed' | 'disabled',
    performAction: (tx: WriteTransaction, report: StoredReport) => Promise<Result<void, ModerationError>>,
  ): Promise<Result<void, ModerationError>> =>
    database.write(async (tx) => {
      const openReport = await findOpenReport(tx, reportKey);
      if (openReport === null) return err('reportUnknown');
      const actionResult = await performAction(tx, openReport);
      if (actionResult.ok || actionResult.error === 'alreadyGone')
        await closeReports(tx, await createReportRepository(tx.knex, secrets).listOpenOf(openReport), {
          state: closedState,
          decision: actionResult.ok ? closedState : 'gone',
        });
      return actionResult;
    });

  // Dismissing closes only one report. Other users may have reported the same content for another reason, so their
  // reports stay open.
  const dismissReport = (reportKey: string, moderatorNote: string): Promise<Result<void, ModerationError>> =>
    database.write(async (tx) => {
      const openReport = await findOpenReport(tx, reportKey);
      if (openReport === null) return err('reportUnknown');
      await closeReports(tx, [openReport], { state: 'dismissed', decision: 'dismissed', note: moderatorNote });
      return ok(undefined);
    });

  const removeContent = async (
    tx: WriteTransaction,
    { kind, target, person, reason, context }: StoredReport,
  ): Promise<Result<void, ModerationError>> => {
    if (kind === 'user') return err('notRemovable');
    // A picture is removed only if it is still the reported one: nobody has reported the picture that replaced it.
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

  return {
    /** Returns the open reports, the oldest first. */
    list: (): Promise<StoredReport[]> => createReportRepository(database.knex, secrets).listOpen(MAX_LISTED_REPORTS),
    /** Removes the reported message or picture. */
    remove: (reportKey: string) => decideReport(reportKey, 'removed', removeContent),
    /** Disables the account of the reported person. */
    disable: (reportKey: string) => decideReport(reportKey, 'disabled', disableAccount),
    /** Closes a report without any action. The reporter gets a mail with the note, which may be empty. */
    dismiss: dismissReport,
  };
};

/** Operations by which moderators list open reports and decide on them. */
export type ModerationService = ReturnType<typeof createModerationService>;

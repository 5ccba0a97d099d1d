import type { OpenReport } from '@mahlzeit/contract';
import type { Connection, TextSealing } from '../../platform';
import { findPresentMessages } from '../chat';
import { findModeratedAccounts } from '../identity';
import type { ModeratedAccount } from '../identity';
import { createReportRepository } from './report-repository';
import type { ReportTarget, StoredReport } from './report-repository';

/** An open report with the facts that a moderator needs for a decision. */
export interface ReviewedReport extends Pick<
  OpenReport,
  'contentState' | 'changedName' | 'accountState' | 'sameContentCount' | 'samePersonCount'
> {
  readonly report: StoredReport;
}

type AccountByUid = ReadonlyMap<string, ModeratedAccount>;

const accountOf = ({ person }: StoredReport, accountByUid: AccountByUid): ModeratedAccount | null =>
  person === null ? null : (accountByUid.get(person) ?? null);

const contentStateOf = (
  report: StoredReport,
  account: ModeratedAccount | null,
  presentMessageKeys: ReadonlySet<string>,
): OpenReport['contentState'] => {
  if (report.kind === 'message') return presentMessageKeys.has(report.target) ? 'same' : 'gone';
  const presentContent = report.kind === 'picture' ? account?.photoURL : account?.displayName;
  if (presentContent === undefined || presentContent === null) return 'gone';
  return presentContent === report.context ? 'same' : 'changed';
};

// Returns a text that identifies the reported content. A person may have several reported pictures, one after the
// other. A message doesn't change, and a report of a person is about the person whatever name they have.
const contentIdentityOf = ({ kind, target, context }: ReportTarget): string =>
  JSON.stringify([kind, target, kind === 'picture' ? context : '']);

const countByContent = (targets: readonly ReportTarget[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const identity of targets.map(contentIdentityOf)) counts.set(identity, (counts.get(identity) ?? 0) + 1);
  return counts;
};

/**
 * Adds to open reports the present state of the content and of its owner's account, and the number of similar reports.
 */
export const reviewReports = async (
  { knex, secrets }: { readonly knex: Connection; readonly secrets: TextSealing },
  openReports: readonly StoredReport[],
): Promise<ReviewedReport[]> => {
  const uids = openReports.flatMap(({ person }) => person ?? []);
  const reportRepository = createReportRepository(knex, secrets);
  const presentMessageKeys = await findPresentMessages(
    knex,
    openReports.flatMap(({ kind, target }) => (kind === 'message' ? [target] : [])),
  );
  const accountByUid = await findModeratedAccounts(knex, uids);
  const reportCountByContent = countByContent(
    await reportRepository.listOpenTargets(openReports.map(({ target }) => target)),
  );
  const reportCountByPerson = await reportRepository.countByPerson(uids);
  return openReports.map((report) => {
    const account = accountOf(report, accountByUid);
    const contentState = contentStateOf(report, account, presentMessageKeys);
    return {
      report,
      contentState,
      changedName: report.kind === 'user' && contentState === 'changed' ? (account?.displayName ?? null) : null,
      accountState: account?.state ?? 'gone',
      sameContentCount: reportCountByContent.get(contentIdentityOf(report)) ?? 1,
      samePersonCount: reportCountByPerson.get(report.person ?? '') ?? 1,
    };
  });
};

import { ReportForm } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';

const ReportState = z.enum(['open', 'removed', 'disabled', 'dismissed']);

/** A report as stored in the database. */
export interface StoredReport {
  readonly key: string;
  /** Uid of the user who has made the report; null after that user was erased. */
  readonly reporter: string | null;
  readonly kind: ReportForm['kind'];
  /** Key of the reported message, or uid of the reported person. */
  readonly target: string;
  readonly chatKey: string | null;
  /** The author of the message, or the reported person; null after that person was erased. */
  readonly person: string | null;
  readonly reason: ReportForm['reason'];
  /** Explanation in the reporter's own words; may be empty. */
  readonly text: string;
  /** Content at the time of the report: the text of the message, the person's name or the picture's URL. */
  readonly context: string;
  readonly state: z.infer<typeof ReportState>;
  readonly createdAt: number;
  readonly closedAt: number | null;
}

interface ReportRow {
  readonly key: string;
  readonly reporter: string | null;
  readonly kind: string;
  readonly target: string;
  readonly chat_key: string | null;
  readonly person: string | null;
  readonly reason: string;
  readonly text: string;
  readonly context: string;
  readonly state: string;
  readonly created_at: number | string;
  readonly closed_at: number | string | null;
}

const reportOf = (reportRow: ReportRow): StoredReport => ({
  key: reportRow.key,
  reporter: reportRow.reporter,
  kind: ReportForm.shape.kind.parse(reportRow.kind),
  target: reportRow.target,
  chatKey: reportRow.chat_key,
  person: reportRow.person,
  reason: ReportForm.shape.reason.parse(reportRow.reason),
  text: reportRow.text,
  context: reportRow.context,
  state: ReportState.parse(reportRow.state),
  createdAt: Number(reportRow.created_at),
  closedAt: reportRow.closed_at === null ? null : Number(reportRow.closed_at),
});

type ReportTarget = Pick<StoredReport, 'kind' | 'target' | 'context'>;

// A person may have several reported pictures, one after the other, so the picture's URL is compared, too. A message
// doesn't change.
const targetFilter = ({ kind, target, context }: ReportTarget): Partial<ReportRow> => ({
  kind,
  target,
  ...(kind === 'picture' && { context }),
});

/** Decisions that close a report. */
export type ReportDecision = Exclude<StoredReport['state'], 'open'>;

/** Stored reports of messages, pictures and people. */
export interface ReportRepository {
  find(key: string): Promise<StoredReport | null>;
  /** Returns the open report of the same content by the same reporter; null without one. */
  findOpenOf(reporter: string, target: ReportTarget): Promise<StoredReport | null>;
  /** Returns open reports, the oldest first. */
  listOpen(limit: number): Promise<StoredReport[]>;
  /** Returns all open reports of the same content. */
  listOpenOf(target: ReportTarget): Promise<StoredReport[]>;
  /** Returns all reports of a reporter. */
  listBy(reporter: string): Promise<StoredReport[]>;
  insert(report: StoredReport): Promise<void>;
  close(keys: readonly string[], closing: { readonly state: ReportDecision; readonly closedAt: number }): Promise<void>;
  /**
   * Removes a person from all reports. Reports that the person has made lose the reporter and the text. Reports about
   * the person lose the person and the content.
   */
  forgetPerson(uid: string): Promise<void>;
  /** Deletes reports that were closed before a time of the gateway's clock, up to `limit` ones. */
  removeClosed(closing: { readonly before: number; readonly limit: number }): Promise<void>;
}

/** Creates the repository of reports on a connection or in a transaction. */
export const createReportRepository = (connection: Connection): ReportRepository => {
  const knex = knexOf(connection);
  const reportTable = () => knex<ReportRow>('report');
  return {
    async find(reportKey) {
      const reportRow = await reportTable().where({ key: reportKey }).first();
      return reportRow === undefined ? null : reportOf(reportRow);
    },
    async findOpenOf(reporter, reportTarget) {
      const reportRow = await reportTable()
        .where({ ...targetFilter(reportTarget), reporter, state: 'open' })
        .first();
      return reportRow === undefined ? null : reportOf(reportRow);
    },
    listOpen: async (limit) =>
      (await reportTable().where({ state: 'open' }).orderBy(['created_at', 'key']).limit(limit)).map(reportOf),
    listOpenOf: async (reportTarget) =>
      (
        await reportTable()
          .where({ ...targetFilter(reportTarget), state: 'open' })
          .orderBy(['created_at', 'key'])
      ).map(reportOf),
    listBy: async (reporter) => (await reportTable().where({ reporter }).orderBy(['created_at', 'key'])).map(reportOf),
    async insert({ chatKey, createdAt, closedAt, ...report }) {
      await reportTable().insert({ ...report, chat_key: chatKey, created_at: createdAt, closed_at: closedAt });
    },
    async close(reportKeys, { state, closedAt }) {
      await reportTable().whereIn('key', reportKeys).update({ state, closed_at: closedAt });
    },
    async forgetPerson(uid) {
      await reportTable().where({ reporter: uid }).update({ reporter: null, text: '' });
      await reportTable().where({ person: uid }).update({ person: null, context: '' });
    },
    async removeClosed({ before, limit }) {
      const keys = await reportTable().where('closed_at', '<', before).limit(limit).select('key');
      await reportTable()
        .whereIn(
          'key',
          keys.map(({ key }) => key),
        )
        .delete();
    },
  };
};

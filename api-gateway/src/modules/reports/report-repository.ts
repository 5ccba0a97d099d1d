import { ReportForm } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { isSealed, placeOf, readInChunks } from '../../platform';
import type { Connection, SealedColumn, TextSealing } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';

const DecidedState = z.enum(['removed', 'disabled', 'dismissed']);
const ReportState = z.enum(['open', ...DecidedState.options]);

/** A report as stored in the database. */
export interface StoredReport {
  readonly key: string;
  /** Uid of the user who has made the report; null after that user was erased. */
  readonly reporter: string | null;
  readonly kind: ReportForm['kind'];
  /** Key of the reported message, or uid of the reported person. */
  readonly target: string;
  readonly chatKey: string | null;
  /** Uid of the message's author or of the reported person; null after that person was erased. */
  readonly person: string | null;
  readonly reason: ReportForm['reason'];
  /** Explanation in the reporter's own words; may be empty. */
  readonly text: string;
  /** Content at the time of the report: the text of the message, the person's name or the picture's URL. */
  readonly context: string;
  readonly state: z.infer<typeof ReportState>;
  readonly createdAt: number;
  readonly closedAt: number | null;
  /** Name of the moderator's token; null for an open report, and for a decision by the command. */
  readonly decidedBy: string | null;
  /** Moderator's note to the reporter; may be empty. */
  readonly note: string;
}

/** A report on which a moderator has decided. */
export interface ClosedReport extends StoredReport {
  readonly state: ReportDecision;
  readonly closedAt: number;
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
  readonly decided_by: string | null;
  readonly note: string;
}

/**
 * Columns of a report that are encrypted: the words of the reporter and of the moderator, and the reported content.
 * Nobody searches in them.
 */
export const REPORT_COLUMNS = {
  text: { table: 'report', key: 'key', column: 'text' },
  context: { table: 'report', key: 'key', column: 'context' },
  note: { table: 'report', key: 'key', column: 'note' },
} as const satisfies Readonly<Record<string, SealedColumn>>;

// Decrypts a column of a report. An erased text and the note of an open report are empty, and an earlier release has
// stored texts unencrypted. A text whose key is lost becomes an empty text.
const openColumn = (sealing: TextSealing, column: keyof typeof REPORT_COLUMNS, stored: string): string =>
  isSealed(stored) ? (sealing.open(placeOf(REPORT_COLUMNS[column]), stored) ?? '') : stored;

const reportOf = (reportRow: ReportRow, sealing: TextSealing): StoredReport => ({
  key: reportRow.key,
  reporter: reportRow.reporter,
  kind: ReportForm.shape.kind.parse(reportRow.kind),
  target: reportRow.target,
  chatKey: reportRow.chat_key,
  person: reportRow.person,
  reason: ReportForm.shape.reason.parse(reportRow.reason),
  text: openColumn(sealing, 'text', reportRow.text),
  context: openColumn(sealing, 'context', reportRow.context),
  state: ReportState.parse(reportRow.state),
  createdAt: Number(reportRow.created_at),
  closedAt: reportRow.closed_at === null ? null : Number(reportRow.closed_at),
  decidedBy: reportRow.decided_by,
  note: openColumn(sealing, 'note', reportRow.note),
});

const closedReportOf = (reportRow: ReportRow, sealing: TextSealing): ClosedReport => ({
  ...reportOf(reportRow, sealing),
  state: DecidedState.parse(reportRow.state),
  closedAt: Number(reportRow.closed_at),
});

/** Fields that identify the reported content. */
export type ReportTarget = Pick<StoredReport, 'kind' | 'target' | 'context'>;

// Selects the reports of one content. A person may have several reported pictures, one after the other, so the
// picture's URL is compared as well. A message doesn't change.
const isAbout =
  ({ kind, context }: ReportTarget) =>
  (report: StoredReport): boolean =>
    kind !== 'picture' || report.context === context;

/** Decisions that close a report. */
export type ReportDecision = z.infer<typeof DecidedState>;

/**
 * Which page of a list of reports to return: at most `limit` reports that follow the report `start` in the list's
 * order.
 */
export interface ReportPage<StartField extends keyof StoredReport> {
  /** Last report of the previous page; null for the first page. */
  readonly start: Pick<StoredReport, StartField | 'key'> | null;
  readonly limit: number;
}

/** Fields of a report that a decision writes. */
export interface ReportClosing {
  readonly state: ReportDecision;
  readonly closedAt: number;
  readonly decidedBy: string | null;
  readonly note: string;
}

/** Repository of reports of messages, pictures and people. */
export interface ReportRepository {
  find(key: string): Promise<StoredReport | null>;
  /** Returns the open report of the same content by the same reporter; null without such a report. */
  findOpenOf(reporter: string, target: ReportTarget): Promise<StoredReport | null>;
  /** Returns open reports, the oldest first. */
  listOpen(page: ReportPage<'createdAt'>): Promise<StoredReport[]>;
  /** Returns reports that were closed at `since` or later, the newest decision first. */
  listClosed(page: ReportPage<'closedAt'> & { readonly since: number }): Promise<ClosedReport[]>;
  /** Returns all open reports of the same content. */
  listOpenOf(target: ReportTarget): Promise<StoredReport[]>;
  /** Returns the reported content of each open report that is about one of these targets. */
  listOpenTargets(targets: readonly string[]): Promise<ReportTarget[]>;
  /** Returns the number of reports about each of these people, by uid. */
  countByPerson(uids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns all reports of a reporter. */
  listBy(reporter: string): Promise<StoredReport[]>;
  insert(report: StoredReport): Promise<void>;
  close(keys: readonly string[], closing: ReportClosing): Promise<void>;
  /**
   * Removes a person from all reports. Reports that the person has made lose the reporter and the text. Reports about
   * the person lose the person and the content. Both lose the moderator's note.
   */
  forgetPerson(uid: string): Promise<void>;
  /** Deletes reports that were closed before a time of the gateway's clock, up to `limit` reports. */
  removeClosed(closing: { readonly before: number; readonly limit: number }): Promise<void>;
}

/**
 * Creates the repository of reports on a connection or in a transaction. It encrypts the columns of `REPORT_COLUMNS`.
 */
export const createReportRepository = (connection: Connection, sealing: TextSealing): ReportRepository => {
  const knex = knexOf(connection);
  const reportTable = () => knex<ReportRow>('report');
  const reportsOf = (reportRows: readonly ReportRow[]): StoredReport[] =>
    reportRows.map((reportRow) => reportOf(reportRow, sealing));
  const sealNote = (note: string): string => (note === '' ? '' : sealing.seal(placeOf(REPORT_COLUMNS.note), note));
  return {
    async find(reportKey) {
      const reportRow = await reportTable().where({ key: reportKey }).first();
      return reportRow === undefined ? null : reportOf(reportRow, sealing);
    },
    async findOpenOf(reporter, reportTarget) {
      const { kind, target } = reportTarget;
      const reportRows = await reportTable().where({ kind, target, reporter, state: 'open' });
      return reportsOf(reportRows).find(isAbout(reportTarget)) ?? null;
    },
    async listOpen({ start, limit }) {
      const openReports = reportTable().where({ state: 'open' });
      if (start !== null)
        void openReports.andWhereRaw('(created_at > ? or (created_at = ? and key > ?))', [
          start.createdAt,
          start.createdAt,
          start.key,
        ]);
      return reportsOf(await openReports.orderBy(['created_at', 'key']).limit(limit));
    },
    async listClosed({ start, since, limit }) {
      const closedReports = reportTable().where('closed_at', '>=', since);
      if (start !== null)
        void closedReports.andWhereRaw('(closed_at < ? or (closed_at = ? and key < ?))', [
          start.closedAt,
          start.closedAt,
          start.key,
        ]);
      const order = [
        { column: 'closed_at', order: 'desc' },
        { column: 'key', order: 'desc' },
      ] as const;
      return (await closedReports.orderBy([...order]).limit(limit)).map((reportRow) =>
        closedReportOf(reportRow, sealing),
      );
    },
    async listOpenTargets(targets) {
      const reportRows = await readInChunks(targets, (targetChunk) =>
        reportTable().where({ state: 'open' }).whereIn('target', targetChunk).select('kind', 'target', 'context'),
      );
      return reportRows.map(({ kind, target, context }) => ({
        kind: ReportForm.shape.kind.parse(kind),
        target,
        context: openColumn(sealing, 'context', context),
      }));
    },
    async countByPerson(uids) {
      const countRows = await readInChunks(uids, (uidChunk) =>
        reportTable()
          .whereIn('person', uidChunk)
          .groupBy('person')
          .select<{ person: string; report_count: number | string }[]>('person', knex.raw('count(*) as report_count')),
      );
      return new Map(countRows.map(({ person, report_count }) => [person, Number(report_count)]));
    },
    async listOpenOf(reportTarget) {
      const { kind, target } = reportTarget;
      const reportRows = await reportTable().where({ kind, target, state: 'open' }).orderBy(['created_at', 'key']);
      return reportsOf(reportRows).filter(isAbout(reportTarget));
    },
    listBy: async (reporter) => reportsOf(await reportTable().where({ reporter }).orderBy(['created_at', 'key'])),
    async insert({ chatKey, createdAt, closedAt, decidedBy, text, context, note, ...report }) {
      await reportTable().insert({
        ...report,
        text: sealing.seal(placeOf(REPORT_COLUMNS.text), text),
        context: sealing.seal(placeOf(REPORT_COLUMNS.context), context),
        note: sealNote(note),
        chat_key: chatKey,
        created_at: createdAt,
        closed_at: closedAt,
        decided_by: decidedBy,
      });
    },
    async close(reportKeys, { state, closedAt, decidedBy, note }) {
      await reportTable()
        .whereIn('key', reportKeys)
        .update({ state, closed_at: closedAt, decided_by: decidedBy, note: sealNote(note) });
    },
    async forgetPerson(uid) {
      await reportTable().where({ reporter: uid }).update({ reporter: null, text: '', note: '' });
      await reportTable().where({ person: uid }).update({ person: null, context: '', note: '' });
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

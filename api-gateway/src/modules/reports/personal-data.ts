import type { PersonalDataProvider, TextSealing } from '../../platform';
import { REPORT_CLEANUP_NAME } from './report-cleanup';
import { createReportRepository } from './report-repository';

/**
 * Creates the provider of personal data in reports. The export contains the user's own reports; erasure removes the
 * user from all reports.
 */
export const createReportPersonalData = (sealing: TextSealing): PersonalDataProvider => ({
  name: 'reports',
  personalTables: {
    report: {
      purpose: 'deciding about reported messages, pictures and people (Art. 16 and 20 DSA)',
      kept: 'a year after the decision; from the erasure on without the person',
      deletedBy: [REPORT_CLEANUP_NAME, 'identity/erasure'],
      columns: {
        reporter: { omittedBecause: 'the uid, which the user document has' },
        person: { omittedBecause: 'a reported person must not learn who has reported them' },
        target: 'reports[].target',
        text: 'reports[].text',
        context: { omittedBecause: 'the words or the picture of the reported person' },
        note: 'reports[].note',
        chat_key: { omittedBecause: 'the chat, which the export contains' },
      },
    },
  },
  impersonalTables: [],
  // Exports only the user's own reports, so that a reported person doesn't learn who has reported them.
  export: async (knex, { uid }) =>
    (await createReportRepository(knex, sealing).listBy(uid)).map(
      ({ key, kind, target, reason, text, state, createdAt, closedAt, note }) => ({
        key,
        kind,
        target,
        reason,
        text,
        state,
        createdAt,
        closedAt,
        note,
      }),
    ),
  erase: (tx, { uid }) => createReportRepository(tx.knex, sealing).forgetPerson(uid),
});

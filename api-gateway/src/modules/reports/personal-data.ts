import type { PersonalDataProvider } from '../../platform';
import { REPORT_CLEANUP_NAME } from './report-cleanup';
import { createReportRepository } from './report-repository';

/** Personal data in reports. The export contains the user's own reports; erasure removes the user from all reports. */
export const reportPersonalData: PersonalDataProvider = {
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
        chat_key: { omittedBecause: 'the chat, which the export contains' },
      },
    },
  },
  impersonalTables: [],
  // The export contains only the user's own reports, so that a reported person doesn't learn who has reported them.
  export: async (knex, { uid }) =>
    (await createReportRepository(knex).listBy(uid)).map(
      ({ key, kind, target, reason, text, state, createdAt, closedAt }) => ({
        key,
        kind,
        target,
        reason,
        text,
        state,
        createdAt,
        closedAt,
      }),
    ),
  erase: (tx, { uid }) => createReportRepository(tx.knex).forgetPerson(uid),
};

import type { PersonalDataProvider } from '../../platform';
import { createReportRepository } from './report-repository';

/** Personal data in reports. The export contains the user's own reports; erasure removes the user from all reports. */
export const reportPersonalData: PersonalDataProvider = {
  name: 'reports',
  personalTables: { report: ['reporter', 'person', 'target', 'text', 'context', 'chat_key', 'note'] },
  impersonalTables: [],
  // The export contains only the user's own reports, so that a reported person doesn't learn who has reported them.
  export: async (knex, { uid }) =>
    (await createReportRepository(knex).listBy(uid)).map(
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
  erase: (tx, { uid }) => createReportRepository(tx.knex).forgetPerson(uid),
};

import type { PersonalDataProvider } from '../../platform';
import { createReportRepository } from './report-repository';

/** What is kept of reports. */
export const reportPersonalData: PersonalDataProvider = {
  name: 'reports',
  personalTables: { report: ['reporter', 'person', 'target', 'text', 'context', 'chat_key'] },
  impersonalTables: [],
  // Who has reported somebody is not told to them.
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
  erase: (tx, { uid }) => createReportRepository(tx.knex).forget(uid),
};

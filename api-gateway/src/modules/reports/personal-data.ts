import type { PersonalDataProvider, TextSealing } from '../../platform';
import { createReportRepository } from './report-repository';

/**
 * Creates the provider of personal data in reports. The export contains the user's own reports; erasure removes the
 * user from all reports.
 */
export const createReportPersonalData = (sealing: TextSealing): PersonalDataProvider => ({
  name: 'reports',
  personalTables: { report: ['reporter', 'person', 'target', 'text', 'context', 'chat_key'] },
  impersonalTables: [],
  // The export contains only the user's own reports, so that a reported person doesn't learn who has reported them.
  export: async (knex, { uid }) =>
    (await createReportRepository(knex, sealing).listBy(uid)).map(
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
  erase: (tx, { uid }) => createReportRepository(tx.knex, sealing).forgetPerson(uid),
});

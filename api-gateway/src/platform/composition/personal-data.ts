import { forgetRequestsOf } from '../http/idempotency-rows';
import { createJobRepository } from '../jobs/job-repository';
import type { BoundJob } from '../jobs/job-types';
import type { GatewayModule } from './module';
import type { DataSubject, PersonalDataProvider, PersonalTable } from './personal-data-types';

const JOB_COLUMNS: PersonalTable['columns'] = {
  person: { omittedBecause: 'the uid or e-mail address, which the user document has' },
  payload: 'jobs[].kind',
  key: { omittedBecause: 'contains only keys of what the export contains' },
  request_id: { omittedBecause: 'a random id, by which operators find the lines of the log' },
};

const identifiersOf = ({ uid, email }: DataSubject): string[] => (email === null ? [uid] : [uid, email]);

/**
 * Creates the provider of the personal data that the platform itself stores, which is in jobs about users.
 * `listBoundJobs` returns all kinds of jobs.
 */
export const createPlatformPersonalData = (listBoundJobs: () => readonly BoundJob[]): PersonalDataProvider => ({
  name: 'jobs',
  personalTables: {
    job: {
      purpose: 'work that waits, for instance e-mails',
      kept: 'until the work is done',
      deletedBy: [],
      columns: JOB_COLUMNS,
    },
    dead_job: {
      purpose: 'work that failed for good, so that operators can see why',
      kept: 'ten days',
      deletedBy: ['dead-jobs'],
      columns: JOB_COLUMNS,
    },
    topic: {
      purpose: "position of each live topic; the name of a user's own topic contains the uid",
      kept: 'as long as what the topic is about',
      deletedBy: [],
      columns: { name: { omittedBecause: 'contains only keys of what the export contains' } },
    },
    change: {
      purpose: 'recent changes, which pages that were offline receive',
      kept: "three days; those of a user's own topic at most until the erasure",
      deletedBy: ['change-log', 'identity/erasure'],
      columns: {
        topic: { omittedBecause: 'contains only keys of what the export contains' },
        op: { omittedBecause: 'copies of what the export contains, by the tables that hold it' },
      },
    },
    idempotency: {
      purpose: 'answers to requests that a page may repeat',
      kept: 'one day',
      deletedBy: ['idempotency'],
      columns: {
        person: { omittedBecause: 'the uid, which the user document has' },
        body: { omittedBecause: 'copies of what the export contains, by the tables that hold it' },
        reference: { omittedBecause: 'copies of what the export contains, by the tables that hold it' },
      },
    },
  },
  impersonalTables: ['write_lock', 'setting', 'periodic_job'],

  async export(knex, dataSubject) {
    const storedJobs = await createJobRepository(knex).findOf(identifiersOf(dataSubject));
    return storedJobs.map(({ kind, queuedAt, isDead, payload }) => ({
      kind,
      queuedAt,
      isGivenUp: isDead,
      ...listBoundJobs()
        .find((boundJob) => boundJob.kind.name === kind)
        ?.present(payload),
    }));
  },

  async erase(tx, dataSubject) {
    await createJobRepository(tx.knex).removeOf(identifiersOf(dataSubject));
    await forgetRequestsOf(tx.knex, dataSubject.uid);
  },
});

/**
 * Returns the modules' providers that can export and erase personal data. Leaves out modules without personal data,
 * which only name their tables.
 */
export const personalDataProviders = (
  personalDataDeclarations: readonly GatewayModule['personalData'][],
): PersonalDataProvider[] =>
  personalDataDeclarations.flatMap((personalDataDeclaration) =>
    'erase' in personalDataDeclaration ? [personalDataDeclaration] : [],
  );

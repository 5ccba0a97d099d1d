import { forgetRequestsOf } from '../http/idempotency-rows';
import { createJobRepository } from '../jobs/job-repository';
import type { BoundJob } from '../jobs/job-types';
import type { GatewayModule } from './module';
import type { DataSubject, PersonalDataProvider } from './personal-data-types';

const identifiersOf = ({ uid, email }: DataSubject): string[] => (email === null ? [uid] : [uid, email]);

/**
 * Creates the provider of the personal data that the platform itself stores, which is in jobs about users.
 * `listBoundJobs` returns all kinds of jobs.
 */
export const createPlatformPersonalData = (listBoundJobs: () => readonly BoundJob[]): PersonalDataProvider => ({
  name: 'jobs',
  personalTables: {
    job: ['person', 'payload', 'key'],
    dead_job: ['person', 'payload', 'key'],
    // The name of a user's own topic contains the uid. The identity module deletes the changes of this topic together
    // with the user, and every change expires after three days.
    topic: ['name'],
    change: ['topic', 'op'],
    // Stored responses and references of repeated requests expire after a day and are deleted with the user.
    idempotency: ['person', 'body', 'reference'],
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
 * Returns those of the modules' `personalData` values that can export and erase data. The value of a module without
 * personal data only names its tables.
 */
export const personalDataProviders = (
  personalDataDeclarations: readonly GatewayModule['personalData'][],
): PersonalDataProvider[] =>
  personalDataDeclarations.flatMap((personalDataDeclaration) =>
    'erase' in personalDataDeclaration ? [personalDataDeclaration] : [],
  );

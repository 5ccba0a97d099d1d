import { forgetRequestsOf } from '../http/idempotency-rows';
import { createJobRepository } from '../jobs/job-repository';
import type { BoundJob } from '../jobs/job-types';
import type { GatewayModule } from './module';
import type { DataSubject, PersonalDataProvider } from './personal-data-types';

const namesOf = ({ uid, email }: DataSubject): string[] => (email === null ? [uid] : [uid, email]);

/** What the platform itself stores of users: the jobs that speak of them. `bound` are all kinds that modules have. */
export const createPlatformPersonalData = (bound: () => readonly BoundJob[]): PersonalDataProvider => ({
  name: 'jobs',
  personalTables: {
    job: ['person', 'payload', 'key'],
    dead_job: ['person', 'payload', 'key'],
    // Each user's topic bears their uid. Identity empties it when they go, and changes are kept three days anyway.
    topic: ['name'],
    change: ['topic', 'op'],
    // Answers stored for repeated requests, and what such a request began, run out after a day, and go with the user.
    idempotency: ['person', 'body', 'reference'],
  },
  impersonalTables: ['write_lock', 'setting', 'periodic_job'],

  async export(knex, subject) {
    const found = await createJobRepository(knex).findOf(namesOf(subject));
    return found.map(({ kind, queuedAt, isDead, payload }) => ({
      kind,
      queuedAt,
      isGivenUp: isDead,
      ...bound()
        .find((one) => one.kind.name === kind)
        ?.present(payload),
    }));
  },

  async erase(tx, subject) {
    await createJobRepository(tx.knex).removeOf(namesOf(subject));
    await forgetRequestsOf(tx.knex, subject.uid);
  },
});

/** The providers among what modules say of personal data. */
export const personalDataProviders = (declarations: readonly GatewayModule['personalData'][]): PersonalDataProvider[] =>
  declarations.flatMap((declared) => ('erase' in declared ? [declared] : []));

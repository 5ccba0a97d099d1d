import { existsSync } from 'node:fs';
import texts from '../../locales/de.json';
import { migrations } from '../../migrations';
import { findSampleLegalKinds } from '../modules/content';
import { countLostPayments, listReconcilingProviders, listRefusedWebhooks } from '../modules/ordering';
import type { GatewayConfig } from '../platform/config/config';
import { databaseNameOf } from '../platform/config/database-config';
import { createDialect } from '../platform/database/create-dialect';
import { compareMigrations, openDatabase } from '../platform/database/open-database';
import type { OpenDatabase } from '../platform/database/open-database';
import { readServerTime } from '../platform/database/postgres-server-facts';
import { errorCodeOf } from '../platform/errors';
import { fillText } from '../platform/escape';
import { createJobRepository } from '../platform/jobs/job-repository';
import { findClockProblem } from './check-clock';
import type { DoctorProbes } from './probes';

const HOUR_MS = 3_600_000;

/** Delay of a standby database server above which a switch to that server would lose changes that users have seen. */
const MAX_REPLICA_LAG_MS = 30_000;

/** Kinds of the jobs that send e-mails. */
const MAIL_KINDS = ['mail/deliver', 'mail/send'];

/** An open database of the deployment, with the facts that the command `doctor` needs to check it. */
interface DatabaseContext {
  readonly knex: OpenDatabase['knex'];
  readonly config: Pick<GatewayConfig, 'database' | 'stage' | 'payment'>;
  readonly probes: DoctorProbes;
}

type DatabaseCheck = (context: DatabaseContext) => Promise<readonly string[]>;

const checkDeadJobs: DatabaseCheck = async ({ knex }) => {
  const countByKind = await createJobRepository(knex).countDead();
  return [...countByKind].map(([kind, count]) => fillText(texts.doctorDeadJobs, { kind, count }));
};

const checkMail: DatabaseCheck = async ({ knex, probes }) => {
  const now = probes.realNow();
  const { count, firstTriedAt } = await createJobRepository(knex).countTriedBefore(MAIL_KINDS, now - HOUR_MS);
  return count === 0 || firstTriedAt === null
    ? []
    : [fillText(texts.doctorMailRefused, { count, hours: Math.floor((now - firstTriedAt) / HOUR_MS) })];
};

const checkWebhooks: DatabaseCheck = async ({ knex }) =>
  (await listRefusedWebhooks(knex)).map(({ provider, refusedAt }) =>
    fillText(texts.doctorWebhooksOff, { provider, since: new Date(refusedAt).toISOString() }),
  );

const checkRestore: DatabaseCheck = async ({ knex, config }) => {
  const providers = await listReconcilingProviders(knex, config.payment);
  const count = await countLostPayments(knex);
  return [
    ...providers.map((provider) => fillText(texts.doctorReconciling, { provider })),
    ...(count === 0 ? [] : [fillText(texts.doctorLostPayments, { count })]),
  ];
};

const checkLegalTexts: DatabaseCheck = async ({ knex, config }) => {
  const sampleKinds = config.stage === 'dev' ? [] : await findSampleLegalKinds(knex);
  return sampleKinds.length === 0
    ? []
    : [fillText(texts.doctorSampleTexts, { kinds: [...new Set(sampleKinds)].join(', ') })];
};

const checkServer: DatabaseCheck = async ({ knex, config, probes }) => {
  if (config.database.driver !== 'pg') return [];
  const lateReplicas = (await probes.listReplicas(knex)).filter(({ lagMs }) => lagMs > MAX_REPLICA_LAG_MS);
  const serverNow = await readServerTime(knex);
  const clockProblem = findClockProblem({ server: 'PostgreSQL', serverNow, realNow: probes.realNow() });
  return [
    ...lateReplicas.map(({ name, lagMs }) =>
      fillText(texts.doctorReplicaBehind, { name, seconds: Math.round(lagMs / 1000) }),
    ),
    ...(clockProblem === null ? [] : [clockProblem]),
    ...(config.stage !== 'dev' && (await probes.hasFullRights(knex)) ? [texts.doctorRoleTooMighty] : []),
  ];
};

const CHECKS_OF_MIGRATED: readonly DatabaseCheck[] = [
  checkDeadJobs,
  checkMail,
  checkWebhooks,
  checkRestore,
  checkLegalTexts,
  checkServer,
];

const checkOpenDatabase = async (context: DatabaseContext): Promise<readonly string[]> => {
  const { pending, unknown } = await compareMigrations(context.knex, migrations);
  const versionProblems = [
    ...(pending.length === 0 ? [] : [fillText(texts.doctorMigrationsPending, { names: pending.join(', ') })]),
    ...(unknown.length === 0 ? [] : [fillText(texts.doctorDatabaseNewer, { names: unknown.join(', ') })]),
  ];
  // Stops here when migrations are pending, because the tables of another release may lack columns that the next checks
  // read.
  if (pending.length > 0) return versionProblems;
  const problems = await Promise.all(CHECKS_OF_MIGRATED.map((check) => check(context)));
  return [...versionProblems, ...problems.flat()];
};

/**
 * Checks the database without changing it. Returns a sentence about each problem that says what to do first. A SQLite
 * file that doesn't exist isn't created.
 */
export const checkDatabase = async (
  config: Pick<GatewayConfig, 'database' | 'stage' | 'payment'>,
  probes: DoctorProbes,
): Promise<readonly string[]> => {
  const name = databaseNameOf(config.database);
  if (config.database.driver !== 'pg' && !existsSync(config.database.file))
    return [fillText(texts.doctorDatabaseMissing, { name })];
  const database = openDatabase({ dialect: createDialect(config.database), realNow: probes.realNow });
  try {
    return await checkOpenDatabase({ knex: database.knex, config, probes });
  } catch (error) {
    return [fillText(texts.doctorDatabaseUnreachable, { name, reason: errorCodeOf(error) ?? String(error) })];
  } finally {
    await database.close();
  }
};

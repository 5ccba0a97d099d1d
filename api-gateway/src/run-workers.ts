import type { Logger } from 'pino';
import { createBenAnswers } from './seeds/demo/ben-answers';
import { demoSeed } from './seeds/demo/demo-seed';
import { createSeedRefresher } from './seeds/seed-database';
import type { ComposedModules } from './compose-modules';
import { SEALED_COLUMNS } from './sealed-columns';
import type { PeriodicJob, Worker } from './platform';
import type { Clock } from './platform/clock';
import type { GatewayConfig } from './platform/config/config';
import type { OpenDatabase } from './platform/database/open-database';
import { createDueCheck } from './platform/jobs/due-check';
import { measureJobs } from './platform/jobs/job-metrics';
import type { WakingJobQueue } from './platform/jobs/job-queue';
import { createJobWorker, jobWorkerName } from './platform/jobs/job-worker';
import type { JobWorkerDeps } from './platform/jobs/job-worker';
import { createPeriodicJob, makeClockJobsDue } from './platform/jobs/periodic-jobs';
import type { Metrics } from './platform/metrics';
import type { RequestContext } from './platform/request-context';
import { createResealJob, createStoredKeysRemoval } from './platform/secrets';
import type { Secrets } from './platform/secrets';
import { createCleanupJobs, startWorkers } from './platform/composition/workers';
import type { RunningWorkers } from './platform/composition/workers';
import { runSpan } from './platform/tracing';
import type { Tracer } from './platform/tracing';

interface WorkerDeps {
  readonly database: OpenDatabase;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly queue: WakingJobQueue;
  readonly world: GatewayConfig['world'];
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly requestContext: RequestContext;
  readonly tracer: Tracer;
  /** Workers that follow what another process changes: rotated keys, and a moved clock where somebody moves clocks. */
  readonly followers: readonly Worker[];
  /** Job that writes the nightly backups; empty if no folder for backups is configured. */
  readonly backupJobs: readonly PeriodicJob[];
}

/**
 * Creates the workers that keep the data of the demo town up to date. A database without the demo town gets no workers.
 */
const createSeedWorkers = (
  { database, clock, world }: Pick<WorkerDeps, 'database' | 'clock' | 'world'>,
  { answerInvitation }: Pick<ComposedModules, 'answerInvitation'>,
): Worker[] => {
  if (world !== 'demo') return [];
  const acceptInvitation = (uid: string, invitationKey: string) =>
    answerInvitation(uid, invitationKey, { status: 'accepted' });
  return [
    createSeedRefresher({ database, clock, seed: demoSeed }),
    createBenAnswers({ database, clock, acceptInvitation }),
  ];
};

/** All work that a gateway does outside of requests. */
interface GatewayWorkers extends RunningWorkers {
  /**
   * Runs the work that depends on the gateway's clock, and runs every worker once. Called after the clock was moved.
   */
  runAfterMove(): Promise<void>;
}

/** Starts all work outside of requests: workers, periodic jobs and queued jobs of all modules. */
export const runWorkers = (
  { database, clock, secrets, queue, world, metrics, log, requestContext, tracer, followers, backupJobs }: WorkerDeps,
  { modules, answerInvitation }: ComposedModules,
): GatewayWorkers => {
  const periodicJobs = [
    ...createCleanupJobs({ database, realNow: clock.realNow }),
    createStoredKeysRemoval({ database, realNow: clock.realNow }),
    createResealJob({ database, secrets, sealedColumns: SEALED_COLUMNS, realNow: clock.realNow }),
    ...backupJobs,
    ...modules.flatMap((gatewayModule) => gatewayModule.periodicJobs ?? []),
  ];
  const boundJobs = modules.flatMap((gatewayModule) => gatewayModule.jobs ?? []);
  const countJobAttempt = (jobKind: string, isJobDone: boolean): void =>
    (isJobDone ? metrics.jobsDone : metrics.jobsFailed).inc({ kind: jobKind });
  measureJobs({ metrics, database, clock, boundJobs });
  const runAttempt: JobWorkerDeps['runAttempt'] = ({ id, kind, attempts, requestId, traceParent }, attempt) =>
    requestContext.run(requestId, () =>
      runSpan(tracer, `job ${kind}`, {
        kind: 'consumer',
        parent: traceParent,
        attributes: { 'mahlzeit.job.id': id, 'mahlzeit.job.kind': kind, 'mahlzeit.job.attempts': attempts },
        work: attempt,
      }),
    );
  const jobDeps = {
    database,
    queue,
    clock,
    log,
    onTried: countJobAttempt,
    runAttempt,
    isAnyDue: createDueCheck({ database, clock }),
  };
  const workers = startWorkers(
    [
      ...followers,
      ...createSeedWorkers({ database, clock, world }, { answerInvitation }),
      ...modules.flatMap((gatewayModule) => gatewayModule.workers ?? []),
      ...periodicJobs.map((periodicJob) => createPeriodicJob(periodicJob, { database, clock })),
      // The workers of queued jobs run last, so that a job that another worker has just written runs in the same round.
      ...boundJobs.flatMap(({ run, ...job }) => (run === null ? [] : [createJobWorker(jobDeps, { ...job, run })])),
    ],
    log,
  );
  // The worker runs the jobs of others too, so its run doesn't belong to the request whose job has woken it.
  queue.onWake((kind) => requestContext.run(null, () => workers.wake(jobWorkerName(kind))));
  return {
    ...workers,
    async runAfterMove() {
      await makeClockJobsDue(database, periodicJobs);
      await workers.runAll();
    },
  };
};

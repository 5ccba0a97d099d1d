import { pino } from 'pino';
import type { Logger } from 'pino';
import { migrations } from '../migrations';
import { createBenAnswers } from '../seeds/demo/ben-answers';
import { demoSeed } from '../seeds/demo/demo-seed';
import { createSeedRefresher } from '../seeds/seed-database';
import { composeModules } from './compose-modules';
import type { ComposedModules } from './compose-modules';
import { createDrawing } from './drawing';
import type { Drawing } from './drawing';
import type { IdentityDeps } from './modules/identity';
import { takesOrders, testPaymentOptions } from './modules/ordering';
import type { ReleasesDeps } from './modules/releases';
import { openSandbox } from './open-sandbox';
import type { OpenedSandbox } from './open-sandbox';
import type { CreateRateLimiter, GatewayModule, PaymentConfig } from './platform';
import type { Clock, MovableClock } from './platform/clock';
import { createTimekeeper } from './platform/composition/timekeeper';
import type { Timekeeper } from './platform/composition/timekeeper';
import { addressOf, loadPartnerToken, SANDBOX_MAPS_KEY } from './platform/config/config';
import type { GatewayAddress, GatewayConfig } from './platform/config/config';
import { signInUrlsOf } from './platform/config/provider-config';
import type { SignInConfig } from './platform/config/provider-config';
import { isMigrated } from './platform/database/open-database';
import type { OpenDatabase } from './platform/database/open-database';
import { createMemoryStore, withoutRateLimits } from './platform/ephemeral-store';
import { createHttpApp, createOperationRouter, listen } from './platform/http/http-server';
import type { Listening } from './platform/http/http-server';
import { createIdempotency } from './platform/http/idempotency';
import { createLiveVerifier, createPartnerVerifier } from './platform/http/partner-access';
import { createAuthenticator, createRouteServer } from './platform/http/route-server';
import { measureJobs } from './platform/jobs/job-metrics';
import { createJobQueue } from './platform/jobs/job-queue';
import type { WakingJobQueue } from './platform/jobs/job-queue';
import { createJobWorker, jobWorkerName } from './platform/jobs/job-worker';
import { createPeriodicJob, makePeriodicJobsDue } from './platform/jobs/periodic-jobs';
import { createHub, createInProcessBus } from './platform/live/hub';
import type { Bus } from './platform/live/hub';
import { defaultLiveLimits } from './platform/live/live-limits';
import type { LiveLimits } from './platform/live/live-limits';
import { createLiveServer } from './platform/live/live-server';
import type { LiveServer } from './platform/live/live-server';
import { createMetrics } from './platform/metrics';
import type { Metrics } from './platform/metrics';
import { createCostlyWork } from './platform/thread';
import type { CostlyWork } from './platform/thread';
import { createCleanupJobs, startWorkers } from './platform/composition/workers';
import type { RunningWorkers } from './platform/composition/workers';
import { openPreparedDatabase } from './prepare-database';
import type { PreparedDatabase } from './prepare-database';

/** JSON lines on stdout; tokens, cookies and bodies are never handed to it. */
const createLog = (level: GatewayConfig['logLevel']): Logger => pino({ level, base: null });

/** What tests replace. */
export interface GatewayOverrides extends Pick<IdentityDeps, 'passwordCost'> {
  readonly clock?: MovableClock;
  /** Where new passwords wait for their turn. */
  readonly passwordSlots?: CostlyWork['passwords'];
  readonly bus?: Bus;
  readonly liveLimits?: Partial<LiveLimits>;
  /** Modules beside the product's own. */
  readonly modules?: readonly GatewayModule[];
  /** An answer that breaks its contract becomes a failure. */
  readonly checksAnswers?: boolean;
}

/** A gateway that runs. */
export interface Gateway {
  readonly address: GatewayAddress;
  readonly partnerToken: string;
  readonly database: OpenDatabase;
  readonly clock: Clock;
  /** With whom one can pay. */
  readonly payment: PaymentConfig;
  /** Where the embedded outside world is; null where it must not be. */
  readonly sandboxUrl: string | null;
  /** What its database was filled with when it was new. */
  readonly world: GatewayConfig['world'];
  /** Patterns of the live topics that it offers. */
  readonly topics: readonly string[];
  /** What its modules say of personal data. */
  readonly personalData: readonly GatewayModule['personalData'][];
  /** Does at once whatever is due, instead of at its next turn. */
  catchUp(): Promise<void>;
  /** Says goodbye to everybody, finishes what runs and closes the database. */
  close(): Promise<void>;
}

interface Parts {
  readonly config: GatewayConfig;
  readonly overrides: GatewayOverrides;
  readonly listening: Listening;
  readonly address: GatewayAddress;
  readonly partnerToken: string;
  readonly database: OpenDatabase;
  readonly clock: Clock;
  readonly timekeeper: Timekeeper;
  readonly sandbox: OpenedSandbox | null;
  readonly world: GatewayConfig['world'];
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly drawing: Drawing;
  readonly costlyWork: CostlyWork;
}

const openLive = (
  { config, database, bus, clock, metrics, log, overrides, address }: Parts,
  { modules, tokenVerifier, findTokenRestaurant }: ComposedModules,
): LiveServer => {
  const limits = { ...defaultLiveLimits, pingMs: config.livePingMs, ...overrides.liveLimits };
  const topics = modules.flatMap((module) => module.topics ?? []);
  const hub = createHub({ database, bus, topics, limits, metrics, log });
  database.onCommit(hub.take);
  return createLiveServer({
    hub,
    clock,
    verifier: createLiveVerifier({ verifier: tokenVerifier, findRestaurant: findTokenRestaurant }),
    limits,
    metrics,
    log,
    publicUrl: address.publicUrl,
  });
};

const checkReadiness =
  ({ database, bus }: Parts) =>
  async () => {
    const hasDatabase = await database.knex.raw('select 1').then(
      () => true,
      () => false,
    );
    const hasMigrations = hasDatabase && (await isMigrated(database.knex, migrations));
    return { database: hasDatabase, migrations: hasMigrations, bus: bus.isConnected() };
  };

/** Wrong tokens of partners from an address. */
const PARTNER_TRIES = { points: 60, durationMs: 60_000 } as const;

const openHttp = (
  parts: Parts,
  { modules, tokenVerifier, findTokenRestaurant }: ComposedModules,
  createRateLimiter: CreateRateLimiter,
): void => {
  const { config, overrides, clock, database, log, metrics, partnerToken, listening } = parts;
  const version = { version: config.version, stage: config.stage, commit: config.commit };
  const app = createHttpApp({
    clock,
    log,
    metrics,
    trustsProxy: config.trustsProxy,
    operation: createOperationRouter({ version, metrics, checkReadiness: checkReadiness(parts) }),
    routes: modules.flatMap((module) => module.routes ?? []),
    serve: createRouteServer({
      authenticate: createAuthenticator({
        verifier: tokenVerifier,
        partners: createPartnerVerifier({
          partnerToken,
          findRestaurant: findTokenRestaurant,
          tries: createRateLimiter('partner-token', PARTNER_TRIES),
        }),
      }),
      idempotency: createIdempotency({ database, realNow: clock.realNow }),
      log,
      checksAnswers: overrides.checksAnswers ?? false,
    }),
    routers: modules.flatMap((module) => (module.router === undefined ? [] : [module.router])),
  });
  listening.serve(app);
};

const GOOGLE_MAPS_SCRIPT = 'https://maps.googleapis.com/maps/api/js';

/** How pages get Google's map: from Google, or from the sandbox where its key is asked for. */
const googleMapsOf = (key: string | null, sandboxUrl: string | null): ReleasesDeps['googleMaps'] => {
  if (key === null) return null;
  if (key !== SANDBOX_MAPS_KEY) return { key, scriptUrl: GOOGLE_MAPS_SCRIPT };
  return sandboxUrl === null ? null : { key, scriptUrl: sandboxUrl };
};

/**
 * Whose pages ours lead to, frame or send card data to. The sandbox's bank is at home there; a real one may be
 * anywhere.
 */
const foreignPagesOf = (
  signIn: SignInConfig,
  { mangopay, paypal }: PaymentConfig,
  sandboxUrl: string | null,
): ReleasesDeps['foreignPages'] => ({
  cards: mangopay === null ? null : { tokeniserUrls: [mangopay.tokeniserUrl, mangopay.baseUrl], bankUrl: sandboxUrl },
  paypalUrl: paypal?.pagesUrl ?? null,
  signInUrls: signInUrlsOf(signIn),
});

/** Starts what runs beside the requests. */
const runWorkers = (
  { database, clock, world, log, metrics }: Parts,
  { modules, answerInvitation }: ComposedModules,
  queue: WakingJobQueue,
): RunningWorkers => {
  const acceptInvitation = (uid: string, key: string) => answerInvitation(uid, key, { status: 'accepted' });
  const refreshers =
    world === 'demo'
      ? [
          createSeedRefresher({ database, clock, seed: demoSeed }),
          createBenAnswers({ database, clock, acceptInvitation }),
        ]
      : [];
  const periodic = [
    ...createCleanupJobs({ database, realNow: clock.realNow }),
    ...modules.flatMap(({ periodicJobs }) => periodicJobs ?? []),
  ];
  const bound = modules.flatMap(({ jobs }) => jobs ?? []);
  const onTried = (kind: string, isDone: boolean): void =>
    (isDone ? metrics.jobsDone : metrics.jobsFailed).inc({ kind });
  measureJobs({ metrics, database, bound });
  const workers = startWorkers(
    [
      ...refreshers,
      ...modules.flatMap((module) => module.workers ?? []),
      ...periodic.map((job) => createPeriodicJob(job, { database, clock })),
      // Last: what the others write is done in the same round.
      ...bound.flatMap(({ run: runJob, ...job }) =>
        runJob === null ? [] : [createJobWorker({ database, queue, clock, log, onTried }, { ...job, run: runJob })],
      ),
    ],
    log,
  );
  queue.onWake((kind) => workers.wake(jobWorkerName(kind)));
  return workers;
};

const run = (
  parts: Parts,
): { live: LiveServer; workers: RunningWorkers } & Pick<Gateway, 'topics' | 'personalData'> => {
  const { config, overrides, address, database, clock, timekeeper, sandbox, log, drawing, costlyWork } = parts;
  const memory = createMemoryStore(clock);
  const store = config.hasRateLimits ? memory : withoutRateLimits(memory);
  const jobs = createJobQueue(clock);
  const signIn = sandbox?.signIn ?? config.signIn;
  const payment = sandbox?.payments ?? config.payment;
  const composed = composeModules({
    config,
    address,
    database,
    clock,
    log,
    live: {
      rightsChanged: (tx, uid) => live.rightsChanged(tx, uid),
      sessionReplaced: (tx, uid) => live.sessionReplaced(tx, uid),
    },
    jobs,
    ...store,
    mailbox: sandbox?.mailbox ?? null,
    signIn,
    payment,
    ...drawing,
    more: overrides.modules ?? [],
    costlyWork: { ...costlyWork, passwords: overrides.passwordSlots ?? costlyWork.passwords },
    googleMaps: googleMapsOf(config.googleMapsKey, sandbox?.mapsUrl ?? null),
    foreignPages: foreignPagesOf(signIn, payment, sandbox?.url ?? null),
    testPayments: testPaymentOptions(payment),
    takesOrders: takesOrders(payment),
    isSandbox: sandbox !== null,
    ...(overrides.passwordCost === undefined ? {} : { passwordCost: overrides.passwordCost }),
  });
  const live = openLive(parts, composed);
  parts.listening.onUpgrade(live.handleUpgrade);
  openHttp(parts, composed, store.createRateLimiter);
  const workers = runWorkers(parts, composed, jobs);
  // First whatever has become due: a page that gets the time asks for what is there then.
  timekeeper.onMoved(async () => {
    await makePeriodicJobsDue(database);
    await workers.runAll();
    live.clockMoved();
  });
  const patterns = composed.modules.flatMap((module) => module.topics ?? []).map(({ pattern }) => pattern);
  return { live, workers, topics: [...new Set(patterns)].sort(), personalData: composed.personalData };
};

const start = (parts: Parts): Gateway => {
  const { listening, database, sandbox, drawing } = parts;
  const { live, workers, ...offers } = run(parts);
  return {
    address: parts.address,
    partnerToken: parts.partnerToken,
    database,
    clock: parts.clock,
    payment: sandbox?.payments ?? parts.config.payment,
    sandboxUrl: sandbox?.url ?? null,
    world: parts.world,
    ...offers,
    catchUp: () => workers.runAll(),
    async close() {
      const closed = listening.close();
      await live.close();
      await workers.stop();
      await sandbox?.close();
      await drawing.close();
      await closed;
      await database.close();
    },
  };
};

const openSurroundings = async (
  { config, overrides, log }: Pick<Parts, 'config' | 'overrides' | 'log'>,
  { database, clock: ownClock }: PreparedDatabase,
  { publicUrl }: GatewayAddress,
) => {
  const clock = overrides.clock ?? ownClock;
  const timekeeper = createTimekeeper({ clock, database });
  const sandboxClock = { now: clock.now, realNow: clock.realNow, moveTo: timekeeper.moveTo };
  const sandbox = config.sandbox.isForbidden
    ? null
    : await openSandbox({ config, gatewayUrl: publicUrl, clock: sandboxClock, log });
  const costlyWork = createCostlyWork();
  return { clock, timekeeper, sandbox, costlyWork, drawing: createDrawing(log, costlyWork) };
};

const startOn = async (listening: Listening, config: GatewayConfig, overrides: GatewayOverrides): Promise<Gateway> => {
  const partnerToken = loadPartnerToken(config);
  const log = createLog(config.logLevel);
  const prepared = await openPreparedDatabase(config, (error) =>
    log.error({ err: error }, 'work after a commit failed'),
  );
  try {
    const address = addressOf(config, listening.port);
    const surroundings = await openSurroundings({ config, overrides, log }, prepared, address);
    const { database, world } = prepared;
    return start({
      ...surroundings,
      config,
      overrides,
      log,
      listening,
      address,
      partnerToken,
      database,
      world,
      bus: overrides.bus ?? createInProcessBus(),
      metrics: createMetrics(),
    });
  } catch (error) {
    await prepared.database.close();
    throw error;
  }
};

/**
 * Starts a gateway: takes its port, prepares its database, wires its parts. Rejects with the system's error where the
 * port is taken.
 */
export const createGateway = async (config: GatewayConfig, overrides: GatewayOverrides = {}): Promise<Gateway> => {
  const listening = await listen(config);
  try {
    return await startOn(listening, config, overrides);
  } catch (error) {
    await listening.close();
    throw error;
  }
};

import { setTimeout as delay } from 'node:timers/promises';
import type { DestinationStream, Logger } from 'pino';
import { openWhenReachable } from './await-database';
import { composeModules } from './compose-modules';
import { createDrawing } from './drawing';
import { createGatewayApp } from './gateway-app';
import { findSampleLegalKinds } from './modules/content';
import type { IdentityDeps } from './modules/identity';
import { openSandbox } from './open-sandbox';
import type { GatewayModule, LivePort, PaymentConfig } from './platform';
import type { Clock, MovableClock } from './platform/clock';
import { createTimekeeper } from './platform/composition/timekeeper';
import { loadPartnerToken } from './platform/config/config';
import { gatewayAddressOf } from './platform/config/gateway-address';
import type { GatewayAddress } from './platform/config/gateway-address';
import type { GatewayConfig } from './platform/config/config';
import type { createDialect } from './platform/database/create-dialect';
import { createDiskFullLog } from './platform/database/disk-full-log';
import { measureDatabase } from './platform/database/database-metrics';
import type { OpenDatabase } from './platform/database/open-database';
import { markMachine } from './platform/database/machine-mark';
import { StartRefusedError } from './platform/errors';
import { listRoutes } from './platform/http/http-app';
import { listen } from './platform/http/listening-server';
import type { ListeningServer } from './platform/http/listening-server';
import { securityHeadersOf } from './platform/http/security-headers';
import { createJobQueue } from './platform/jobs/job-queue';
import { defaultLiveLimits } from './platform/live/live-limits';
import type { LiveLimits } from './platform/live/live-limits';
import type { LiveServer } from './platform/live/live-server';
import { createLog } from './platform/log';
import { addGauges, createMetrics, describeMetrics } from './platform/metrics';
import type { MetricDescription } from './platform/metrics';
import { createRequestContext } from './platform/request-context';
import type { RequestContext } from './platform/request-context';
import { createProcessorSemaphores } from './platform/thread';
import type { ProcessorSemaphores } from './platform/thread';
import type { RedisTimes } from './platform/redis';
import { openSecrets } from './platform/secrets';
import type { OpenedSecrets, Secrets } from './platform/secrets';
import { openTracer } from './platform/tracing';
import type { Tracer } from './platform/tracing';
import { openSharedState } from './open-shared-state';
import { createPasswordGuesses } from './password-guesses';
import { openPreparedDatabase } from './prepare-database';
import type { PreparedDatabase } from './prepare-database';
import { chooseProviders } from './providers';
import { runWorkers } from './run-workers';
import { createScheduledBackups } from './scheduled-backups';
import { startLive } from './start-live';

/**
 * Most milliseconds for which a draining gateway keeps idle connections. A client that is busy sends its next request
 * within this time, and its answer ends the connection.
 */
const MAX_IDLE_GRACE_MS = 1_000;

/** Parts of the gateway that tests replace. */
export interface GatewayOverrides extends Partial<Pick<IdentityDeps, 'passwordCost' | 'estimateGuesses'>> {
  readonly clock?: MovableClock;
  /** Opens the database's dialect: the code for SQLite or for PostgreSQL. */
  readonly openDialect?: typeof createDialect;
  /** Semaphore that limits how many new passwords are hashed at once. */
  readonly passwordSlots?: ProcessorSemaphores['passwords'];
  readonly redisTimes?: Partial<RedisTimes>;
  /** Receives the lines of the log instead of stdout. */
  readonly logDestination?: DestinationStream;
  readonly liveLimits?: Partial<LiveLimits>;
  /** Modules of a test, in addition to the product's modules. */
  readonly modules?: readonly GatewayModule[];
  /** If true, a response that doesn't match its contract becomes an error. */
  readonly checksAnswers?: boolean;
}

/** A running gateway, with the parts that the start script and tests need. */
export interface Gateway {
  readonly address: GatewayAddress;
  readonly partnerToken: string;
  readonly database: OpenDatabase;
  readonly clock: Clock;
  /** Keys that the gateways of this database share. */
  readonly secrets: Secrets;
  /** URLs and credentials of the payment providers. */
  readonly payment: PaymentConfig;
  /** URL of the sandbox; null if the configuration forbids the sandbox. */
  readonly sandboxUrl: string | null;
  /** Name of the seed data in the database. */
  readonly world: GatewayConfig['world'];
  /** Patterns of all live topics that the gateway serves. */
  readonly topics: readonly string[];
  /** All metrics that `/metrics` may show. */
  readonly metrics: readonly MetricDescription[];
  /** Method and path of each route that the gateway serves over HTTP. */
  readonly routes: readonly string[];
  /** Personal data of each module, for the erasure and export of a user. */
  readonly personalData: readonly GatewayModule['personalData'][];
  /** Runs all due jobs now instead of waiting for their workers. */
  catchUp(): Promise<void>;
  /**
   * Makes proxies send their requests to other gateways. This gateway still serves requests for `DRAIN_MS`, so that its
   * end interrupts none. Call it before `close`.
   */
  drain(): Promise<void>;
  /** Closes all connections, waits for running work and closes the database. */
  close(): Promise<void>;
}

/** Parts of a starting gateway that exist before the first module is created. */
interface GatewayStartup {
  readonly listening: ListeningServer;
  readonly preparedDatabase: PreparedDatabase;
  readonly openedSecrets: OpenedSecrets;
  readonly config: GatewayConfig;
  readonly overrides: GatewayOverrides;
  readonly log: Logger;
  readonly requestContext: RequestContext;
  readonly tracer: Tracer;
}

/**
 * Creates the port through which modules call the live server. The live server is created after the modules, so each
 * call looks it up.
 */
const createLateLivePort = (getLive: () => LiveServer): LivePort => ({
  rightsChanged: (tx, uid) => getLive().rightsChanged(tx, uid),
  sessionReplaced: (tx, uid) => getLive().sessionReplaced(tx, uid),
});

const openSharedServices = async (
  { listening, preparedDatabase, config, overrides, log }: GatewayStartup,
  onFollowed: () => void,
) => {
  const { database } = preparedDatabase;
  const address = gatewayAddressOf(config, listening.port);
  const clock = overrides.clock ?? preparedDatabase.clock;
  const timekeeper = createTimekeeper({ clock, database, onFollowed });
  const sandboxClock = { now: clock.now, realNow: clock.realNow, moveTo: timekeeper.moveTo };
  const sandbox = config.sandbox.isForbidden
    ? null
    : await openSandbox({ config, gatewayUrl: address.publicUrl, clock: sandboxClock, log });
  const processorSemaphores = createProcessorSemaphores();
  return {
    ...{ address, clock, timekeeper, sandbox, processorSemaphores },
    drawing: createDrawing(log, processorSemaphores),
    passwordGuesses: createPasswordGuesses(log),
  };
};

const startGateway = async (startup: GatewayStartup, partnerToken: string): Promise<Gateway> => {
  const { listening, preparedDatabase, openedSecrets, config, overrides, log, requestContext, tracer } = startup;
  const { secrets } = openedSecrets;
  const { address, clock, timekeeper, sandbox, processorSemaphores, drawing, passwordGuesses } =
    await openSharedServices(startup, () => liveServer.clockMoved());
  const { database, world } = preparedDatabase;
  const metrics = createMetrics();
  const jobQueue = createJobQueue(clock, () => ({
    requestId: requestContext.requestId(),
    traceParent: tracer.traceParent(),
  }));
  const sharedState = await openSharedState({
    ...{ config, secrets, clock, metrics, log },
    port: listening.port,
    redisTimes: overrides.redisTimes,
  });
  const { bus, store } = sharedState;
  const providers = chooseProviders(config, sandbox);
  const livePort = createLateLivePort(() => liveServer);
  const composedModules = composeModules({
    platform: { config, address, database, clock, log, tracer, live: livePort, jobs: jobQueue, secrets, ...store },
    providers,
    drawing,
    processorSemaphores: {
      ...processorSemaphores,
      passwords: overrides.passwordSlots ?? processorSemaphores.passwords,
    },
    passwordCost: overrides.passwordCost,
    estimateGuesses: overrides.estimateGuesses ?? passwordGuesses.estimateGuesses,
    moreModules: overrides.modules ?? [],
  });
  const backups = createScheduledBackups({ config, clock });
  measureDatabase({ metrics, database, config });
  addGauges(metrics, [...backups.gauges, ...composedModules.modules.flatMap(({ gauges }) => gauges ?? [])]);
  const liveLimits = {
    ...{ ...defaultLiveLimits, pingMs: config.livePingMs, connectionsPerAddress: config.liveConnectionsPerAddress },
    ...overrides.liveLimits,
  };
  const liveServer = startLive(
    {
      ...{ database, bus, clock, limits: liveLimits, metrics, log },
      pageOrigins: address.pageOrigins,
      trustsProxy: config.trustsProxy,
    },
    composedModules,
  );
  listening.onUpgrade(liveServer.handleUpgrade);
  let isDraining = false;
  const checksAnswers = overrides.checksAnswers ?? false;
  const app = createGatewayApp(
    {
      ...{ config, database, sharedState, backups, clock, metrics, log, partnerToken, checksAnswers },
      ...{ requestContext, tracer },
      publicUrl: address.publicUrl,
      liveRoutes: liveServer.routes,
      isDraining: () => isDraining,
    },
    composedModules,
  );
  listening.serve(app);
  const workers = runWorkers(
    {
      ...{ database, clock, secrets, queue: jobQueue, world, metrics, log, requestContext, tracer },
      backupJobs: backups.jobs,
      // Gateways that follow moves of the clock. Only the sandbox moves clocks, and a test's own clock has no stored
      // offset.
      followers: [
        openedSecrets.follower,
        ...(sandbox !== null && overrides.clock === undefined ? [timekeeper.follower] : []),
      ],
    },
    composedModules,
  );
  // Runs jobs that became due before pages hear about the moved clock, because pages then request data of the new time.
  timekeeper.onMoved(async () => {
    await workers.runAfterMove();
    liveServer.clockMoved();
  });
  const topicPatterns = composedModules.modules.flatMap((module) => module.topics ?? []).map(({ pattern }) => pattern);
  return {
    address,
    partnerToken,
    database,
    clock,
    secrets,
    payment: providers.payment,
    sandboxUrl: sandbox?.url ?? null,
    world,
    topics: [...new Set(topicPatterns)].sort(),
    metrics: describeMetrics(metrics),
    routes: listRoutes(app),
    personalData: composedModules.personalData,
    catchUp: () => workers.runAll(),
    async drain() {
      isDraining = true;
      listening.endConnections();
      await delay(config.drainMs);
    },
    async close() {
      listening.endConnections();
      const serverClosing = listening.close(isDraining ? Math.min(config.drainMs, MAX_IDLE_GRACE_MS) : 0);
      await liveServer.close();
      await Promise.all([serverClosing, workers.stop()]);
      await sharedState.close();
      await sandbox?.close();
      await drawing.close();
      await passwordGuesses.close();
      await database.close();
      await tracer.close();
      requestContext.close();
    },
  };
};

// Refuses to start in production with the sample legal texts: they name an invented operator, and a policy that nobody
// has checked binds nobody.
const refuseSampleTexts = async (
  { stage }: Pick<GatewayConfig, 'stage'>,
  { database }: Pick<PreparedDatabase, 'database'>,
): Promise<void> => {
  const sampleKinds = stage === 'prod' ? await findSampleLegalKinds(database.knex) : [];
  if (sampleKinds.length > 0)
    throw new StartRefusedError(
      `DATABASE_URL: must not hold sample texts (${sampleKinds.join(', ')}) with STAGE=prod: npm run legal -- set KIND --version N --file FILE`,
    );
};

const startWithDatabase = async (
  listening: ListeningServer,
  config: GatewayConfig,
  overrides: GatewayOverrides,
): Promise<Gateway> => {
  const partnerToken = loadPartnerToken(config);
  const [requestContext, tracer] = [createRequestContext(), await openTracer(config)];
  const log = createLog({
    level: config.logLevel,
    requestContext,
    traceId: tracer.traceId,
    destination: overrides.logDestination,
  });
  const openDatabase = (): Promise<PreparedDatabase> =>
    openPreparedDatabase(config, {
      tracer,
      onDiskFull: createDiskFullLog(log),
      onError: (error) => log.error({ err: error }, 'work after a commit failed'),
      ...(overrides.openDialect === undefined ? {} : { openDialect: overrides.openDialect }),
    });
  const preparedDatabase = await openWhenReachable(openDatabase, {
    database: config.database,
    print: (line) => void process.stderr.write(`${line}\n`),
  });
  try {
    const { database, clock } = preparedDatabase;
    await refuseSampleTexts(config, preparedDatabase);
    const { realNow } = overrides.clock ?? clock;
    const openedSecrets = await openSecrets({ config, database, realNow });
    return await startGateway(
      { listening, preparedDatabase, openedSecrets, config, overrides, log, requestContext, tracer },
      partnerToken,
    );
  } catch (error) {
    await preparedDatabase.database.close();
    throw error;
  }
};

/** Starts a gateway whose database no other machine uses meanwhile. */
const startOnOwnMachine = async (...startup: Parameters<typeof startWithDatabase>): Promise<Gateway> => {
  const [, { database }] = startup;
  const machineMark = markMachine(database);
  try {
    const gateway = await startWithDatabase(...startup);
    return {
      ...gateway,
      async close() {
        await gateway.close();
        machineMark.release();
      },
    };
  } catch (error) {
    machineMark.release();
    throw error;
  }
};

/**
 * Starts a gateway: opens its port, prepares its database and creates its modules. Rejects with the system's error if
 * the port is in use.
 */
export const createGateway = async (config: GatewayConfig, overrides: GatewayOverrides = {}): Promise<Gateway> => {
  const listening = await listen({ ...config, headers: securityHeadersOf(config.publicUrl) });
  try {
    return await startOnOwnMachine(listening, config, overrides);
  } catch (error) {
    await listening.close();
    throw error;
  }
};

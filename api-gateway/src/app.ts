import { pino } from 'pino';
import type { Logger } from 'pino';
import { migrations } from '../migrations';
import { demoSeed } from '../seeds/demo/demo-seed';
import { createPictureRouter } from '../seeds/pictures/picture';
import { createSeedRefresher } from '../seeds/seed-database';
import { createContentModule } from './modules/content';
import { createDiscoveryModule } from './modules/discovery';
import { createIdentityModule } from './modules/identity';
import type { IdentityDeps } from './modules/identity';
import { createMailModule } from './modules/mail';
import type { MailDeps } from './modules/mail';
import { createNotificationsModule } from './modules/notifications';
import { createReleasesModule } from './modules/releases';
import { openSandbox } from './open-sandbox';
import type { OpenedSandbox } from './open-sandbox';
import type { GatewayModule, ModuleDeps, TokenVerifier } from './platform';
import { createTimekeeper } from './platform/clock';
import type { MovableClock, Timekeeper } from './platform/clock';
import { addressOf, loadPartnerToken } from './platform/config/config';
import type { GatewayConfig } from './platform/config/config';
import { isMigrated } from './platform/database/open-database';
import type { OpenDatabase } from './platform/database/open-database';
import { createHttpApp, createOperationRouter, listen } from './platform/http/http-server';
import type { Listening } from './platform/http/http-server';
import { createIdempotency } from './platform/http/idempotency';
import { createAuthenticator, createRouteServer } from './platform/http/route';
import { createHub, createInProcessBus } from './platform/live/hub';
import type { Bus } from './platform/live/hub';
import { defaultLiveLimits } from './platform/live/live-limits';
import type { LiveLimits } from './platform/live/live-limits';
import { createLiveServer } from './platform/live/live-server';
import type { LiveServer } from './platform/live/live-server';
import { createMetrics } from './platform/metrics';
import type { Metrics } from './platform/metrics';
import { createRateLimiters } from './platform/rate-limit';
import type { Clock, GatewayAddress } from './platform/types';
import { createCleanupJobs, startWorkers } from './platform/workers';
import type { RunningWorkers } from './platform/workers';
import { openPreparedDatabase } from './prepare-database';
import type { PreparedDatabase } from './prepare-database';

/** JSON lines on stdout; tokens, cookies and bodies are never handed to it. */
const createLog = (level: GatewayConfig['logLevel']): Logger => pino({ level, base: null });

/** All modules, and the one thing that the platform needs of them. */
interface ComposedModules {
  readonly modules: readonly GatewayModule[];
  readonly tokenVerifier: TokenVerifier;
}

/** Wires the modules; each gets other modules only by their front doors. */
const composeModules = (deps: ModuleDeps & Pick<IdentityDeps, 'passwordCost' | 'signIn'> & Pick<MailDeps, 'mailbox'>): ComposedModules => {
  const content = createContentModule(deps);
  const mail = createMailModule(deps);
  const identity = createIdentityModule({ ...deps, outbox: mail.outbox, policyVersion: content.policyVersion, personalData: () => modules.flatMap(({ personalData }) => personalData ?? []) });
  const notifications = createNotificationsModule(deps);
  const discovery = createDiscoveryModule(deps);
  const releases = createReleasesModule({ ...deps, loadList: discovery.firstList });
  // Mail last: what the others' workers write is sent in the same round.
  const modules: readonly GatewayModule[] = [identity, notifications, content, { router: createPictureRouter() }, discovery, releases, mail];
  return { modules, tokenVerifier: identity.tokenVerifier };
};

/** What tests replace. */
export interface GatewayOverrides extends Pick<IdentityDeps, 'passwordCost'> {
  readonly clock?: MovableClock;
  readonly bus?: Bus;
  readonly liveLimits?: Partial<LiveLimits>;
  /** An answer that breaks its contract becomes a failure. */
  readonly checksAnswers?: boolean;
}

/** A gateway that runs. */
export interface Gateway {
  readonly address: GatewayAddress;
  readonly partnerToken: string;
  readonly database: OpenDatabase;
  readonly clock: Clock;
  /** Where the embedded outside world is; null where it must not be. */
  readonly sandboxUrl: string | null;
  /** What its database was filled with when it was new. */
  readonly world: GatewayConfig['world'];
  /** Patterns of the live topics that it offers. */
  readonly topics: readonly string[];
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
}

const openLive = ({ database, bus, clock, metrics, log, overrides, address }: Parts, { modules, tokenVerifier }: ComposedModules): LiveServer => {
  const limits = { ...defaultLiveLimits, ...overrides.liveLimits };
  const topics = modules.flatMap((module) => module.topics ?? []);
  const hub = createHub({ database, bus, topics, limits, metrics, log });
  database.onCommit((heads) => {
    for (const { name, seq } of heads) bus.publish(name, seq);
  });
  return createLiveServer({ hub, clock, verifier: tokenVerifier, limits, metrics, log, publicUrl: address.publicUrl });
};

const checkReadiness = ({ database, bus }: Parts) => async () => {
  const hasDatabase = await database.knex.raw('select 1').then(() => true, () => false);
  const hasMigrations = hasDatabase && (await isMigrated(database.knex, migrations));
  return { database: hasDatabase, migrations: hasMigrations, bus: bus.isConnected() };
};

const openHttp = (parts: Parts, { modules, tokenVerifier }: ComposedModules): void => {
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
      authenticate: createAuthenticator({ verifier: tokenVerifier, partnerToken }),
      idempotency: createIdempotency({ database, realNow: clock.realNow }),
      log,
      checksAnswers: overrides.checksAnswers ?? false,
    }),
    routers: modules.flatMap((module) => (module.router === undefined ? [] : [module.router])),
  });
  listening.serve(app);
};

const run = (parts: Parts): { live: LiveServer; workers: RunningWorkers; topics: readonly string[] } => {
  const { config, overrides, address, database, clock, timekeeper, sandbox, world, log } = parts;
  const composed = composeModules({
    config,
    address,
    database,
    clock,
    log,
    live: {
      // Rights are checked again as they are committed.
      rightsChanged: (uid) => database.afterCommit(() => live.rightsChanged(uid)),
      sessionReplaced: (uid) => live.sessionReplaced(uid),
    },
    createRateLimiter: createRateLimiters(config.hasRateLimits),
    mailbox: sandbox?.mailbox ?? null,
    signIn: sandbox?.signIn ?? config.signIn,
    ...(overrides.passwordCost === undefined ? {} : { passwordCost: overrides.passwordCost }),
  });
  const live = openLive(parts, composed);
  parts.listening.onUpgrade(live.handleUpgrade);
  openHttp(parts, composed);
  const refreshers = world === 'demo' ? [createSeedRefresher({ database, clock, seed: demoSeed })] : [];
  const own = [...createCleanupJobs({ database, realNow: clock.realNow }), ...refreshers];
  const workers = startWorkers([...own, ...composed.modules.flatMap((module) => module.workers ?? [])], log);
  // First whatever has become due: a page that gets the time asks for what is there then.
  timekeeper.onMoved(async () => {
    await workers.runAll();
    live.clockMoved();
  });
  return { live, workers, topics: composed.modules.flatMap((module) => module.topics ?? []).map(({ pattern }) => pattern) };
};

const start = (parts: Parts): Gateway => {
  const { listening, database, sandbox } = parts;
  const { live, workers, topics } = run(parts);
  return {
    address: parts.address,
    partnerToken: parts.partnerToken,
    database,
    clock: parts.clock,
    sandboxUrl: sandbox?.url ?? null,
    world: parts.world,
    topics: [...new Set(topics)].sort(),
    async close() {
      const closed = listening.close();
      await live.close();
      await workers.stop();
      await sandbox?.close();
      await closed;
      await database.close();
    },
  };
};

const openSurroundings = async (config: GatewayConfig, overrides: GatewayOverrides, { database, clock: ownClock }: PreparedDatabase, { publicUrl }: GatewayAddress) => {
  const log = createLog(config.logLevel);
  const clock = overrides.clock ?? ownClock;
  const timekeeper = createTimekeeper({ clock, database });
  const sandboxClock = { now: clock.now, realNow: clock.realNow, moveTo: timekeeper.moveTo };
  const sandbox = config.sandbox.isForbidden ? null : await openSandbox({ config, gatewayUrl: publicUrl, clock: sandboxClock, log });
  return { log, clock, timekeeper, sandbox };
};

const startOn = async (listening: Listening, config: GatewayConfig, overrides: GatewayOverrides): Promise<Gateway> => {
  const partnerToken = loadPartnerToken(config);
  const prepared = await openPreparedDatabase(config);
  try {
    const address = addressOf(config, listening.port);
    const surroundings = await openSurroundings(config, overrides, prepared, address);
    const { database, world } = prepared;
    return start({ ...surroundings, config, overrides, listening, address, partnerToken, database, world, bus: overrides.bus ?? createInProcessBus(), metrics: createMetrics() });
  } catch (error) {
    await prepared.database.close();
    throw error;
  }
};

/** Starts a gateway: takes its port, prepares its database, wires its parts. Rejects with the system's error where the port is taken. */
export const createGateway = async (config: GatewayConfig, overrides: GatewayOverrides = {}): Promise<Gateway> => {
  const listening = await listen(config);
  try {
    return await startOn(listening, config, overrides);
  } catch (error) {
    await listening.close();
    throw error;
  }
};

import type { Logger } from 'pino';
import type { ComposedModules } from './compose-modules';
import type { Clock } from './platform/clock';
import type { OpenDatabase } from './platform/database/open-database';
import { createLiveVerifier } from './platform/http/partner-access';
import { createHub } from './platform/live/hub';
import type { LiveBus } from './platform/live/live-bus';
import type { LiveLimits } from './platform/live/live-limits';
import { createLiveServer } from './platform/live/live-server';
import type { LiveServer } from './platform/live/live-server';
import type { Metrics } from './platform/metrics';

interface LiveDeps {
  readonly database: OpenDatabase;
  readonly bus: LiveBus;
  readonly clock: Clock;
  readonly limits: LiveLimits;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly pageOrigins: readonly string[];
  readonly trustsProxy: boolean;
}

/**
 * Starts the live topics of all modules: after a commit, the hub sends each change to the sockets that follow its
 * topic.
 */
export const startLive = (
  { database, bus, clock, limits, metrics, log, pageOrigins, trustsProxy }: LiveDeps,
  { modules, tokenVerifier, findTokenRestaurant }: ComposedModules,
): LiveServer => {
  const topicSources = modules.flatMap((gatewayModule) => gatewayModule.topics ?? []);
  const liveHub = createHub({ database, bus, topics: topicSources, limits, realNow: clock.realNow, metrics, log });
  database.onCommit(liveHub.deliverWrite);
  const liveVerifier = createLiveVerifier({ verifier: tokenVerifier, findRestaurant: findTokenRestaurant });
  return createLiveServer({
    ...{ hub: liveHub, clock, verifier: liveVerifier, limits, metrics, log, pageOrigins, trustsProxy },
  });
};

import type { Logger } from 'pino';
import type { ComposedModules } from './compose-modules';
import type { Clock } from './platform/clock';
import type { OpenDatabase } from './platform/database/open-database';
import { createLiveVerifier } from './platform/http/partner-access';
import { createHub } from './platform/live/hub';
import type { Bus } from './platform/live/hub';
import type { LiveLimits } from './platform/live/live-limits';
import { createLiveServer } from './platform/live/live-server';
import type { LiveServer } from './platform/live/live-server';
import type { Metrics } from './platform/metrics';

interface LiveDeps {
  readonly database: OpenDatabase;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly limits: LiveLimits;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly publicUrl: string;
}

/** Starts the live topics of all modules: the hub sends each committed change to the sockets that follow its topic. */
export const startLive = (
  { database, bus, clock, limits, metrics, log, publicUrl }: LiveDeps,
  { modules, tokenVerifier, findTokenRestaurant }: ComposedModules,
): LiveServer => {
  const topics = modules.flatMap((module) => module.topics ?? []);
  const hub = createHub({ database, bus, topics, limits, metrics, log });
  database.onCommit(hub.deliverWrite);
  const verifier = createLiveVerifier({ verifier: tokenVerifier, findRestaurant: findTokenRestaurant });
  return createLiveServer({ hub, clock, verifier, limits, metrics, log, publicUrl });
};

import type { Router } from 'express';
import type { Logger } from 'pino';
import type { Clock } from '../clock';
import type { GatewayConfig } from '../config/config';
import type { GatewayAddress } from '../config/gateway-address';
import type { Database } from '../database/database';
import type { EphemeralStore } from '../ephemeral-store';
import type { BoundRoute } from '../http/route-types';
import type { BoundJob, JobQueue } from '../jobs/job-types';
import type { ModuleGauge } from '../metrics';
import type { LivePort, TopicSource } from '../live/topic';
import type { Secrets } from '../secrets';
import type { PeriodicJob } from '../jobs/periodic-jobs';
import type { Tracer } from '../tracing';
import type { Worker } from '../worker';
import type { NoPersonalData, PersonalDataProvider } from './personal-data-types';

/** Parts of a module that the composition root mounts. */
export interface GatewayModule {
  readonly routes?: readonly BoundRoute[];
  /** Router for files, pages and other responses that aren't JSON. It is mounted after all routes. */
  readonly router?: Router;
  /**
   * Sources of live topics. When several modules have sources of the same topic pattern, the sources are joined: every
   * source must allow the reader, and the snapshots of the sources are concatenated.
   */
  readonly topics?: readonly TopicSource[];
  /** Work that every gateway runs, independently of other gateways. */
  readonly workers?: readonly Worker[];
  /** Work that all gateways of a database share: only one of them runs it, at the given interval. */
  readonly periodicJobs?: readonly PeriodicJob[];
  readonly jobs?: readonly BoundJob[];
  /** Metrics of the module, which `/metrics` shows beside those of the platform. */
  readonly gauges?: readonly ModuleGauge[];
  readonly personalData: PersonalDataProvider | NoPersonalData;
}

/** Dependencies that the factory of every module can use. Each factory names those that it needs. */
export interface ModuleDeps extends EphemeralStore {
  readonly config: GatewayConfig;
  readonly address: GatewayAddress;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Reports requests to other services as spans. */
  readonly tracer: Tracer;
  readonly live: LivePort;
  readonly jobs: JobQueue;
  readonly secrets: Secrets;
}

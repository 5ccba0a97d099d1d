import type { Router } from 'express';
import type { Logger } from 'pino';
import type { Clock } from '../clock';
import type { GatewayAddress, GatewayConfig } from '../config/config';
import type { Database } from '../database/database';
import type { EphemeralStore } from '../ephemeral-store';
import type { BoundRoute } from '../http/route-types';
import type { BoundJob, JobQueue } from '../jobs/job-types';
import type { LivePort, TopicSource } from '../live/topic';
import type { Worker } from '../worker';
import type { NoPersonalData, PersonalDataProvider } from './personal-data-types';

/** What a module's front door gives the composition root. */
export interface GatewayModule {
  readonly routes?: readonly BoundRoute[];
  /** Whatever is not JSON under /api: files and pages. Mounted behind all routes. */
  readonly router?: Router;
  /**
   * Sources of one pattern in several modules are joined: all must let the reader in, their snapshots are put together.
   */
  readonly topics?: readonly TopicSource[];
  /** Work of each gateway on its own. */
  readonly workers?: readonly Worker[];
  /** Work that one gateway of all on this database does at that pace. */
  readonly periodicJobs?: readonly Worker[];
  readonly jobs?: readonly BoundJob[];
  readonly personalData: PersonalDataProvider | NoPersonalData;
}

/** What every module's factory may take; each names the few parts that it needs. */
export interface ModuleDeps extends EphemeralStore {
  readonly config: GatewayConfig;
  readonly address: GatewayAddress;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly live: LivePort;
  readonly jobs: JobQueue;
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster } from '../../api-gateway/bin/cluster/start-cluster.mjs';
import { createPostgresDialect } from '../../api-gateway/src/platform/database/postgres-dialect';
import { createSqliteDialect } from '../../api-gateway/src/platform/database/sqlite-dialect';
import type { DatabaseDialect } from '../../api-gateway/src/platform/database/database-dialect';
import { POSTGRES_DEFAULTS } from '../../api-gateway/src/platform/config/database-config';
import type { GatewayProcess } from '../world/gateway-process';
import { startGatewayProcess } from '../world/gateway-process';
import { repositoryRoot } from '../world/product';

/** Gateways of the fault suite. Each one can be killed, and their common clock can be moved. */
export interface FaultGateways {
  /** Address under which diners reach the gateways. */
  readonly url: string;
  /** Opens one more connection to the gateways' database. */
  openDialect(): DatabaseDialect;
  /**
   * Sets the clock of all gateways to `aheadMs` ahead of the machine's clock, kills one gateway and starts it again.
   */
  restartAfterKill(gatewayNumber: number, aheadMs: number): Promise<void>;
  /** Kills all gateways and starts them again with a clock that is `aheadMs` ahead of the machine's. */
  restartAll(aheadMs: number): Promise<void>;
  stop(): Promise<void>;
}

interface FaultGatewayOptions {
  readonly dataFolder: string;
  readonly gatewayCount: number;
  /** Returns the environment variables of a gateway. Gateways are numbered from 1. */
  environmentOf(gatewayNumber: number): Readonly<Record<string, string>>;
}

/** Creates the file that tells the gateways how far their clocks are ahead of the machine's clock. */
const createAheadFile = (dataFolder: string) => {
  const aheadFile = join(dataFolder, 'ahead.txt');
  const setAhead = (aheadMs: number): void => writeFileSync(aheadFile, String(aheadMs));
  setAhead(0);
  return {
    setAhead,
    environment: {
      AHEAD_FILE: aheadFile,
      NODE_OPTIONS: `--require ${join(import.meta.dirname, 'move-time.cjs')}`,
    },
  };
};

const startSingleGateway = async ({ dataFolder, environmentOf }: FaultGatewayOptions): Promise<FaultGateways> => {
  const { setAhead, environment: clockEnvironment } = createAheadFile(dataFolder);
  const environment = { DATA_DIR: dataFolder, ...clockEnvironment, ...environmentOf(1) };
  let gateway: GatewayProcess = await startGatewayProcess(repositoryRoot, { ...environment, PORT: '0' });
  const { url } = gateway;
  const restart = async (aheadMs: number): Promise<void> => {
    await gateway.endProcess('SIGKILL');
    setAhead(aheadMs);
    gateway = await startGatewayProcess(repositoryRoot, { ...environment, PORT: new URL(url).port });
  };
  return {
    url,
    openDialect: () => createSqliteDialect({ file: join(dataFolder, 'mahlzeit.db'), driver: 'better-sqlite3' }),
    restartAfterKill: (_gatewayNumber, aheadMs) => restart(aheadMs),
    restartAll: restart,
    stop: () => gateway.endProcess('SIGTERM'),
  };
};

const startSeveral = async ({
  dataFolder,
  gatewayCount,
  environmentOf,
}: FaultGatewayOptions): Promise<FaultGateways> => {
  const { setAhead, environment } = createAheadFile(dataFolder);
  const cluster = await startCluster({
    ...{ product: repositoryRoot, folder: dataFolder, gatewayCount, port: 0, sandboxPort: 0 },
    environment: { PATH: process.env.PATH, DRAIN_MS: '0', ...environment },
    environmentOf,
  });
  const { gateways } = cluster;
  return {
    url: cluster.address,
    openDialect: () => createPostgresDialect({ driver: 'pg', url: cluster.database, ...POSTGRES_DEFAULTS }),
    async restartAfterKill(gatewayNumber, aheadMs) {
      const killedGateway = gateways[gatewayNumber - 1];
      if (killedGateway === undefined) throw new Error(`There is no gateway ${gatewayNumber}`);
      await killedGateway.kill();
      setAhead(aheadMs);
      // The clocks of the other gateways jump, too: a lease (a lock for a limited time) ends while its holder still
      // runs.
      for (const gateway of gateways) {
        const processId = gateway.processId();
        if (gateway !== killedGateway && processId !== null) process.kill(processId, 'SIGUSR2');
      }
      await killedGateway.start();
    },
    async restartAll(aheadMs) {
      await Promise.all(gateways.map((gateway) => gateway.kill()));
      setAhead(aheadMs);
      await Promise.all(gateways.map((gateway) => gateway.start()));
    },
    stop: () => cluster.stop(),
  };
};

/** Starts one gateway on SQLite, or several behind a proxy on PostgreSQL and Redis. */
export const startFaultGateways = (options: FaultGatewayOptions): Promise<FaultGateways> =>
  options.gatewayCount === 1 ? startSingleGateway(options) : startSeveral(options);

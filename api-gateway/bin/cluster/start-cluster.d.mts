/** A gateway of the cluster, which keeps its address when it starts again. */
export interface ClusterGateway {
  readonly name: string;
  readonly url: string;
  /** Id of the process; null before the first start. */
  processId(): number | null;
  /**
   * Starts the process of a product's folder, by default the product of the last start, and waits until it is ready and
   * the proxy sends it requests.
   */
  start(newProduct?: string): Promise<void>;
  /** Asks the gateway to stop, and waits for that. */
  stop(): Promise<void>;
  /** Ends the gateway without time to shut down. */
  kill(): Promise<void>;
}

/** Gateways behind a proxy, with their database and Redis. */
export interface Cluster {
  /** Address of the proxy, under which browsers reach the product. */
  readonly address: string;
  readonly sandboxUrl: string;
  readonly gateways: readonly ClusterGateway[];
  /** URLs of the servers, without passwords. */
  readonly database: string;
  readonly redis: string;
  /** Stops all parts; the database is the last one. */
  stop(): Promise<void>;
}

interface ClusterOptions {
  /** Root folder of the built product. */
  readonly product: string;
  /** Folder of the data, which stays. */
  readonly folder: string;
  readonly gatewayCount: number;
  /** Ports of the proxy; 0 takes free ones. */
  readonly port: number;
  readonly sandboxPort: number;
  /** Further variables of the gateways. DATABASE_URL and REDIS_URL choose servers that already run. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Further variables of one gateway, by its number from 1. */
  readonly environmentOf?: (number: number) => Readonly<Record<string, string>>;
  /** Ends the start early. */
  readonly signal?: AbortSignal;
  readonly onLine?: (gateway: ClusterGateway, line: string) => void;
  /** Called when a gateway has ended without a call of `stop` or `kill`. */
  readonly onGatewayEnd?: (gateway: ClusterGateway) => void;
}

/** Checks whether this machine has PostgreSQL, Redis and HAProxy. */
export declare const hasClusterParts: () => boolean;

/** Starts PostgreSQL, Redis, gateways and a proxy in front of them, all on this machine. */
export declare const startCluster: (options: ClusterOptions) => Promise<Cluster>;

/** A PostgreSQL server that only this machine reaches. */
interface RunningPostgres {
  /** URL of a database that belongs to the product. */
  readonly url: string;
  stop(): Promise<void>;
}

interface PostgresServerOptions {
  /** Folder of the data, which stays. */
  readonly dataFolder: string;
  readonly maxConnections: number;
}

/** Starts a PostgreSQL server. Throws where PostgreSQL isn't installed or doesn't start. */
export declare const startPostgresServer: (options: PostgresServerOptions) => Promise<RunningPostgres>;

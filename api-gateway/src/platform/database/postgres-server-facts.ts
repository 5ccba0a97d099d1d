import type { Connection } from './database';
import { query, sql } from './statement';

/** A standby server, to which PostgreSQL replicates the database. */
export interface Replica {
  readonly name: string;
  /** Milliseconds by which the standby server's data are older than the primary server's. */
  readonly lagMs: number;
}

/**
 * Lists the standby servers of a PostgreSQL database. A standby server that has received everything has the lag 0. A
 * role without `pg_monitor` sees the lag 0 for every server.
 */
export const listReplicas = (connection: Connection): Promise<readonly Replica[]> =>
  query<Replica>(
    connection,
    sql`select application_name as name, coalesce(extract(epoch from replay_lag) * 1000, 0)::bigint as "lagMs" from pg_stat_replication`,
  );

/** Returns whether the connection's role is a superuser of PostgreSQL, or may create roles or pass its policies. */
export const hasFullRights = async (connection: Connection): Promise<boolean> => {
  const [role] = await query<{ hasFullRights: boolean }>(
    connection,
    sql`
    select (rolsuper or rolcreaterole or rolbypassrls) as "hasFullRights" from pg_roles where rolname = current_user`,
  );
  return role?.hasFullRights === true;
};

/** Returns the time of PostgreSQL's machine in epoch milliseconds. */
export const readServerTime = async (connection: Connection): Promise<number> => {
  const [serverTime] = await query<{ now: number }>(
    connection,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
  );
  return Number(serverTime?.now);
};

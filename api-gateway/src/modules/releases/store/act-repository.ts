import type { ReleaseAct } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** Person or program that changes releases. */
export interface Actor {
  /** Name of the token, or of the user of the gateway's machine. */
  readonly name: string;
  /** IP address from which the request came; null for a command on the gateway's machine. */
  readonly address: string | null;
}

/** A new entry of the audit log of releases. */
interface NewAct {
  readonly name: string;
  readonly act: ReleaseAct['act'];
  readonly version: string;
  readonly channel: ReleaseAct['channel'];
  /** Percentage of the channel's visitors who get the release; null for an entry that changes no channel. */
  readonly share: ReleaseAct['share'];
  readonly actor: Actor;
  /** Real time in epoch milliseconds. */
  readonly at: number;
}

interface ActRow {
  readonly id: number;
  readonly name: string;
  readonly at: number | string;
  readonly by_name: string;
  readonly act: ReleaseAct['act'];
  readonly version: string;
  readonly channel: ReleaseAct['channel'];
  readonly share: number | null;
  readonly address: string | null;
}

/** Maximum number of audit log entries in one response. */
const MAX_LISTED_ACTS = 200;

/** Repository of the audit log: who did what with the releases. */
export interface ActRepository {
  record(newAct: NewAct): Promise<void>;
  /** Returns the audit log entries of a remote's releases, newest first. */
  list(name: string): Promise<ReleaseAct[]>;
}

/**
 * Creates the repository of the audit log. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createActRepository = (connection: Connection): ActRepository => {
  const actTable = () => knexOf(connection)<ActRow>('release_act');
  return {
    async record({ actor, ...newAct }) {
      await actTable().insert({ ...newAct, by_name: actor.name, address: actor.address });
    },
    async list(name) {
      const actRows = await actTable().where({ name }).orderBy('id', 'desc').limit(MAX_LISTED_ACTS);
      return actRows.map(({ at, by_name: by, act, version, channel, share }) => ({
        at: Number(at),
        by,
        act,
        version,
        channel,
        share,
      }));
    },
  };
};

import type { CallerSession, LiveReader } from '../callers';
import type { Connection, WriteTransaction } from '../database/database';

/** One item of a live snapshot. */
export interface TopicItem {
  readonly collection: string;
  readonly key: string;
  readonly value: object;
}

/**
 * A topic that a module offers on the live socket. `pattern` is a topic name with at most one `:param`, e.g.
 * `restaurant/:key`.
 */
export interface TopicSource {
  readonly pattern: string;
  /** Whether restaurants' counters may be checked by `mayRead`; absent: no counter may follow the topic. */
  readonly isForCounters?: boolean;
  /** Returns the name in the change log if it differs from the wire: `me` is stored as `user/<uid>`. */
  logName?(session: CallerSession, param: string | null): string;
  /** Checked at `sub` and again when rights change. false answers `notFound`. */
  mayRead(reader: LiveReader, param: string | null, knex: Connection): Promise<boolean>;
  /** Reads the items for a new subscriber in the caller's read transaction. */
  snapshot(session: CallerSession, param: string | null, knex: Connection): Promise<TopicItem[]>;
}

/** Operations of the live socket for modules. */
export interface LivePort {
  /**
   * Records that the rights of a user change with the write `tx`. After the commit every gateway checks the user's open
   * sockets before it sends them this or later changes. A socket whose session is over loses its topics and is closed.
   */
  rightsChanged(tx: Pick<WriteTransaction, 'record'>, uid: string): void;
  /**
   * Records, in the write that ends the user's other sessions, that the user continues under another session. No socket
   * gets later changes before it presents a token of the new session. Includes `rightsChanged`.
   */
  sessionReplaced(tx: Pick<WriteTransaction, 'record'>, uid: string): void;
}

import type { CallerSession, LiveReader } from '../callers';
import type { Connection, WriteTransaction } from '../database/database';

/** One item of a live snapshot. */
export interface TopicItem {
  readonly collection: string;
  readonly key: string;
  readonly value: object;
}

/**
 * What a module offers on the live socket: `pattern` is a topic name with at most one `:param`, e.g. `restaurant/:key`.
 */
export interface TopicSource {
  readonly pattern: string;
  /** Whether `mayRead` is asked for counters of restaurants too; absent: none of them may follow it. */
  readonly isForCounters?: boolean;
  /** Name in the change log where it differs from the wire's: `me` is kept as `user/<uid>`. */
  logName?(session: CallerSession, param: string | null): string;
  /** Checked at `sub` and again when rights change; false answers `notFound`. */
  mayRead(reader: LiveReader, param: string | null, knex: Connection): Promise<boolean>;
  /** The items a fresh subscriber gets, read inside the caller's read transaction. */
  snapshot(session: CallerSession, param: string | null, knex: Connection): Promise<TopicItem[]>;
}

/** What the live socket offers to modules. */
export interface LivePort {
  /**
   * The rights of this user change with the write `tx`: once it is committed their open sockets are checked again on
   * every gateway, and are sent nothing of what was committed with it or later before that is done. A socket whose
   * session is over loses its topics and is closed.
   */
  rightsChanged(tx: Pick<WriteTransaction, 'record'>, uid: string): void;
  /**
   * This user goes on under another session: told inside the write that ends the others, so that what it brings about
   * reaches no socket before it has shown a token of the new one. Their rights have changed as well.
   */
  sessionReplaced(tx: Pick<WriteTransaction, 'record'>, uid: string): void;
}

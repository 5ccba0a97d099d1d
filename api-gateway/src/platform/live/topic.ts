import type { CallerSession, LiveReader } from '../callers';
import type { Connection, WriteTransaction } from '../database/database';

/** One item of a live snapshot. `key` identifies the item within its collection. */
export interface TopicItem {
  readonly collection: string;
  readonly key: string;
  readonly value: object;
}

/**
 * Source of a live topic, which a module provides. `pattern` is a topic name with at most one `:param`, e.g.
 * `restaurant/:key`.
 */
export interface TopicSource {
  readonly pattern: string;
  /**
   * Whether `mayRead` can decide about restaurants' partner consoles; if absent, no partner console may follow the
   * topic.
   */
  readonly isForCounters?: boolean;
  /**
   * Whether the items of the topic also change without a change in the log, for example with the time. Readers then
   * don't share a cached snapshot.
   */
  readonly changesWithoutLog?: boolean;
  /** Returns the name of the topic in the change log, if clients use another name: `me` is stored as `user/<uid>`. */
  logName?(session: CallerSession, param: string | null): string;
  /**
   * Decides whether a reader may read the topic. Called when a client subscribes and again when rights change. For
   * false, the client gets the error `notFound`.
   */
  mayRead(reader: LiveReader, param: string | null, knex: Connection): Promise<boolean>;
  /** Reads the items of the topic for a new subscriber, in the caller's read transaction. */
  snapshot(session: CallerSession, param: string | null, knex: Connection): Promise<TopicItem[]>;
}

/** Functions of the live server that modules may call. */
export interface LivePort {
  /**
   * Records, in the write `tx`, that a user's rights to read change. After the commit every gateway checks the user's
   * open sockets before it sends them this change or later ones. A socket whose session has ended loses its topics and
   * is closed.
   */
  rightsChanged(tx: Pick<WriteTransaction, 'record'>, uid: string): void;
  /**
   * Records, in the write that ends the user's other sessions, that the user continues under a new session. No socket
   * of the user gets later changes before its client sends a token of the new session. Includes `rightsChanged`.
   */
  sessionReplaced(tx: Pick<WriteTransaction, 'record'>, uid: string): void;
}

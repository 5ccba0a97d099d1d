import { LRUCache } from 'lru-cache';
import { addGauges } from '../metrics';
import type { Metrics } from '../metrics';
import type { LiveConnection } from './live-connection';
import type { LiveLimits } from './live-limits';
import { createTokenBucket } from './token-bucket';
import type { TokenBucket } from './token-bucket';

/** Open live connections of this gateway: sockets, streams and polls that wait. */
export interface LiveConnections {
  /** Adds a connection whose user isn't known yet. Returns false when its IP address has too many. */
  add(connection: LiveConnection): boolean;
  /** Counts one more connection of this user; returns false when the user's limit is reached. */
  admit(uid: string, connection: LiveConnection): boolean;
  /**
   * Counts a stream or poll that a user begins. Returns false when the user has begun so many that the next ones must
   * wait.
   */
  mayBeginRequest(uid: string, now: number): boolean;
  /** Removes a closed connection and ends its subscriptions. */
  drop(connection: LiveConnection): void;
  all(): readonly LiveConnection[];
  ofUser(uid: string): readonly LiveConnection[];
  /** Resolves when no connection is open, or after `timeoutMs`. */
  whenEmpty(timeoutMs: number): Promise<void>;
}

const MAX_REQUEST_BUCKETS = 20_000;

/** Creates the list of open live connections. */
export const createLiveConnections = ({
  limits,
  metrics,
}: {
  readonly limits: LiveLimits;
  readonly metrics: Metrics;
}): LiveConnections => {
  const connections = new Set<LiveConnection>();
  const connectionsByUid = new Map<string, Set<LiveConnection>>();
  const countByAddress = new Map<string, number>();
  const requestBuckets = new LRUCache<string, TokenBucket>({ max: MAX_REQUEST_BUCKETS });
  let onEmpty: (() => void) | null = null;
  addGauges(metrics, [
    {
      name: 'mahlzeit_live_buffered_bytes',
      help: 'Bytes that wait to be sent to live sockets and streams',
      labelNames: [],
      read: async () => {
        let bufferedBytes = 0;
        for (const connection of connections) bufferedBytes += connection.bufferedBytes();
        return [{ labels: {}, value: bufferedBytes }];
      },
    },
  ]);

  const removeFromUser = (uid: string, connection: LiveConnection): void => {
    const userConnections = connectionsByUid.get(uid);
    userConnections?.delete(connection);
    if (userConnections?.size === 0) connectionsByUid.delete(uid);
  };

  return {
    add(connection) {
      connections.add(connection);
      metrics.connections.inc();
      const count = (countByAddress.get(connection.address) ?? 0) + 1;
      countByAddress.set(connection.address, count);
      return count <= limits.connectionsPerAddress;
    },
    admit(uid, connection) {
      const userConnections = connectionsByUid.get(uid) ?? new Set();
      if (userConnections.size >= limits.connections) return false;
      connectionsByUid.set(uid, userConnections.add(connection));
      return true;
    },
    mayBeginRequest(uid, now) {
      const bucket =
        requestBuckets.get(uid) ??
        createTokenBucket({ burst: limits.frameBurst, perSecond: limits.framesPerSecond }, now);
      requestBuckets.set(uid, bucket);
      return bucket.take(now);
    },
    drop(connection) {
      if (!connections.delete(connection)) return;
      const addressCount = (countByAddress.get(connection.address) ?? 1) - 1;
      if (addressCount === 0) countByAddress.delete(connection.address);
      else countByAddress.set(connection.address, addressCount);
      const uid = connection.uid();
      if (uid !== null) removeFromUser(uid, connection);
      connection.forget();
      metrics.connections.dec();
      if (connections.size === 0) onEmpty?.();
    },
    all: () => [...connections],
    ofUser: (uid) => [...(connectionsByUid.get(uid) ?? [])],
    whenEmpty: (timeoutMs) =>
      new Promise((resolve) => {
        const emptyTimer = setTimeout(resolve, timeoutMs);
        onEmpty = () => {
          clearTimeout(emptyTimer);
          resolve();
        };
        if (connections.size === 0) onEmpty();
      }),
  };
};

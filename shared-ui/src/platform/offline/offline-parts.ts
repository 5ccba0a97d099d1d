import type { User } from '@mahlzeit/contract';
import type { Timers } from '../browser/clock';
import type { BrowserStorage } from '../browser/storage';
import type { Observable } from '../events/observable';
import type { LiveDriver, TopicCache } from '../live/live-client';
import type { ApiClient } from '../session/api-client';
import type { SessionCache } from '../session/session-actions';
import type { SessionClient } from '../session/session-client';
import type { AppStore } from '../store/store';
import { createAnswerCache } from './answer-cache';
import type { AnswerCache } from './answer-cache';
import { createSessionCache, createTopicCache } from './cached-state';
import { createOfflineCache } from './offline-cache';
import type { OfflineCache, OfflineDatabase, ShownRow } from './offline-cache';
import { refreshShownRows } from './refresh-shown-rows';
import { createWaitingWrites } from './waiting-writes';
import type { WaitingWrites } from './waiting-writes';

/** Everything that a page does without a network: what it shows, and what it sends later (ADR 72). */
export interface OfflineParts {
  readonly setOwner: OfflineCache['setOwner'];
  readonly answers: AnswerCache;
  readonly session: SessionCache;
  readonly topics: TopicCache;
  readonly waitingWrites: WaitingWrites;
  stop(): void;
}

/** Parts of the page's platform that `OfflineParts` need. */
export interface OfflineDeps {
  readonly timers: Timers;
  /** Returns the time of the gateway's clock. */
  now(): number;
  /** Rows that the page shows from this browser. The parts change it. */
  readonly shown: Observable<readonly ShownRow[]> & { set(rows: readonly ShownRow[]): void };
  readonly session: Pick<SessionClient, 'get' | 'subscribe'>;
  readonly live: Pick<LiveDriver, 'status' | 'onStatus' | 'reconnectSoon'>;
  readonly store: AppStore;
  readonly apiClient: Pick<ApiClient, 'callAny'>;
  /** Storage of the writes that wait for the network. */
  readonly storage: BrowserStorage;
  onOnline(listener: () => void): () => void;
  /** Called with the user document that a late answer brought. */
  onUser(user: User): void;
}

/** Function that creates the parts for one page. */
export type CreateOfflineParts = (deps: OfflineDeps) => OfflineParts;

/** Creates the parts for one page. Without a database, nothing is stored for pages without a network. */
export const createOfflineParts = (
  { timers, now, shown, live, store, ...deps }: OfflineDeps,
  database: OfflineDatabase | null,
): OfflineParts => {
  const cache = createOfflineCache({ database, timers, now, shown });
  return {
    setOwner: cache.setOwner,
    answers: createAnswerCache(cache),
    session: createSessionCache(cache),
    topics: createTopicCache(cache),
    waitingWrites: createWaitingWrites({
      storage: deps.storage,
      timers,
      onOnline: deps.onOnline,
      shell: { session: deps.session, live, apiClient: deps.apiClient },
      onUser: deps.onUser,
    }),
    stop: refreshShownRows({ live, store, cache, timers }),
  };
};

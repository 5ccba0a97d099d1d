import type { LivePoll, ServerFrame } from '@mahlzeit/contract';

/** One request for the topics of a page: a stream, or a poll. */
export interface RoundRequest {
  readonly token: string;
  readonly topics: LivePoll['topics'];
  /** Whether a poll may wait for news, because the page has read all topics. */
  readonly mayWait: boolean;
}

/**
 * End of a round. `done`: the next one may follow; `blocked`: the network doesn't let this kind of round through;
 * `closed`: the connection is lost or refused, with the close code that a socket would have.
 */
export type RoundEnd =
  | { readonly type: 'done' }
  | { readonly type: 'blocked' }
  | {
      readonly type: 'closed';
      readonly code: number;
      /** Least time in ms before the next connection, if the gateway has named one. */
      readonly retryMs?: number | null;
    };

/** Callbacks of a round. None is called after the round was stopped or has ended. */
export interface RoundEvents {
  /** Called with the gateway's time when it answers. The topics' messages follow. */
  began(now: number): void;
  /** Called when the gateway proves that a stream still works. */
  heartbeat(): void;
  frame(frame: ServerFrame): void;
  /** Called with a message that isn't a frame of this contract. */
  unreadable(text: string): void;
  ended(end: RoundEnd): void;
}

/** Starts a round. Returns a function that stops it. */
export type StartRound = (request: RoundRequest, events: RoundEvents) => () => void;

/** Close code of a connection that ended without one. */
export const ABNORMAL_CLOSE_CODE = 1006;

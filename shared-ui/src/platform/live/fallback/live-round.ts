import type { LivePoll, ServerFrame } from '@mahlzeit/contract';

/** One HTTP request for the live data of a page's topics: a stream, or a poll. */
export interface RoundRequest {
  readonly token: string;
  readonly topics: LivePoll['topics'];
  /**
   * Whether the gateway may delay its response to a poll until there are changes, because the page has read all topics.
   */
  readonly mayWait: boolean;
}

/**
 * End of one request for live data. `done`: the next request may follow; `blocked`: the network doesn't let this kind
 * of request through; `closed`: the connection is lost or refused, with the close code that a WebSocket would have.
 */
export type RoundEnd =
  | { readonly type: 'done' }
  | { readonly type: 'blocked' }
  | {
      readonly type: 'closed';
      readonly code: number;
      /** Minimum time in ms before the next connection, if the gateway has named one. */
      readonly retryMs?: number | null;
    };

/** Callbacks of one request for live data. None is called after the request was stopped or has ended. */
export interface RoundEvents {
  /** Called with the gateway's time when its response begins. The messages about topics follow. */
  began(now: number): void;
  /** Called when a heartbeat of the gateway shows that a stream still works. */
  heartbeat(): void;
  frame(frame: ServerFrame): void;
  /** Called with the text of a message that doesn't match the contract. */
  unreadable(text: string): void;
  ended(end: RoundEnd): void;
}

/** Starts a request for live data. Returns a function that stops it. */
export type StartRound = (request: RoundRequest, events: RoundEvents) => () => void;

/** Close code for a connection that ended without one. */
export const ABNORMAL_CLOSE_CODE = 1006;

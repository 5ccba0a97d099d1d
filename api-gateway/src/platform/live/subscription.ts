import type { CallerSession } from '../types';
import type { Channel } from './channel';
import type { CursorPoint } from './cursor';
import type { SendBuffer } from './outbox';
import type { FoundTopic } from './topic-index';

/** A client as the hub sees it. */
export interface Subscriber {
  /** Changes when the client shows a new token. */
  readonly session: CallerSession;
  readonly sendBuffer: SendBuffer;
  /** By topic name, which is also the id on the wire. */
  readonly subscriptions: Map<string, Subscription>;
}

/** One client's interest in one topic. */
export interface Subscription {
  readonly id: string;
  readonly found: FoundTopic;
  readonly subscriber: Subscriber;
  readonly channel: Channel;
  /** The last change that this client has been sent. */
  position: CursorPoint;
  /** Nothing is sent any more. */
  isOver: boolean;
}

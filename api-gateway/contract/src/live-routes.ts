import * as z from '@mahlzeit/contract/zod';
import { Cursor, liveLimits, ServerFrame, TopicName } from './live';
import { defineRoute } from './route';
import { Ms } from './values';

/**
 * Longest time in milliseconds for which a poll of live topics may wait for news. Proxies cut requests that stay silent
 * for longer.
 */
export const MAX_POLL_WAIT_MS = 25_000;

/**
 * Milliseconds between two comments in a stream of server-sent events. They prove to the reader, and to proxies on the
 * way, that the stream still works.
 */
export const STREAM_HEARTBEAT_MS = 15_000;

/** Live topics that a page reads, each with the position up to which the page has read it. */
const FollowedTopics = z
  .array(
    z.object({
      /** Name of the live topic. */
      topic: TopicName,
      /** Position in the topic up to which the page has read. Without this field, the answer contains a snapshot. */
      cursor: z.optional(Cursor),
    }),
  )
  .check(z.maxLength(liveLimits.subscriptions));

/** Request for news of live topics, from a page without a live socket. */
export const LivePoll = z.object({
  /** Live topics that the page reads. */
  topics: FollowedTopics,
  /**
   * Milliseconds for which the gateway waits for news if the page has read everything; without this field the gateway
   * answers at once.
   */
  waitMs: z.optional(z.int().check(z.gte(0), z.lte(MAX_POLL_WAIT_MS))),
});
export type LivePoll = z.infer<typeof LivePoll>;

/** Messages that the live socket would have sent for the requested topics. */
export const LivePollAnswer = z.object({
  /** Current time of the gateway's clock, which tests can move. */
  now: Ms,
  /**
   * Messages of each topic up to its message `live`, or the topic's error; then news that came while the gateway
   * waited. A topic that took too long has no messages. After `auth_required` or `bye` the gateway doesn't wait any
   * longer.
   */
  frames: z.array(ServerFrame),
});
export type LivePollAnswer = z.infer<typeof LivePollAnswer>;

/**
 * Reads live topics, for pages whose network lets neither a WebSocket nor a stream through. The token is one that the
 * live socket accepts: a user's, or a restaurant's own.
 */
export const pollLive = defineRoute({
  name: 'pollLive',
  method: 'POST',
  path: '/api/live',
  access: 'live',
  isRead: true,
  body: LivePoll,
  answer: LivePollAnswer,
  errors: ['ErrorTooManyAttempts'],
});

/**
 * Live topics that one stream delivers. A page that needs another set of topics opens another stream, which continues
 * from the positions that the page has read.
 */
export const LiveStream = z.object({
  /** Live topics that the page reads. */
  topics: FollowedTopics,
});
export type LiveStream = z.infer<typeof LiveStream>;

/**
 * Streams live topics as server-sent events, for pages whose network lets no WebSocket through. The data of each event
 * is a message of the live socket, beginning with `welcome`. The gateway's last event has the type `close`, and its
 * data is the code with which a socket would be closed. The token is one that the live socket accepts.
 */
export const streamLive = defineRoute({
  name: 'streamLive',
  method: 'POST',
  path: '/api/live/stream',
  access: 'live',
  isRead: true,
  answersStream: true,
  body: LiveStream,
  answer: ServerFrame,
  errors: ['ErrorTooManyAttempts'],
});

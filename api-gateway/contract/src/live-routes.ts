import * as z from '@mahlzeit/contract/zod';
import { Cursor, liveLimits, ServerFrame, TopicName } from './live';
import { defineRoute } from './route';
import { Ms } from './values';

/** Topics that a page reads without a live socket, each with the position up to which it has read. */
export const LivePoll = z.object({
  /** Topics of the page. */
  topics: z
    .array(
      z.object({
        /** Name of the topic. */
        topic: TopicName,
        /** Position up to which the page has read. Without it, the answer has a snapshot. */
        cursor: z.optional(Cursor),
      }),
    )
    .check(z.maxLength(liveLimits.subscriptions)),
});
export type LivePoll = z.infer<typeof LivePoll>;

/** Messages that the live socket would have sent for these topics. */
export const LivePollAnswer = z.object({
  /** Current time of the gateway's clock, which tests can move. */
  now: Ms,
  /** Messages of each topic up to its message `live`, or its error. A topic that took too long has none. */
  frames: z.array(ServerFrame),
});
export type LivePollAnswer = z.infer<typeof LivePollAnswer>;

/** Reads live topics once, for pages whose network lets no WebSocket through. */
export const pollLive = defineRoute({
  name: 'pollLive',
  method: 'POST',
  path: '/api/live',
  access: 'any',
  isOpenToDeleted: true,
  isRead: true,
  body: LivePoll,
  answer: LivePollAnswer,
  errors: [],
});

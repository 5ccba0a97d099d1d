import * as z from '@mahlzeit/contract/zod';
import { Ms } from './values';

/** Limits of a live connection. The gateway also sends them to each client in the message `welcome`. */
export const liveLimits = { frameBytes: 65_536, subscriptions: 64, connections: 10, pingMs: 25_000 } as const;

/** Codes with which the gateway closes a live connection: a socket, or a stream in its last event. */
export const liveCloseCodes = {
  /** The gateway shuts down. Clients reconnect after the milliseconds in `retryMs` of the message `bye`. */
  bye: 1001,
  invalidFrame: 4400,
  /** The client's message `hello` is missing or invalid, or the token has expired. */
  unauthenticated: 4401,
  tooSlow: 4408,
  tooManyConnections: 4409,
  frameTooLarge: 4413,
} as const;

const ItemValue = z.record(z.string(), z.unknown());

/** One change of one item of a topic. */
export const Op = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('put'),
    /** The collection that holds the item. */
    collection: z.string(),
    /** Key of the item within its collection. */
    key: z.string(),
    /** The complete item in the shape of its collection. */
    value: ItemValue,
  }),
  z.object({
    kind: z.literal('del'),
    /** The collection that held the item. */
    collection: z.string(),
    /** Key of the item within its collection. A client that doesn't hold the item ignores the removal. */
    key: z.string(),
  }),
]);
export type Op = z.infer<typeof Op>;

/** One item of a snapshot. */
export const LiveItem = z.object({
  /** The collection that holds the item. */
  collection: z.string(),
  /** Key of the item within its collection. */
  key: z.string(),
  /** The complete item in the shape of its collection. */
  value: ItemValue,
});
export type LiveItem = z.infer<typeof LiveItem>;

/**
 * `<epoch>.<seq>`: position up to which a client has read a topic. All subscribers of the topic share these positions.
 */
export const Cursor = z.string().check(z.maxLength(100));
export type Cursor = z.infer<typeof Cursor>;

/** Name of a topic, also the id of its subscription. */
export const TopicName = z.string().check(z.minLength(1), z.maxLength(200));
export type TopicName = z.infer<typeof TopicName>;

/** Reasons for which a client must drop its cursor and take a new snapshot. */
export const ResetReason = z.enum(['tooOld', 'foreign', 'ahead', 'rights']);
export type ResetReason = z.infer<typeof ResetReason>;

/** Error codes that the gateway sends on the live socket. */
export const LiveErrorCode = z.enum([
  'invalidFrame',
  'unauthenticated',
  'notFound',
  'tooManySubscriptions',
  'rateLimited',
  'internal',
]);
export type LiveErrorCode = z.infer<typeof LiveErrorCode>;

/** Messages (frames) that the gateway sends on the live socket. */
export const ServerFrame = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('welcome'),
    /** Current time of the gateway's clock, which tests can move. */
    now: Ms,
    /** Limits that this gateway applies to the connection. */
    limits: z.object({
      /** Maximum size of one message in bytes, in both directions. */
      frameBytes: z.int(),
      /** Maximum subscriptions of a connection. */
      subscriptions: z.int(),
      /** Maximum connections of a user. */
      connections: z.int(),
      /** Milliseconds between two pings of the gateway. */
      pingMs: z.int(),
    }),
  }),
  z.object({
    op: z.literal('snap'),
    /** Id of the subscription to which the snapshot belongs. */
    id: TopicName,
    /** Position of the client after it has applied this message. */
    cursor: Cursor,
    /** Items of the topic. A large snapshot is sent in several messages. */
    items: z.array(LiveItem),
    /**
     * True when another message of this snapshot follows. The first message replaces all items that the client holds.
     */
    more: z.boolean(),
  }),
  z.object({
    op: z.literal('delta'),
    /** Id of the subscription to whose topic the changes belong. */
    id: TopicName,
    /** Position of the client after it has applied this message. */
    cursor: Cursor,
    /** Id of the write that made the change. */
    tx: z.string(),
    /** Changes of items. The client applies them in this order, all or none. */
    ops: z.array(Op),
  }),
  z.object({
    op: z.literal('live'),
    /** Id of the subscription that has caught up. */
    id: TopicName,
    /** Position up to which the subscription has caught up. */
    cursor: Cursor,
  }),
  z.object({
    op: z.literal('reset'),
    /** Id of the subscription with an invalid cursor. */
    id: TopicName,
    /** Reason for which the cursor is invalid. */
    reason: ResetReason,
  }),
  z.object({
    op: z.literal('clock'),
    /** Time of the gateway's clock after a test has moved the clock. */
    now: Ms,
  }),
  z.object({
    op: z.literal('err'),
    /** Id of the subscription; absent for an error of the connection. */
    id: z.optional(z.string()),
    /** Code that names the cause of the error. */
    code: LiveErrorCode,
    /** Milliseconds to wait before the client tries again. */
    retryMs: z.optional(z.number()),
  }),
  z.object({
    op: z.literal('auth_required'),
    /** Milliseconds until the token expires and the socket closes. */
    beforeMs: z.number(),
  }),
  z.object({
    // The gateway closes the connection: it shuts down, or the user or the address has too many connections.
    op: z.literal('bye'),
    /** Milliseconds to wait before the client connects again. */
    retryMs: z.number(),
  }),
  z.object({ op: z.literal('pong') }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

import * as z from '@mahlzeit/contract/zod';
import { Ms } from './values';

/** Limits of a live connection. The gateway also sends them to each client in the message `welcome`. */
export const liveLimits = { frameBytes: 65_536, subscriptions: 64, connections: 10, pingMs: 25_000 } as const;

/** Codes with which the gateway closes a live connection: a WebSocket, or a stream of events by its last event. */
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

/** One change of one item in a live topic: the item was set or removed. */
export const Op = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('put'),
    /** Name of the collection that holds the changed item. */
    collection: z.string(),
    /** Key of the item within its collection. */
    key: z.string(),
    /** The complete item after the change, in the shape of its collection. */
    value: ItemValue,
  }),
  z.object({
    kind: z.literal('del'),
    /** Name of the collection that held the removed item. */
    collection: z.string(),
    /** Key of the removed item within its collection. A client that doesn't hold the item ignores the removal. */
    key: z.string(),
  }),
]);
export type Op = z.infer<typeof Op>;

/** One item in the snapshot of a live topic. */
export const LiveItem = z.object({
  /** Name of the collection that holds the item. */
  collection: z.string(),
  /** Key of the item within its collection. */
  key: z.string(),
  /** The complete item in the shape of its collection. */
  value: ItemValue,
});
export type LiveItem = z.infer<typeof LiveItem>;

/**
 * Position up to which a client has read a live topic: `<epoch>.<seq>`. All subscribers of the topic share these
 * positions.
 */
export const Cursor = z.string().check(z.maxLength(100));
export type Cursor = z.infer<typeof Cursor>;

/** Name of a live topic, also the id of its subscription. */
export const TopicName = z.string().check(z.minLength(1), z.maxLength(200));
export type TopicName = z.infer<typeof TopicName>;

/** Reasons for which a client must forget its position in a live topic and take a new snapshot. */
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
      /** Maximum number of subscriptions on one connection. */
      subscriptions: z.int(),
      /** Maximum number of simultaneous connections of one user. */
      connections: z.int(),
      /** Milliseconds between two pings that the gateway sends to check the connection. */
      pingMs: z.int(),
    }),
  }),
  z.object({
    op: z.literal('snap'),
    /** Id of the subscription to which this snapshot belongs. */
    id: TopicName,
    /** Position of the client in the topic after it has applied this message. */
    cursor: Cursor,
    /** Items of the topic's snapshot. A large snapshot is sent in several messages. */
    items: z.array(LiveItem),
    /**
     * True when another message of the same snapshot follows. The first message replaces all items that the client
     * holds.
     */
    more: z.boolean(),
  }),
  z.object({
    op: z.literal('delta'),
    /** Id of the subscription to whose topic the changes belong. */
    id: TopicName,
    /** Position of the client in the topic after it has applied this message. */
    cursor: Cursor,
    /** Id of the database write that made the change. */
    tx: z.string(),
    /** Changes of items in the topic. The client applies them in this order, all or none. */
    ops: z.array(Op),
  }),
  z.object({
    op: z.literal('live'),
    /** Id of the subscription that has received all changes up to now. */
    id: TopicName,
    /** Position up to which the subscription has received all changes. */
    cursor: Cursor,
  }),
  z.object({
    op: z.literal('reset'),
    /** Id of the subscription whose position the gateway can't continue from. */
    id: TopicName,
    /** Reason for which the gateway can't continue from the client's position. */
    reason: ResetReason,
  }),
  z.object({
    op: z.literal('clock'),
    /** Time of the gateway's clock after a test has moved the clock. */
    now: Ms,
  }),
  z.object({
    op: z.literal('err'),
    /** Id of the subscription with the error; absent for an error of the whole connection. */
    id: z.optional(z.string()),
    /** Code that names the cause of the error. */
    code: LiveErrorCode,
    /** Milliseconds that the client should wait before it tries again. */
    retryMs: z.optional(z.number()),
  }),
  z.object({
    op: z.literal('auth_required'),
    /** Milliseconds until the token expires and the socket closes. */
    beforeMs: z.number(),
  }),
  z.object({
    // Message `bye`: the gateway closes the connection, because it shuts down, or because the user or the IP address
    // has too many connections.
    op: z.literal('bye'),
    /** Milliseconds that the client should wait before it connects again. */
    retryMs: z.number(),
  }),
  z.object({ op: z.literal('pong') }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

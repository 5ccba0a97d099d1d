import * as z from '@mahlzeit/contract/zod';
import { Ms } from './values';

/** Limits of the live socket, also told in `welcome`. */
export const liveLimits = { frameBytes: 65_536, subscriptions: 64, connections: 10, pingMs: 25_000 } as const;

/** Close codes of the live socket. */
export const liveCloseCodes = {
  /** The gateway goes down; come back after `bye.retryMs`. */
  bye: 1001,
  invalidFrame: 4400,
  /** No hello, a bad one, or a token that ran out. */
  unauthenticated: 4401,
  tooSlow: 4408,
  tooManyConnections: 4409,
  frameTooLarge: 4413,
} as const;

const Value = z.record(z.string(), z.unknown());

/** One change of one item of a topic. */
export const Op = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('put'),
    /** The collection that holds the item. */
    collection: z.string(),
    /** The item within its collection. */
    key: z.string(),
    /** The whole item; its shape is the collection's. */
    value: Value,
  }),
  z.object({
    kind: z.literal('del'),
    /** The collection that held the item. */
    collection: z.string(),
    /** The item within its collection; one that is not there is gone already. */
    key: z.string(),
  }),
]);
export type Op = z.infer<typeof Op>;

/** One item of a snapshot. */
export const LiveItem = z.object({
  /** The collection that holds the item. */
  collection: z.string(),
  /** The item within its collection. */
  key: z.string(),
  /** The whole item; its shape is the collection's. */
  value: Value,
});
export type LiveItem = z.infer<typeof LiveItem>;

/** `<epoch>.<seq>`: how far a client has read a topic; the same for every subscriber. */
export const Cursor = z.string().check(z.maxLength(100));
export type Cursor = z.infer<typeof Cursor>;

/** Name of a topic; also the id of its one subscription. */
export const TopicName = z.string().check(z.minLength(1), z.maxLength(200));
export type TopicName = z.infer<typeof TopicName>;

const Token = z.string().check(z.minLength(1), z.maxLength(8192));

/** What a client says on the live socket. */
export const ClientFrame = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('hello'),
    /** Version of this protocol. */
    v: z.literal(1),
    /**
     * The id token of the session; or a restaurant's own token, for `partner/{key}`, `restaurant/{key}` and `global`.
     */
    token: Token,
  }),
  z.object({
    op: z.literal('sub'),
    /** Equals `topic`. */
    id: TopicName,
    /** What to follow. */
    topic: TopicName,
    /** For topics that take any; none does yet. */
    params: z.optional(Value),
    /** Where the client left off; with a good one no snapshot is sent. */
    cursor: z.optional(Cursor),
  }),
  z.object({
    op: z.literal('unsub'),
    /** The subscription to end. */
    id: TopicName,
  }),
  z.object({
    op: z.literal('auth'),
    /** A fresh id token of the same user. */
    token: Token,
  }),
  z.object({ op: z.literal('ping') }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/** Why a client must forget its cursor and take a fresh snapshot. */
export const ResetReason = z.enum(['tooOld', 'foreign', 'ahead', 'rights']);
export type ResetReason = z.infer<typeof ResetReason>;

/** Errors on the live socket. */
export const LiveErrorCode = z.enum([
  'invalidFrame',
  'unauthenticated',
  'notFound',
  'tooManySubscriptions',
  'rateLimited',
  'internal',
]);
export type LiveErrorCode = z.infer<typeof LiveErrorCode>;

/** What the gateway says on the live socket. */
export const ServerFrame = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('welcome'),
    /** The domain clock. */
    now: Ms,
    /** What the gateway allows. */
    limits: z.object({
      /** Largest frame in bytes, either way. */
      frameBytes: z.int(),
      /** Subscriptions of a connection. */
      subscriptions: z.int(),
      /** Connections of a user. */
      connections: z.int(),
      /** Milliseconds between two pings of the gateway. */
      pingMs: z.int(),
    }),
  }),
  z.object({
    op: z.literal('snap'),
    /** The subscription. */
    id: TopicName,
    /** How far the client has read once it has applied this frame. */
    cursor: Cursor,
    /** Part of the topic's window. */
    items: z.array(LiveItem),
    /** True: the next part follows by itself. The first part replaces what the client held. */
    more: z.boolean(),
  }),
  z.object({
    op: z.literal('delta'),
    /** The subscription. */
    id: TopicName,
    /** How far the client has read once it has applied this frame. */
    cursor: Cursor,
    /** Key of the write that made it. */
    tx: z.string(),
    /** Applied in this order, all or none. */
    ops: z.array(Op),
  }),
  z.object({
    op: z.literal('live'),
    /** The subscription that has caught up. */
    id: TopicName,
    /** How far it has read. */
    cursor: Cursor,
  }),
  z.object({
    op: z.literal('reset'),
    /** The subscription whose cursor is worth nothing. */
    id: TopicName,
    /** Why. */
    reason: ResetReason,
  }),
  z.object({
    op: z.literal('clock'),
    /** The domain clock after it was moved. */
    now: Ms,
  }),
  z.object({
    op: z.literal('err'),
    /** The subscription it is about; absent where the connection is meant. */
    id: z.optional(z.string()),
    /** What is wrong. */
    code: LiveErrorCode,
    /** Milliseconds to wait before the next try. */
    retryMs: z.optional(z.number()),
  }),
  z.object({
    op: z.literal('auth_required'),
    /** Milliseconds until the token runs out and the socket closes. */
    beforeMs: z.number(),
  }),
  z.object({
    op: z.literal('bye'),
    /** Milliseconds to wait before the next connection. */
    retryMs: z.number(),
  }),
  z.object({ op: z.literal('pong') }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

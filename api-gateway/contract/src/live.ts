import * as z from 'zod/mini';
import type { Key } from './values';
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
    collection: z.string(),
    key: z.string(),
    /** The whole item; its shape is the collection's. */
    value: Value,
  }),
  z.object({ kind: z.literal('del'), collection: z.string(), key: z.string() }),
]);
export type Op = z.infer<typeof Op>;

/** One item of a snapshot. */
export const LiveItem = z.object({ collection: z.string(), key: z.string(), value: Value });
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
  z.object({ op: z.literal('hello'), v: z.literal(1), token: Token }),
  z.object({
    op: z.literal('sub'),
    /** Equals `topic`. */
    id: TopicName,
    topic: TopicName,
    params: z.optional(Value),
    /** Where the client left off; with a good one no snapshot is sent. */
    cursor: z.optional(Cursor),
  }),
  z.object({ op: z.literal('unsub'), id: TopicName }),
  z.object({ op: z.literal('auth'), token: Token }),
  z.object({ op: z.literal('ping') }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/** Why a client must forget its cursor and take a fresh snapshot. */
export const ResetReason = z.enum(['tooOld', 'foreign', 'ahead', 'rights']);
export type ResetReason = z.infer<typeof ResetReason>;

/** Refusals on the live socket. */
export const LiveErrorCode = z.enum(['invalidFrame', 'unauthenticated', 'notFound', 'tooManySubscriptions', 'rateLimited', 'internal']);
export type LiveErrorCode = z.infer<typeof LiveErrorCode>;

/** What the gateway says on the live socket. */
export const ServerFrame = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('welcome'),
    /** The domain clock. */
    now: Ms,
    limits: z.object({ frameBytes: z.int(), subscriptions: z.int(), connections: z.int(), pingMs: z.int() }),
  }),
  z.object({
    op: z.literal('snap'),
    id: TopicName,
    cursor: Cursor,
    items: z.array(LiveItem),
    /** True: the next part follows by itself. The first part replaces what the client held. */
    more: z.boolean(),
  }),
  z.object({
    op: z.literal('delta'),
    id: TopicName,
    cursor: Cursor,
    /** Key of the write that made it. */
    tx: z.string(),
    ops: z.array(Op),
  }),
  z.object({ op: z.literal('live'), id: TopicName, cursor: Cursor }),
  z.object({ op: z.literal('reset'), id: TopicName, reason: ResetReason }),
  z.object({
    op: z.literal('clock'),
    /** The domain clock after it was moved. */
    now: Ms,
  }),
  z.object({
    op: z.literal('err'),
    /** The subscription it is about; absent where the connection is meant. */
    id: z.optional(z.string()),
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

/** Item of the topic `global`, collection `versionInfos`. */
export const VersionInfoItem = z.object({
  /** The major version. */
  key: z.string(),
  maintenance: z.boolean(),
  requiredVersion: z.nullable(z.string()),
});
export type VersionInfoItem = z.infer<typeof VersionInfoItem>;

/** Item of the topic `global`, collection `legal`. */
export const LegalItem = z.object({
  /** Kind and language in one, `privacyde`. */
  key: z.string(),
  version: z.int(),
});
export type LegalItem = z.infer<typeof LegalItem>;

/** Item of the topic `global`, collection `registry`. */
export const RegistryItem = z.object({
  /** Name of the remote. */
  key: z.string(),
  version: z.string(),
});
export type RegistryItem = z.infer<typeof RegistryItem>;

/** Topic of what concerns the reader alone. */
export const meTopic = 'me';

/** Topic of what concerns everybody. */
export const globalTopic = 'global';

/** Topic of one restaurant, its meals of today and its discounts. */
export const restaurantTopic = (key: Key): string => `restaurant/${key}`;

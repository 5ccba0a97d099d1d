import * as z from '@mahlzeit/contract/zod';
import { Cursor, TopicName } from './live';

const SocketToken = z.string().check(z.minLength(1), z.maxLength(8192));

/**
 * Messages (frames) that a client sends on the live socket. The page's first script sends them without this schema
 * (ADR 7).
 */
export const ClientFrame = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('hello'),
    /** Version of the live protocol. The gateway refuses every other version. */
    v: z.literal(1),
    /** Id token of the session, or a restaurant's own token for `partner/{key}`, `restaurant/{key}` and `global`. */
    token: SocketToken,
  }),
  z.object({
    op: z.literal('sub'),
    /** Id of the subscription; equals the field `topic`. */
    id: TopicName,
    /** Topic to which the client subscribes. */
    topic: TopicName,
    /** Parameters of a topic. No topic has any yet, so the field is reserved. */
    params: z.optional(z.record(z.string(), z.unknown())),
    /**
     * Position in the topic up to which the client has read. With a valid position, the gateway sends only later
     * changes instead of a snapshot.
     */
    cursor: z.optional(Cursor),
  }),
  z.object({
    op: z.literal('unsub'),
    /** Id of the subscription that the client ends. */
    id: TopicName,
  }),
  z.object({
    op: z.literal('auth'),
    /** A new id token of the same user, which replaces the one that expires. */
    token: SocketToken,
  }),
  z.object({ op: z.literal('ping') }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

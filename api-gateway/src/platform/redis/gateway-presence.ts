import * as z from 'zod/mini';
import type { ModuleGauge } from '../metrics';
import type { RedisClient, RedisConnection } from './redis-connection';

/** Milliseconds after its last heartbeat at which a gateway counts as stopped. */
const PRESENCE_TTL_MS = 5_000;

const GatewayPresence = z.object({
  /** Random id of the gateway's process. */
  id: z.string(),
  version: z.string(),
  /** Real time of the gateway's start in epoch milliseconds. */
  startedAt: z.number(),
  /** Name of the gateway's machine, and its port. */
  address: z.string(),
});

/** A running gateway, as it announces itself to the other gateways. */
export type GatewayPresence = z.infer<typeof GatewayPresence>;

interface PresenceDeps {
  readonly connection: RedisConnection;
  /** Prefix of all Redis keys of the gateways that share a database. */
  readonly namespace: string;
  readonly ownPresence: GatewayPresence;
}

/** List of the running gateways that share a Redis server. */
export interface GatewayPresences {
  /** Lists the running gateways; without Redis, only this gateway. */
  list(): Promise<readonly GatewayPresence[]>;
  /** Ends the announcement of this gateway. */
  leave(): Promise<void>;
}

/** Announces this gateway in Redis on each new connection and with each heartbeat. */
export const announceGateway = ({ connection, namespace, ownPresence }: PresenceDeps): GatewayPresences => {
  const idsKey = `${namespace}:gateways`;
  const keyOf = (id: string): string => `${namespace}:gateway:${id}`;

  const announce = (client: RedisClient): Promise<unknown> =>
    Promise.all([
      client.set(keyOf(ownPresence.id), JSON.stringify(ownPresence), {
        expiration: { type: 'PX', value: PRESENCE_TTL_MS },
      }),
      client.sAdd(idsKey, ownPresence.id),
    ]);

  connection.onConnect(announce);
  connection.onHeartbeat(announce);

  const readPresences = async (client: RedisClient): Promise<readonly GatewayPresence[]> => {
    const ids = await client.sMembers(idsKey);
    if (ids.length === 0) return [];
    const presenceTexts = await client.mGet(ids.map(keyOf));
    const expiredIds = ids.filter((_id, index) => presenceTexts[index] === null);
    if (expiredIds.length > 0) await client.sRem(idsKey, expiredIds);
    return presenceTexts.flatMap((text) => (text === null ? [] : [z.parse(GatewayPresence, JSON.parse(text))]));
  };

  return {
    list: () => connection.run(readPresences).catch(() => [ownPresence]),
    async leave() {
      // Stores the announcement with a lifetime, so that it disappears by itself.
      await connection
        .run((client) => Promise.all([client.del(keyOf(ownPresence.id)), client.sRem(idsKey, ownPresence.id)]))
        .catch(() => undefined);
    },
  };
};

/** Creates the metric of the running gateways, whose values are the times of their starts in epoch seconds. */
export const gatewaysGauge = (presences: Pick<GatewayPresences, 'list'>): ModuleGauge => ({
  name: 'mahlzeit_gateways',
  help: 'Running gateways that share a Redis, with the time of their start',
  labelNames: ['gateway', 'version', 'address'],
  read: async () =>
    (await presences.list()).map(({ id, version, address, startedAt }) => ({
      labels: { gateway: id, version, address },
      value: startedAt / 1000,
    })),
});

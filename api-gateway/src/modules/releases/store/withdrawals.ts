import type { Connection, WriteTransaction } from '../../../platform';
import { createActRepository } from './act-repository';
import type { Actor } from './act-repository';
import { createChannelRepository } from './channel-repository';
import type { ChannelRelease, ReleaseDelivery } from './channel-repository';
import { createReleaseRepository } from './release-repository';
import { tellPages } from './release-store';
import { createTokenRepository } from './token-repository';
import { createWithdrawalRepository } from './withdrawal-repository';

/** Name under which the audit log lists actions of the gateway itself. */
const GATEWAY_ACTOR: Actor = { name: 'gateway', address: null };

/**
 * Finds the release to which a channel can go back from `left`: the newest earlier release, or the release `wanted`, if
 * its files are stored and it wasn't withdrawn. During a gradual rollout, the earlier release is the one that all other
 * visitors get. Returns null without such a release.
 */
export const findEarlierRelease = async (
  connection: Connection,
  left: ChannelRelease,
  wanted?: string,
): Promise<string | null> => {
  const { name } = left;
  const history = await createChannelRepository(connection).findHistory(name, left.channel);
  const [present] = history;
  const withdrawals = await createWithdrawalRepository(connection).findOf(name);
  const storedVersions = new Set(
    (await createReleaseRepository(connection).list(name))
      .filter(({ isStored }) => isStored)
      .map(({ manifest }) => manifest.version),
  );
  const canReturnTo = (earlier: string): boolean =>
    earlier !== left.version && (earlier === present || storedVersions.has(earlier)) && !withdrawals.has(earlier);
  return history.find((earlier) => canReturnTo(earlier) && (wanted === undefined || earlier === wanted)) ?? null;
};

/** Returns the releases of a remote that the channels deliver. */
export const readDeliveries = (connection: Connection, name: string): Promise<ReleaseDelivery[]> =>
  createChannelRepository(connection).findDeliveries(name);

/** Returns the times at which the gateway withdrew releases of a remote that nobody has promoted since, by version. */
export const readWithdrawals = (connection: Connection, name: string): Promise<ReadonlyMap<string, number>> =>
  createWithdrawalRepository(connection).findOf(name);

/** Returns the e-mail addresses of a remote's team and of the operators. */
export const findTeamEmails = (connection: Connection, name: string): Promise<string[]> =>
  createTokenRepository(connection).findEmails(name);

/**
 * Withdraws a release: its channel delivers `earlierVersion` again, open pages are informed, and the release is marked
 * as withdrawn. A pin doesn't prevent this, because a pin only prevents newer releases; the pin stays.
 */
export const withdrawRelease = async (
  tx: WriteTransaction,
  { name, channel, version }: ChannelRelease,
  { earlierVersion, at }: { readonly earlierVersion: string; readonly at: number },
): Promise<void> => {
  await createChannelRepository(tx.knex).goBackTo({ name, channel, version: earlierVersion }, at);
  await tellPages(tx, name);
  await createWithdrawalRepository(tx.knex).mark(name, version, at);
  await createActRepository(tx.knex).record({
    name,
    act: 'withdraw',
    version,
    channel,
    share: 100,
    actor: GATEWAY_ACTOR,
    at,
  });
};

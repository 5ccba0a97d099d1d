import { createHash } from 'node:crypto';
import type { ReleaseChannel } from '@mahlzeit/contract';

/**
 * Number of different tickets, the random numbers that decide who gets a gradual rollout. A ticket identifies nobody,
 * because every hundredth visitor has the same one.
 */
export const TICKET_COUNT = 100;

/** Facts about a visitor that decide which releases the visitor gets. */
export interface Visitor {
  /** Ticket: a random number from 0 to 99 that the visitor's browser stores; null for a visitor without one. */
  readonly ticket: number | null;
  /** Release channel that the visitor has chosen; `stable` by default. */
  readonly channel: ReleaseChannel;
}

/** An unknown visitor, who gets the releases that a channel delivers to everybody, without gradual rollouts. */
export const ANY_VISITOR: Visitor = { ticket: null, channel: 'stable' };

/** A release that a channel delivers to all of its visitors or to a share of them. */
export interface VisitorDelivery {
  readonly channel: ReleaseChannel;
  readonly version: string;
  /** Percentage of the channel's visitors who get the release. */
  readonly share: number;
  /** Whether the release is delivered to a share of the visitors, beside the release that all others get. */
  readonly isRollout: boolean;
  /** Time at which the release was published, in real milliseconds. */
  readonly publishedAt: number;
}

// Returns the offset of a remote's tickets. Each remote has its own, so that not the same visitors get every gradual
// rollout first.
const offsetOf = (remoteName: string): number =>
  createHash('sha256').update(remoteName).digest().readUInt32BE(0) % TICKET_COUNT;

/**
 * Returns whether a visitor belongs to the first `share` percent of a remote's visitors. A larger share contains every
 * smaller one, so that a visitor who has got a new release keeps it while its share grows.
 */
export const isInShare = (ticket: number, remoteName: string, share: number): boolean =>
  (ticket + offsetOf(remoteName)) % TICKET_COUNT < share;

/**
 * Chooses the release of a remote that a visitor gets from those that the channels deliver; null if `stable` delivers
 * none. A visitor of `beta` gets the release of that channel unless `stable` delivers a release that was published
 * later.
 */
export const chooseDelivery = <D extends VisitorDelivery>(
  remoteName: string,
  deliveries: readonly D[],
  { ticket, channel }: Visitor,
): D | null => {
  const chooseInChannel = (chosenChannel: ReleaseChannel): D | null => {
    const deliveriesOfChannel = deliveries.filter((delivery) => delivery.channel === chosenChannel);
    const rollout = deliveriesOfChannel.find(({ isRollout }) => isRollout);
    if (rollout !== undefined && ticket !== null && isInShare(ticket, remoteName, rollout.share)) return rollout;
    return deliveriesOfChannel.find(({ isRollout }) => !isRollout) ?? null;
  };
  const stable = chooseInChannel('stable');
  const beta = channel === 'beta' ? chooseInChannel('beta') : null;
  return beta !== null && stable !== null && beta.publishedAt >= stable.publishedAt ? beta : stable;
};

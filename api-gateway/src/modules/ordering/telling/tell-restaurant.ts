import { ok } from '@mahlzeit/contract';
import type { OrderChannel } from '@mahlzeit/contract';
import { ORDER_PAST_AFTER_MS } from '@mahlzeit/contract/rules';
import { bindJob } from '../../../platform';
import type { BoundJob, Clock, Connection, Database, JobQueue, WriteTransaction } from '../../../platform';
import { findKnownRestaurant } from '../../discovery';
import type { OwnRestaurant } from '../../discovery';
import { createOrderJobKind, orderDecisionOf } from '../order-records';
import type { OrderJobKind } from '../order-records';
import { createCounterPresenceRepository } from '../repositories/counter-presence-repository';
import { createOrderRepository } from '../repositories/order-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { OrderChannelPorts } from './order-channels';

const MINUTE_MS = 60_000;

/** Steps by which a restaurant is informed again and again about an order to which it doesn't react (Decision 39). */
type TellingStep = 'first' | 'again' | 'channels';

const TELLING_STEPS: readonly {
  readonly step: TellingStep;
  /** Milliseconds from the payment of the order to this step. */
  readonly delayMs: number;
  readonly kind: OrderJobKind;
}[] = [
  { step: 'first', delayMs: 0, kind: createOrderJobKind('ordering/tell-restaurant') },
  { step: 'again', delayMs: 3 * MINUTE_MS, kind: createOrderJobKind('ordering/tell-restaurant-again') },
  { step: 'channels', delayMs: 6 * MINUTE_MS, kind: createOrderJobKind('ordering/tell-channels') },
];

/** Enqueues the steps that inform a restaurant about a paid order, in the transaction that marks the order as paid. */
export const scheduleTelling = async (
  tx: WriteTransaction,
  { jobs, clock }: { readonly jobs: JobQueue; readonly clock: Pick<Clock, 'now'> },
  { key }: Pick<StoredOrder, 'key'>,
): Promise<void> => {
  const paidAt = clock.now();
  for (const { kind, delayMs } of TELLING_STEPS)
    await jobs.enqueue(tx, kind, { key, payload: { orderKey: key }, dueAt: paidAt + delayMs });
};

/** Finds a paid order to which its restaurant hasn't reacted; null if it has, or if the time for it is over. */
const findWaitingOrder = async (knex: Connection, orderKey: string, now: number): Promise<StoredOrder | null> => {
  const order = await createOrderRepository(knex).find(orderKey);
  if (order === null || order.paymentStatus !== 'SUCCEEDED' || now >= order.meetUpAt + ORDER_PAST_AFTER_MS) return null;
  const decision = orderDecisionOf(order, await createRefundRepository(knex).listOf([orderKey]));
  return decision === 'open' ? order : null;
};

/**
 * Returns the ways by which a step informs the restaurant. A restaurant without an e-mail address is informed by its
 * further ways from the start; the last step then has nothing to add.
 */
const channelsOf = ({ data, orderChannels = [] }: OwnRestaurant, step: TellingStep): readonly OrderChannel[] => {
  const { email } = data.contact;
  if (email === null) return step === 'channels' ? [] : orderChannels;
  return step === 'channels' ? orderChannels : [{ kind: 'email', address: email }];
};

interface TellingDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly channels: OrderChannelPorts;
}

/**
 * Binds the jobs that inform a restaurant about an order until somebody reacts: by e-mail at once where no partner
 * console is open, again after three minutes, and after six minutes by all further ways (Decision 39).
 */
export const bindTellingJobs = ({ database, clock, channels }: TellingDeps): readonly BoundJob[] =>
  TELLING_STEPS.map(({ step, kind }) =>
    bindJob(kind, async ({ orderKey }, jobContext) => {
      await database.write(async (tx) => {
        const now = clock.now();
        const order = await findWaitingOrder(tx.knex, orderKey, now);
        const restaurant = order === null ? null : await findKnownRestaurant(tx.knex, order.restaurantKey);
        if (order !== null && restaurant !== null && !(await isShownByConsole(tx.knex, { step, restaurant, now })))
          for (const channel of channelsOf(restaurant, step))
            await channels[channel.kind](tx, channel, {
              order,
              restaurantName: restaurant.name,
              isRepeat: step !== 'first',
            });
        await jobContext.complete(tx);
      });
      return ok(undefined);
    }),
  );

// Checks whether an open partner console is enough to inform the restaurant: it shows a new order at once, with a
// sound. If nobody has reacted three minutes later, it isn't.
const isShownByConsole = async (
  knex: Connection,
  { step, restaurant, now }: { readonly step: TellingStep; readonly restaurant: OwnRestaurant; readonly now: number },
): Promise<boolean> => step === 'first' && createCounterPresenceRepository(knex).isOpen(restaurant.key, now);

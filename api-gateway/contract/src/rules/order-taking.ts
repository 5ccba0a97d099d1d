import type { OrderChannel } from '../order-channel';
import type { Restaurant } from '../restaurant';
import type { Ms } from '../values';
import { minuteMs } from './day';

/** Length of the pause in taking orders that a restaurant begins by one tap in the partner console (Decision 40). */
export const ORDER_PAUSE_MS = 20 * minuteMs;

/**
 * Checks whether orders reach a restaurant: by its e-mail address, or by another way that it has named (Decision 39).
 * The partner console doesn't count as a way, because nobody promises to keep it open.
 */
export const canReceiveOrders = ({
  email,
  orderChannels,
}: {
  readonly email: string | null;
  readonly orderChannels: readonly OrderChannel[];
}): boolean => email !== null || orderChannels.length > 0;

/**
 * Checks whether the kitchen takes no new orders at present, because the restaurant has paused them for some minutes
 * (Decision 40).
 */
export const areOrdersPaused = ({ ordersPausedUntil }: Pick<Restaurant, 'ordersPausedUntil'>, now: Ms): boolean =>
  ordersPausedUntil !== null && now < ordersPausedUntil;

/** Reasons for which a restaurant takes no new order, whatever the order contains. */
export type OrderTakingError = 'restaurantUnreachable' | 'ordersPaused';

/**
 * Returns the reason for which a restaurant takes no new order now; null if it takes orders. The page and the gateway
 * both use this function.
 */
export const orderTakingErrorOf = (
  restaurant: Pick<Restaurant, 'canReceiveOrders' | 'ordersPausedUntil'>,
  now: Ms,
): OrderTakingError | null => {
  if (!restaurant.canReceiveOrders) return 'restaurantUnreachable';
  return areOrdersPaused(restaurant, now) ? 'ordersPaused' : null;
};

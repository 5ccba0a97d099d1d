import * as z from 'zod/mini';
import type { JobKind } from '../../../platform';

const OrderPayload = z.object({ orderKey: z.string() });

/** Kind of a job about one order, whose payload is the order's key. */
export type OrderJobKind = JobKind<z.infer<typeof OrderPayload>>;

/**
 * Creates the kind of a job about one order. The job follows the gateway's clock, which tests can move, and is given up
 * after a day.
 */
export const createOrderJobKind = (jobName: string): OrderJobKind => ({
  name: jobName,
  payload: OrderPayload,
  clock: 'domain',
  giveUpAfterMs: 24 * 60 * 60_000,
  personal: null,
});

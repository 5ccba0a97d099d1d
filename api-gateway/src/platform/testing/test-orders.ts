import { defineRoute, err, ok } from '@mahlzeit/contract';
import type { Request } from 'express';
import * as z from 'zod/mini';
import { knexOf } from '../database/knex-of';
import { openStepsRoute, randomKey, stepsRoute } from '..';
import type { BoundRoute, Database, Steps } from '..';

/** State of an order in tests: `requested` until the payment provider has charged the order, `paid` afterwards. */
export type OrderState = 'requested' | 'paid';

const orderContract = {
  idempotency: 'steps',
  body: z.object({ dish: z.string() }),
  answer: z.object({ order: z.string(), state: z.enum(['requested', 'paid']) }),
  errors: ['notAllowed', 'unavailable'],
} as const;

/**
 * Contract of the route by which a user places an order in tests. `placePartnerTestOrder` is the same for a partner.
 * Both exist in tests only.
 */
export const placeTestOrder = defineRoute({
  ...orderContract,
  name: 'placeTestOrder',
  method: 'POST',
  path: '/api/test/orders',
  access: 'verified',
});
export const placePartnerTestOrder = defineRoute({
  ...orderContract,
  name: 'placePartnerTestOrder',
  method: 'POST',
  path: '/api/partner/test/orders',
  access: 'partner',
});

/**
 * Moments between and inside the steps of a test order's request, in their sequence. Tests interrupt a request at one
 * of them.
 */
export const ORDER_POINTS = ['claimed', 'writing', 'written', 'asked', 'settling', 'settled'] as const;
type OrderPoint = (typeof ORDER_POINTS)[number];

interface TestOrderDeps {
  readonly database: Database;
  /**
   * Charges an order at the tests' payment provider. Repeated calls for one order charge it only once. Returns false
   * for a declined charge.
   */
  charge(orderKey: string, signal: AbortSignal): Promise<boolean>;
  /** Called at each of the `ORDER_POINTS` that a request reaches. Tests wait or kill the gateway in this function. */
  onPoint?(orderPoint: OrderPoint, request: Request): Promise<void>;
}

interface OrderRow {
  readonly key: string;
  readonly value: string;
}

/** Returns each order of a test with its dish and state. */
export const findTestOrders = async (
  database: Database,
): Promise<readonly (readonly [key: string, dish: string, state: string])[]> => {
  const orderRows = await knexOf(database.knex)<OrderRow>('setting').where('key', 'like', 'order %').orderBy('value');
  return orderRows.map(({ key, value }) => [
    key.slice('order '.length),
    value.split(' ')[0] ?? '',
    value.split(' ')[1] ?? '',
  ]);
};

const orderStateOf = async (database: Database, orderKey: string): Promise<OrderState> =>
  (
    await knexOf(database.knex)<OrderRow>('setting')
      .where({ key: `order ${orderKey}` })
      .first()
  )?.value.endsWith('paid') === true
    ? 'paid'
    : 'requested';

interface OrderRequest {
  readonly body: { readonly dish: string };
  readonly steps: Steps;
  readonly raw: { readonly request: Request };
}

/**
 * Creates the routes by which tests place orders. They have the steps of a payment: store the order, call the provider,
 * store the result.
 */
export const testOrderRoutes = ({
  database,
  charge,
  onPoint = async () => {},
}: TestOrderDeps): readonly BoundRoute[] => {
  const beginOrder = async ({ body: { dish }, steps, raw: { request } }: OrderRequest): Promise<string> =>
    steps.write(async (tx) => {
      const order = randomKey();
      await knexOf(tx.knex)<OrderRow>('setting').insert({ key: `order ${order}`, value: `${dish} requested` });
      await tx.bind(order);
      await onPoint('writing', request);
      return order;
    });

  const placeOrder = async (orderRequest: OrderRequest) => {
    const {
      body: { dish },
      steps,
      raw: { request },
    } = orderRequest;
    await onPoint('claimed', request);
    if (dish === 'soldOut') return err('notAllowed' as const);
    const order = steps.reference ?? (await beginOrder(orderRequest));
    await onPoint('written', request);
    if ((await orderStateOf(database, order)) === 'paid') return ok({ order, state: 'paid' as const });
    if (!(await steps.ask((signal) => charge(order, signal)))) return err('notAllowed' as const);
    await onPoint('asked', request);
    await steps.write(async (tx) => {
      await knexOf(tx.knex)<OrderRow>('setting')
        .where({ key: `order ${order}` })
        .update({ value: `${dish} paid` });
      await onPoint('settling', request);
    });
    await onPoint('settled', request);
    return ok({ order, state: 'paid' as const });
  };

  const orderRepeatRule = {
    repeatIdentity: ({ body }: Pick<OrderRequest, 'body'>) => body.dish,
    isOpen: async (order: string) => (await orderStateOf(database, order)) === 'requested',
  };
  return [stepsRoute(placeTestOrder, placeOrder, orderRepeatRule), openStepsRoute(placePartnerTestOrder, placeOrder)];
};

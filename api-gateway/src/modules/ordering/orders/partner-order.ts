import type { PartnerOrder } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { createPeople } from '../../identity';
import { presentOrder } from './order-records';
import type { StoredOrder } from './order-repository';

/** What the counter calls somebody: their first name and the initial of their last, `Jule P.`. */
export const counterName = (displayName: string): string => {
  const [first = '', ...others] = displayName.trim().split(/\s+/);
  const [initial] = others.at(-1) ?? '';
  return initial === undefined ? first : `${first} ${initial}.`;
};

/** A paid order as its restaurant sees it. */
export const presentPartnerOrder = async (knex: Connection, order: StoredOrder): Promise<PartnerOrder> => {
  const people = await createPeople(knex).find(order.uid === null ? [] : [order.uid]);
  return { ...(await presentOrder(knex, order)), customer: counterName((order.uid === null ? undefined : people.get(order.uid))?.displayName ?? '') };
};

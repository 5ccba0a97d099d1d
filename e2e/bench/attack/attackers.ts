import { constants } from 'node:os';
import * as z from 'zod/mini';
import { createFlood } from './loads/flood';
import { AttackTarget } from './loads/load';
import type { AttackLoad } from './loads/load';
import { createMessageLoad, createMetricsLoad } from './loads/many-requests';
import { createExpiryLoad, createSocketLoad, createSubscriptionLoad } from './loads/many-sockets';
import { setPriorityOfAllThreads } from '../measure/priority';
import { LOAD_NAMES } from './replies';
import type { LoadName } from './replies';

const AttackOrder = z.object({ kind: z.enum(['prepare', 'run']), load: z.enum(LOAD_NAMES), target: AttackTarget });
export type AttackOrder = z.infer<typeof AttackOrder>;

const loads: Readonly<Record<LoadName, AttackLoad>> = {
  flood: createFlood(),
  subscriptions: createSubscriptionLoad(),
  sockets: createSocketLoad(),
  messages: createMessageLoad(),
  metrics: createMetricsLoad(),
  expiry: createExpiryLoad(),
};

// The attackers run in a separate process. Real attackers have machines of their own, so this process gets only the
// processor time that the others leave.
setPriorityOfAllThreads(constants.priority.PRIORITY_LOW);
process.on('message', (orderMessage) => {
  const { kind, load, target } = AttackOrder.parse(orderMessage);
  const orderRun: Promise<unknown> = loads[load][kind](target);
  void orderRun.then(
    (outcome) => process.send?.(outcome ?? {}),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));

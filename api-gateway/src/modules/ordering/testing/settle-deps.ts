import type { Clock } from '../../../platform';
import type { SettleDeps } from '../payments/settle-payment';

/** Dependencies of applying payment events that reach nobody but the database. */
export const settleDeps = ({ clock }: { readonly clock: Clock }): SettleDeps => ({
  clock,
  jobs: { enqueue: async () => undefined },
  onOrderPaid: async () => undefined,
  onMoneyBack: async () => undefined,
  isMeetupOpen: async () => true,
});

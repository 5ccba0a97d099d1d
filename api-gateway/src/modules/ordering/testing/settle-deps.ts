import type { Clock } from '../../../platform';
import type { SettleDeps } from '../payments/settle-payment';

/** Creates the dependencies for applying payment events in tests: only the database changes, and nobody is notified. */
export const settleDeps = ({ clock }: { readonly clock: Clock }): SettleDeps => ({
  clock,
  jobs: { enqueue: async () => undefined },
  onOrderPaid: async () => undefined,
  onMoneyBack: async () => undefined,
  onNotCharged: async () => undefined,
  onApproved: async () => undefined,
  findServingReason: async () => null,
  findMeetupMisfit: async () => null,
});

import type { Clock, Database, Worker } from '../../platform';
import { removeClosedNotifications } from './notification-repository';

const EVERY_MS = 15 * 60_000;

/** How long a closed notification is kept: long enough to ask what somebody was told lately. */
export const CLOSED_RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Few enough that no request waits behind one cleanup. */
const BATCH = 500;

/** Forgets what was closed long ago; nobody is shown it any more. */
export const createNotificationCleanup = ({ database, clock }: { readonly database: Database; readonly clock: Clock }): Worker => ({
  name: 'notifications/cleanup',
  everyMs: EVERY_MS,
  run: () => database.write((tx) => removeClosedNotifications(tx.knex, { before: clock.now() - CLOSED_RETENTION_MS, limit: BATCH })),
});

import { knexOf } from '../../../platform/database/knex-of';
import type { Connection } from '../../../platform';

interface CounterPresenceRow {
  readonly restaurant_key: string;
  readonly seen_at: number | string;
}

/**
 * Milliseconds after a report during which a partner console counts as open. The console reports every minute, so one
 * lost report doesn't close it.
 */
export const COUNTER_OPEN_MS = 150_000;

/** Repository that stores when the partner console of each restaurant has last reported that it is open. */
export interface CounterPresenceRepository {
  /** Stores the report that a restaurant's partner console is open. */
  put(restaurantKey: string, seenAt: number): Promise<void>;
  /** Checks whether a partner console of the restaurant is open at `now`. */
  isOpen(restaurantKey: string, now: number): Promise<boolean>;
}

/** Creates the repository of open partner consoles. */
export const createCounterPresenceRepository = (connection: Connection): CounterPresenceRepository => {
  const knex = knexOf(connection);
  return {
    async put(restaurantKey, seenAt) {
      await knex<CounterPresenceRow>('counter_presence')
        .insert({ restaurant_key: restaurantKey, seen_at: seenAt })
        .onConflict('restaurant_key')
        .merge();
    },
    async isOpen(restaurantKey, now) {
      const row = await knex<CounterPresenceRow>('counter_presence').where({ restaurant_key: restaurantKey }).first();
      if (row === undefined) return false;
      // Converts the time to a number, because PostgreSQL returns a bigint as a string.
      const seenAt = Number(row.seen_at);
      return seenAt <= now && now - seenAt < COUNTER_OPEN_MS;
    },
  };
};

import type { GatewayConfig } from './platform/config/config';
import { CLOCK_OFFSET_SETTING } from './platform/composition/timekeeper';
import type { Connection } from './platform/database/database';
import { readSetting } from './platform/database/rows';
import { StartRefusedError } from './platform/errors';

/** Settings that a database gets at the first start and keeps for ever. */
export interface SeededDatabase {
  /** Name of the seed with which the database was filled. */
  readonly world: GatewayConfig['world'];
  /** Milliseconds by which the database's clock (domain time) differs from real time. */
  readonly offsetMs: number;
}

// Production refuses a database with the demo accounts, because their passwords are public. It also refuses a moved
// clock, because the wrong restaurants would appear as open.
const refuseSeedInProduction = ({ stage }: Pick<GatewayConfig, 'stage'>, { world, offsetMs }: SeededDatabase): void => {
  if (stage !== 'prod') return;
  if (world === 'demo')
    throw new StartRefusedError('DATABASE_URL: must not hold the demo town and its accounts with STAGE=prod');
  if (offsetMs !== 0) throw new StartRefusedError('DATABASE_URL: must not hold a clock that was moved with STAGE=prod');
};

/**
 * Reads the settings that a database got at its first start; null for a new database. Throws `StartRefusedError` for a
 * database that production must not use.
 */
export const readSeededDatabase = async (
  knex: Connection,
  config: Pick<GatewayConfig, 'stage'>,
): Promise<SeededDatabase | null> => {
  const world = await readSetting(knex, 'world');
  if (world === null) return null;
  const seededDatabase = {
    world: world === 'demo' ? 'demo' : 'empty',
    offsetMs: Number((await readSetting(knex, CLOCK_OFFSET_SETTING)) ?? 0),
  } as const;
  refuseSeedInProduction(config, seededDatabase);
  return seededDatabase;
};

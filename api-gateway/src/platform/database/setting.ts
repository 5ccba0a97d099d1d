import type { Knex } from 'knex';

interface SettingRow {
  readonly key: string;
  readonly value: string;
}

/** Reads what the gateway keeps about this database; null where it was never set. */
export const readSetting = async (knex: Knex, key: string): Promise<string | null> => {
  const row = await knex<SettingRow>('setting').where({ key }).first('value');
  return row?.value ?? null;
};

/** Sets it. */
export const writeSetting = async (knex: Knex.Transaction, key: string, value: string): Promise<void> => {
  await knex<SettingRow>('setting').insert({ key, value }).onConflict('key').merge();
};

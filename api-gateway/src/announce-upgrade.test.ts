import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../migrations';
import { isPostgresRun } from './platform/testing/postgres-run';
import { runCommand } from './platform/testing/run-command';
import { testGateways } from './platform/testing/test-gateway';
import { openPreparedDatabase } from './prepare-database';
import { runRestore } from './restore';

const gateways = testGateways();
const latestMigration = migrations.at(-1);

it('says what an upgrade migrates, and takes a backup first, to which the former version can go back', async () => {
  const { database, config, close } = await gateways.start();
  await database.write(async ({ knex }) => {
    await latestMigration?.down(knex);
    await knex('knex_migrations').where({ name: latestMigration?.name }).delete();
  });
  await close();
  const lines: string[] = [];
  const upgraded = await openPreparedDatabase(config, { print: (line) => lines.push(line) });
  const migrationNames = (await upgraded.database.knex('knex_migrations').select('name')).map(({ name }) => name);
  await upgraded.database.close();
  expect(migrationNames).toContain(latestMigration?.name);
  expect(lines[0]).toMatch(/^Die Datenbank wird umgestellt: von \d+ auf \d+ \([\w, -]+\)\.$/);
  if (isPostgresRun()) {
    expect(lines[1]).toMatch(/^Gesichert wird sie vorher nicht: /);
    return;
  }
  const [backupName = ''] = readdirSync(config.backups.folder);
  expect(lines[1]).toBe(`Vorher gesichert in ${join(config.backups.folder, backupName)}.`);
  const { stdout } = await runCommand((output) =>
    runRestore([join(config.backups.folder, backupName), '--force'], () => config, output),
  );
  expect(stdout).toMatch(/^Die Datenbank ist umgestellt: von \d+ auf \d+\.$/m);
});

it('says nothing where there is nothing to migrate', async () => {
  const { config, close } = await gateways.start();
  await close();
  const print = jest.fn();
  await (await openPreparedDatabase(config, { print })).database.close();
  expect(print).not.toHaveBeenCalled();
});

it('refuses a database of a newer version by one line', async () => {
  const { database, config, close } = await gateways.start();
  await database.write(({ knex }) =>
    knex('knex_migrations').insert({ name: '999-later', batch: 99, migration_time: new Date(0) }),
  );
  await close();
  await expect(openPreparedDatabase(config)).rejects.toMatchObject({
    name: 'StartRefusedError',
    message: expect.stringMatching(/^DATABASE_URL: Die Datenbank gehört zu einer neueren Version \(999\)\. .*$/),
  });
});

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readiness } from '@mahlzeit/contract';
import { runCommand } from './platform/testing/run-command';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { runRestore } from './restore';

const HOUR_MS = 3_600_000;

const gateways = testGateways();

/** Starts a gateway that writes backups into a folder of the test, and returns this folder. */
const startWithBackups = async () => {
  const { folder } = await gateways.start();
  const backupFolder = join(folder, 'backups');
  mkdirSync(backupFolder);
  return { gateway: await gateways.start({ environment: { BACKUP_DIR: backupFolder } }), backupFolder };
};

const readinessOf = async ({ url }: TestGateway) => {
  const response = await fetch(`${url}/readyz`);
  const { degraded } = Readiness.parse(await response.json());
  return { status: response.status, degraded };
};

const ageOf = async ({ url }: TestGateway): Promise<string | undefined> =>
  /^mahlzeit_backup_age_seconds (.*)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];

it('writes a backup each night, rotates them, and says when one is missing', async () => {
  const { gateway, backupFolder } = await startWithBackups();
  const expiredName = 'mahlzeit-2026-01-01T02-00-00-000Z.tar';
  writeFileSync(join(backupFolder, expiredName), '');
  expect(await readinessOf(gateway)).toEqual({ status: 200, degraded: ['backup'] });
  await gateway.catchUp();
  const [firstName = '', ...otherNames] = readdirSync(backupFolder);
  expect([firstName, otherNames]).toEqual([expect.stringMatching(/^mahlzeit-2026-06-24T09-30-00-\d{3}Z\.tar$/), []]);
  const restore = runCommand((output) =>
    runRestore([join(backupFolder, firstName), '--dry-run', '--force'], () => gateway.config, output),
  );
  await expect(restore).rejects.toMatchObject({ stderr: expect.stringMatching(/^Ein anderer Prozess benutzt /) });

  gateway.clock.advance(HOUR_MS);
  expect([await readinessOf(gateway), Number(await ageOf(gateway)) >= 3_600]).toEqual([
    { status: 200, degraded: [] },
    true,
  ]);
  await gateway.catchUp();
  expect(readdirSync(backupFolder)).toEqual([firstName]);

  gateway.clock.advance(26 * HOUR_MS);
  expect(await readinessOf(gateway)).toEqual({ status: 200, degraded: ['backup'] });
  await gateway.catchUp();
  expect([await readinessOf(gateway), readdirSync(backupFolder).length]).toEqual([{ status: 200, degraded: [] }, 2]);
});

it('has no job, metric or warning without a folder for backups', async () => {
  const gateway = await gateways.start();
  await gateway.catchUp();
  expect([await readinessOf(gateway), await ageOf(gateway)]).toEqual([{ status: 200, degraded: [] }, undefined]);
});

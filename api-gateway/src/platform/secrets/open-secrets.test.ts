import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDatabase } from '../database/open-database';
import { readSetting, writeSetting } from '../database/rows';
import { describeOnEachEngine } from '../testing/temporary-database';
import { createKeyRing, encodeKeyRing, newestKeyTimeOf } from './key-ring';
import { createStoredKeysRemoval, forgetClaim, openSecrets } from './open-secrets';
import type { SecretsConfig } from './open-secrets';
import { createResealJob } from './reseal-job';
import { readRingFile, ringFileOf } from './ring-file';
import { rotateSecrets } from './rotate-secrets';

const NOW = 1_782_300_600_000;
const realNow = () => NOW;

describeOnEachEngine('the secrets of a database', (testDatabases) => {
  const folders: string[] = [];

  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  const inNewFolder = (secretKeys: string | null = null): SecretsConfig => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mahlzeit-secrets-'));
    folders.push(dataDir);
    return { dataDir, secretKeys };
  };

  const open = (database: OpenDatabase, config: SecretsConfig) => openSecrets({ config, database, realNow });

  const refusalOf = async (database: OpenDatabase, config: SecretsConfig): Promise<unknown> =>
    open(database, config).then(
      () => null,
      (error: unknown) => String(error),
    );

  it('are made by the first of several gateways, in a file of its user alone, and not in the database', async () => {
    const database = await testDatabases.open();
    const config = inNewFolder();
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(database, config)));
    const rings = opened.map(({ secrets }) => secrets.ring());
    expect(new Set(rings.map((ring) => JSON.stringify(ring))).size).toBe(1);
    const file = ringFileOf(config.dataDir);
    expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(join(file, '..'))).toEqual(['keys.json']);
    const storedText = JSON.stringify(await database.knex('setting'));
    for (const { secret } of rings[0]?.keys ?? []) expect(storedText).not.toContain(secret);
  });

  it('come from the environment where it has them, and the folder stays empty', async () => {
    const database = await testDatabases.open();
    const ring = createKeyRing();
    const config = inNewFolder(encodeKeyRing(ring));
    expect((await open(database, config)).secrets.ring()).toEqual(ring);
    expect(readdirSync(config.dataDir)).toEqual([]);
  });

  it('are the same in folder and environment of another machine', async () => {
    const database = await testDatabases.open();
    const config = inNewFolder();
    const { secrets } = await open(database, config);
    const elsewhere = inNewFolder(encodeKeyRing(secrets.ring()));
    expect((await open(database, elsewhere)).secrets.ring()).toEqual(secrets.ring());
  });

  it('refuse to open with other, missing, broken or older keys, and say what to do', async () => {
    const database = await testDatabases.open();
    const config = inNewFolder();
    const { secrets } = await open(database, config);
    const formerRing = secrets.ring();
    expect(await refusalOf(database, inNewFolder())).toMatch(/DATA_DIR: .*keys\.json must hold .* is missing: copy it/);
    expect(await refusalOf(database, inNewFolder(encodeKeyRing(createKeyRing())))).toMatch(
      /SECRET_KEYS: must hold the keys with which this database was used/,
    );
    expect(await refusalOf(database, inNewFolder('eHg'))).toMatch(/SECRET_KEYS: must be the line/);
    await rotateSecrets({ config, database, realNow, sealedColumns: [], usedFrom: NOW });
    expect(await refusalOf(database, inNewFolder(encodeKeyRing(formerRing)))).toMatch(/they were rotated/);
    expect(await refusalOf(database, config)).toBeNull();
    writeFileSync(ringFileOf(config.dataDir), '{}');
    expect(await refusalOf(database, config)).toMatch(/keys\.json must hold keys that a gateway has written/);
  });

  it('can be replaced where they are lost', async () => {
    const database = await testDatabases.open();
    await open(database, inNewFolder());
    const config = inNewFolder();
    await forgetClaim(database, config);
    expect(await refusalOf(database, config)).toBeNull();
  });

  it('are read again while the gateway runs', async () => {
    const database = await testDatabases.open();
    const config = inNewFolder();
    const { secrets, follower } = await open(database, config);
    const formerId = secrets.current('idToken').id;
    await rotateSecrets({ config, database, realNow, sealedColumns: [], usedFrom: NOW });
    expect(secrets.current('idToken').id).toBe(formerId);
    await follower.run();
    expect(secrets.current('idToken').id).not.toBe(formerId);
    expect(secrets.accepted('idToken').map(({ id }) => id)).toContain(formerId);
    expect(newestKeyTimeOf(secrets.ring())).toBe(NOW);
  });

  describe('of an earlier release', () => {
    const secret = (byte: number): string => Buffer.alloc(32, byte).toString('base64url');

    const openEarlierDatabase = async (earlierReleaseUntil: number): Promise<OpenDatabase> => {
      const database = await testDatabases.open();
      await database.write(async ({ knex }) => {
        await knex('identity_secret').insert({
          name: 'idToken',
          value: JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: secret(1), d: secret(2) }),
        });
        await knex('identity_secret').insert({ name: 'refreshChain', value: JSON.stringify({ key: secret(3) }) });
        await writeSetting(knex, 'redisSecret', 'old');
        await writeSetting(knex, 'earlierReleaseUntil', String(earlierReleaseUntil));
      });
      return database;
    };

    const storedNames = async (database: OpenDatabase): Promise<unknown[]> => [
      ...(await database.knex('identity_secret').orderBy('name')).map(({ name }: { readonly name: string }) => name),
      await readSetting(database.knex, 'redisSecret'),
    ];

    it('move into the ring, where they go on making things, and leave the database after the upgrade', async () => {
      const database = await openEarlierDatabase(NOW + 1);
      const config = inNewFolder();
      const { secrets } = await open(database, config);
      expect(Buffer.from(secrets.current('idToken').bytes).toString('base64url')).toBe(secret(2));
      expect(Buffer.from(secrets.current('refreshChain').bytes).toString('base64url')).toBe(secret(3));
      expect(readFileSync(ringFileOf(config.dataDir), 'utf8')).toContain(secret(3));
      await createStoredKeysRemoval({ database, realNow }).run();
      expect(await storedNames(database)).toEqual(['idToken', 'refreshChain', 'old']);
      await createStoredKeysRemoval({ database, realNow: () => NOW + 1 }).run();
      expect(await storedNames(database)).toEqual([null]);
      expect(secrets.ring()).toEqual(readRingFile(config.dataDir));
    });

    it('join a ring of the environment as long as the earlier release may run', async () => {
      const database = await openEarlierDatabase(NOW + 1);
      const { secrets, follower } = await open(database, inNewFolder(encodeKeyRing(createKeyRing())));
      expect(Buffer.from(secrets.current('idToken').bytes).toString('base64url')).toBe(secret(2));
      await createStoredKeysRemoval({ database, realNow: () => NOW + 1 }).run();
      await follower.run();
      expect(Buffer.from(secrets.current('idToken').bytes).toString('base64url')).not.toBe(secret(2));
    });
  });

  it('encrypt stored texts anew after a rotation, so that the former key can go', async () => {
    const database = await testDatabases.open();
    const config = inNewFolder();
    const sealedColumns = [{ table: 'setting', key: 'key', column: 'value' }];
    const { secrets, follower } = await open(database, config);
    const formerId = secrets.current('storedText').id;
    await database.write(async ({ knex }) => {
      for (let number = 0; number < 300; number += 1)
        await writeSetting(knex, `text${number}`, secrets.seal('setting.value', `Text ${number}`));
      await writeSetting(knex, 'lost', 'sealed1.0.AAAA');
      await writeSetting(knex, 'empty', '');
      await knex('setting').whereIn('key', ['epoch', 'secretRing']).delete();
    });
    const rotate = () => rotateSecrets({ config, database, realNow, sealedColumns, usedFrom: NOW });
    await rotate();
    await follower.run();
    await rotate();
    expect(readRingFile(config.dataDir)?.keys.some(({ id }) => id === formerId)).toBe(true);
    await follower.run();
    await database.write(({ knex }) => knex('setting').whereIn('key', ['epoch', 'secretRing']).delete());
    await createResealJob({ database, secrets, sealedColumns, realNow }).run();
    await rotate();
    expect(readRingFile(config.dataDir)?.keys.some(({ id }) => id === formerId)).toBe(false);
    expect(secrets.open('setting.value', (await readSetting(database.knex, 'text299')) ?? '')).toBe('Text 299');
    expect([await readSetting(database.knex, 'lost'), await readSetting(database.knex, 'empty')]).toEqual([
      'sealed1.0.AAAA',
      '',
    ]);
  });
});

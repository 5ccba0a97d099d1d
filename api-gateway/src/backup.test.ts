import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LivePollAnswer, ok, ServerFrame } from '@mahlzeit/contract';
import { runBackup } from './backup';
import { runDoctor } from './doctor';
import { healthyProbes } from './doctor/testing/healthy-probes';
import { createBrowser, personOf, register, signIn, type TestPerson } from './modules/identity/testing/people';
import type { GatewayConfig } from './platform/config/config';
import { connectLive } from './platform/testing/live-test-client';
import { isPostgresRun } from './platform/testing/postgres-run';
import { runCommand } from './platform/testing/run-command';
import { queryPostgresRows, querySqliteRows } from './platform/testing/stored-rows';
import { createEmptyPostgres } from './platform/testing/test-engines';
import { LEASE_MS } from './platform/jobs/job-worker';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { runRestore } from './restore';

const gateways = testGateways();

/** Functions that remove what a test has created, called after the test. */
const removals: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of removals.splice(0)) await remove();
});

const backUp = async ({ config }: TestGateway, file = join(config.dataDir, 'backup.tar')): Promise<string> => {
  await runCommand((output) => runBackup(['--to', file], () => config, output));
  return file;
};

const restore = (config: GatewayConfig, ...commandArguments: string[]) =>
  runCommand((output) => runRestore(commandArguments, () => config, output));

const rowsOf = ({ database }: GatewayConfig, statement: string): Promise<string[]> | string[] =>
  database.driver === 'pg' ? queryPostgresRows(database.url, statement) : querySqliteRows(database.file, statement);

/** Creates the environment of another machine for a restore: a folder with the same keys, and an empty database. */
const createElsewhere = async (
  { config, folder }: TestGateway,
  { hasKeys = true } = {},
): Promise<{ readonly config: GatewayConfig; readonly environment: Readonly<Record<string, string>> }> => {
  const newFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
  removals.push(() => rmSync(newFolder, { recursive: true, force: true }));
  if (hasKeys) cpSync(join(folder, 'secrets'), join(newFolder, 'secrets'), { recursive: true });
  if (config.database.driver !== 'pg') {
    const database = { ...config.database, file: join(newFolder, 'mahlzeit.db') };
    return { config: { ...config, dataDir: newFolder, database }, environment: {} };
  }
  const emptyDatabase = await createEmptyPostgres("template template0 encoding 'UTF8' locale 'C.UTF-8'");
  removals.push(() => emptyDatabase.remove());
  return {
    config: { ...config, dataDir: newFolder, database: { ...config.database, url: emptyDatabase.url } },
    environment: { DATABASE_URL: emptyDatabase.url },
  };
};

/** Summaries of the doctor, and its line about a busy machine, which isn't the gateway's fault. */
const NO_PROBLEM = /^(Alles in Ordnung\.|Das ist ein Punkt\.|Das Gateway kommt nicht nach, .*)$/;

/** Returns the lines in which the doctor names a problem of a gateway. */
const examine = async ({ config, address }: TestGateway): Promise<string[]> => {
  const deployment = { ...config, port: address.port, publicUrl: 'https://mahlzeit.test' };
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  await runDoctor([], ok(deployment), healthyProbes, { log: print, error: print });
  expect(lines).not.toEqual([]);
  return lines.filter((line) => !NO_PROBLEM.test(line));
};

const rename = (person: TestPerson, displayName: string) => person.call('PATCH', '/api/users/me', { displayName });

/** Follows the own topic until the page has caught up, and returns all frames after the welcome. */
const followMe = async ({ url }: TestGateway, { idToken }: TestPerson, cursor?: string): Promise<ServerFrame[]> => {
  const client = await connectLive(url, { token: idToken });
  client.say({ op: 'sub', id: 'me', topic: 'me', ...(cursor === undefined ? {} : { cursor }) });
  await client.next('live');
  client.terminate();
  return client.frames.slice(1);
};

const cursorOf = (frames: readonly ServerFrame[]): string | undefined =>
  frames.flatMap((frame) => ('cursor' in frame && typeof frame.cursor === 'string' ? [frame.cursor] : [])).at(-1);

const postLive = (path: string, { url }: TestGateway, { idToken }: TestPerson, cursor: string): Promise<Response> =>
  fetch(`${url}/api/live${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${idToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ topics: [{ topic: 'me', cursor }] }),
  });

const readStream = async (response: Response): Promise<ServerFrame[]> => {
  let text = '';
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    const frames = [...text.matchAll(/^data: (\{.*\})\n\n/gm)].map(([, json]) =>
      ServerFrame.parse(JSON.parse(json ?? '')),
    );
    if (frames.some(({ op }) => op === 'live')) return frames;
  }
  return [];
};

/** Ways by which an open page comes back. Each returns the frames that the page receives, without the welcome. */
const WAYS_BACK: Readonly<
  Record<string, (gateway: TestGateway, person: TestPerson, cursor: string) => Promise<readonly ServerFrame[]>>
> = {
  socket: followMe,
  stream: async (gateway, person, cursor) =>
    (await readStream(await postLive('/stream', gateway, person, cursor))).slice(1),
  poll: async (gateway, person, cursor) =>
    LivePollAnswer.parse(await (await postLive('', gateway, person, cursor)).json()).frames,
};

const OPEN_PAGES = ['socket', 'socket', 'socket', 'socket', 'socket', 'socket', 'stream', 'stream', 'poll', 'poll'];

describe('a backup that is restored elsewhere', () => {
  it('holds all that was acknowledged before it began, and ten open pages keep nothing of later', async () => {
    const gateway = await gateways.start();
    const anna = await register(gateway, 'anna@mahlzeit.test');
    const acknowledgedEmails: string[] = [];
    let isWriting = true;
    const whenWritten = (async () => {
      for (let index = 0; isWriting; index += 1) {
        await register(gateway, `gast-${index}@mahlzeit.test`);
        acknowledgedEmails.push(`gast-${index}@mahlzeit.test`);
      }
    })();
    while (acknowledgedEmails.length < 3) await new Promise(setImmediate);
    const acknowledgedBefore = [...acknowledgedEmails];
    const file = await backUp(gateway);
    isWriting = false;
    await whenWritten;
    const cursors: string[] = [];
    for (const index of OPEN_PAGES.keys()) {
      await rename(anna, `Später ${index}`);
      cursors.push(cursorOf(await followMe(gateway, anna)) ?? '');
    }
    const otherMachine = await createElsewhere(gateway);
    const { stdout } = await restore(otherMachine.config, file);
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ restored: true, problems: [] });
    const emailRows = await rowsOf(otherMachine.config, 'select email from "user"');
    for (const email of acknowledgedBefore)
      expect(emailRows.filter((row) => row.includes(`"${email}"`))).toHaveLength(1);

    const restoredGateway = await gateways.start({
      folder: otherMachine.config.dataDir,
      environment: otherMachine.environment,
      now: gateway.clock.now(),
    });
    // E-mails that were on their way during the backup go out again once their lease is over. The doctor's clock is
    // that of this machine, by which they would have waited since the day of the test.
    restoredGateway.clock.advance(LEASE_MS);
    while ((await rowsOf(restoredGateway.config, 'select kind from job where first_tried_at is not null')).length > 0)
      await new Promise(setImmediate);
    expect(await examine(restoredGateway)).toEqual([]);
    const annaElsewhere = personOf(createBrowser(restoredGateway.url), anna.email, anna);
    // The new history is shorter than each cursor, and then as long as some.
    for (const name of ['Danach 1', 'Danach 2', 'Danach 3']) {
      await rename(annaElsewhere, name);
      for (const [index, way] of OPEN_PAGES.entries()) {
        const frames = (await WAYS_BACK[way]?.(restoredGateway, anna, cursors[index] ?? '')) ?? [];
        expect([way, frames.map(({ op }) => op)]).toEqual([way, ['reset', 'snap', 'live']]);
        expect(frames[0]).toMatchObject({ reason: 'foreign' });
        expect(JSON.stringify(frames)).not.toContain('Später');
        expect(JSON.stringify(frames)).toContain(name);
      }
    }
    expect((await signIn(restoredGateway, 'anna@mahlzeit.test')).account.email).toBe('anna@mahlzeit.test');
  });

  it('is one file that only its user can read, and holds no key', async () => {
    const gateway = await gateways.start();
    const file = await backUp(gateway);
    const { keys } = JSON.parse(readFileSync(join(gateway.folder, 'secrets', 'keys.json'), 'utf8'));
    const content = readFileSync(file, 'latin1');
    expect([statSync(file).mode & 0o777, keys.length > 0]).toEqual([0o600, true]);
    for (const { secret } of keys) expect(content).not.toContain(secret);
    expect(readdirSync(gateway.folder).filter((name) => name.includes('.part-'))).toEqual([]);
    await expect(backUp(gateway)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/ gibt es schon\./) });
  });
});

describe('npm run restore', () => {
  let gateway: TestGateway;
  let file: string;

  beforeEach(async () => {
    gateway = await gateways.start();
    file = await backUp(gateway);
  });

  const refusalOf = (config: GatewayConfig, ...commandArguments: string[]): Promise<string> =>
    restore(config, ...commandArguments).then(
      ({ stdout }) => stdout,
      (error: { readonly stderr: string }) => error.stderr,
    );

  it('refuses by name what is missing, foreign, cut or damaged, and changes nothing', async () => {
    const otherMachine = await createElsewhere(gateway);
    const content = readFileSync(file);
    const store = (name: string, bytes: Uint8Array): string => {
      const newFile = join(gateway.folder, name);
      writeFileSync(newFile, bytes);
      return newFile;
    };
    const flipBitAt = (position: number): Buffer => {
      const damagedContent = Buffer.from(content);
      damagedContent[position] = (damagedContent[position] ?? 0) ^ 1;
      return damagedContent;
    };
    const cutFile = store('cut.tar', content);
    truncateSync(cutFile, content.length - 513);
    const files = {
      missing: join(gateway.folder, 'missing.tar'),
      foreign: store('foreign.tar', Buffer.from('Kein Archiv. '.repeat(100))),
      empty: store('empty.tar', Buffer.alloc(0)),
      cut: cutFile,
      halved: store('halved.tar', content.subarray(0, content.length / 2)),
      damaged: store('damaged.tar', flipBitAt(content.length - 100_000)),
      damagedManifest: store('damaged-manifest.tar', flipBitAt(content.indexOf('"takenAt": 1') + 14)),
      grown: store('grown.tar', Buffer.concat([content, Buffer.alloc(512)])),
    };
    const refusals: Record<string, string> = {};
    for (const [name, refusedFile] of Object.entries(files))
      refusals[name] =
        (await refusalOf(otherMachine.config, refusedFile)).replace(`${refusedFile} `, '').split('.')[0] ?? '';
    expect(refusals).toEqual({
      missing: 'gibt es nicht',
      foreign: 'ist keine Sicherung von Mahlzeit',
      empty: 'ist keine Sicherung von Mahlzeit',
      cut: 'ist abgeschnitten',
      halved: 'ist abgeschnitten',
      damaged: 'ist beschädigt: Die Prüfsumme stimmt nicht',
      damagedManifest: 'ist beschädigt: Die Prüfsumme stimmt nicht',
      grown: 'ist beschädigt: Die Prüfsumme stimmt nicht',
    });
    expect(readdirSync(otherMachine.config.dataDir)).toEqual(['secrets']);
  });

  it('refuses a backup of a newer version', async () => {
    const otherMachine = await createElsewhere(gateway);
    await gateway.database.write(({ knex }) =>
      knex('knex_migrations').insert({ name: '999-later', batch: 99, migration_time: new Date(0) }),
    );
    const newerFile = await backUp(gateway, join(gateway.folder, 'newer.tar'));
    expect(await refusalOf(otherMachine.config, newerFile)).toBe(
      `${newerFile} gehört zu einer neueren Version von Mahlzeit (Datenbank 999). Spiel sie mit jener Version ein.\n`,
    );
    await gateway.database.write(({ knex }) => knex('knex_migrations').where({ name: '999-later' }).delete());
  });

  it('refuses without the keys by a line that names them, until they are called lost', async () => {
    const otherMachine = await createElsewhere(gateway, { hasKeys: false });
    expect(await refusalOf(otherMachine.config, file)).toMatch(
      /^DATA_DIR: .*keys\.json fehlt\. Zu dieser Sicherung .*\n$/,
    );
    expect(await refusalOf(otherMachine.config, file, '--without-keys')).toMatch(/"restored":true/);
  });

  it('refuses a database in use, and one that isn’t empty, which it keeps aside when it is forced', async () => {
    expect(await refusalOf(gateway.config, file, '--force')).toMatch(/^Ein anderer Prozess benutzt .*\n$/);
    await register(gateway, 'spaet@mahlzeit.test');
    await gateway.close();
    expect(await refusalOf(gateway.config, file)).toMatch(/ ist nicht leer\. Mit --force wird .*\n$/);
    expect(await refusalOf(gateway.config, file, '--force', '--dry-run')).toMatch(/Geändert wurde nichts\.\n/);
    expect(await rowsOf(gateway.config, 'select email from "user"')).toHaveLength(1);
    const { stdout } = await restore(gateway.config, file, '--force');
    expect(await rowsOf(gateway.config, 'select email from "user"')).toEqual([]);
    const keptDatabase = /^Die bisherige Datenbank liegt unter (.*)\.$/m.exec(stdout)?.[1] ?? '';
    const { database } = gateway.config;
    expect(
      database.driver === 'pg'
        ? await queryPostgresRows(database.url, `select email from "${keptDatabase}"."user"`)
        : querySqliteRows(keptDatabase, 'select email from user'),
    ).toEqual(['[["email","spaet@mahlzeit.test"]]']);
  });

  if (!isPostgresRun()) {
    it('takes no companion of a former database along', async () => {
      const otherMachine = await createElsewhere(gateway);
      const databaseFile = join(otherMachine.config.dataDir, 'mahlzeit.db');
      for (const ending of ['-wal', '-shm']) writeFileSync(databaseFile + ending, 'of before');
      expect(await refusalOf(otherMachine.config, file)).toMatch(/ ist nicht leer\./);
      await restore(otherMachine.config, file, '--force');
      expect([existsSync(`${databaseFile}-wal`), existsSync(`${databaseFile}-shm`)]).toEqual([false, false]);
      expect(await rowsOf(otherMachine.config, 'pragma integrity_check')).toEqual(['[["integrity_check","ok"]]']);
    });

    it('replaces a database that is destroyed', async () => {
      const otherMachine = await createElsewhere(gateway);
      const databaseFile = join(otherMachine.config.dataDir, 'mahlzeit.db');
      writeFileSync(databaseFile, 'no database '.repeat(1_000));
      expect(await refusalOf(otherMachine.config, file)).toMatch(/ ist nicht leer\./);
      expect(await refusalOf(otherMachine.config, file, '--force')).toMatch(/"restored":true/);
    });
  }
});

it.each([[[]], [['a.tar', 'b.tar']], [['a.tar', '--all']]])('prints the usage of restore for %j', async (args) => {
  const readConfig = jest.fn();
  await expect(runCommand((output) => runRestore(args, readConfig, output))).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Aufruf: npm run restore -- DATEI /),
  });
  expect(readConfig).not.toHaveBeenCalled();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import sharp from 'sharp';
import { runMove } from './move';
import { createBrowser, personOf, sessionOf, signIn, type TestPerson } from './modules/identity/testing/people';
import { parseConfig } from './platform/config/config';
import { bundledProgram } from './platform/testing/bundled-program';
import { DEMO_START } from './platform/testing/demo-template';
import { connectLive } from './platform/testing/live-test-client';
import { openPostgresProxy, type PostgresProxy } from './platform/testing/postgres-proxy';
import { reducedRounds } from './platform/testing/rounds';
import { runCommand } from './platform/testing/run-command';
import { queryPostgres, readPostgresRows, readSqliteRows } from './platform/testing/stored-rows';
import { insertSyntheticPlaces } from './platform/testing/synthetic-places';
import { createEmptyPostgres, type EmptyPostgres } from './platform/testing/test-engines';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { DEMO_PEOPLE } from './seeds/demo/people';

const repositoryRoot = join(__dirname, '../..');
const PERSON_COUNT = 10;
/**
 * Number of places in the test's database, beside those of the demo. A short run proves the same with a hundredth of
 * them.
 */
const PLACE_COUNT = reducedRounds(reducedRounds(300_000));
const DEMO_ENVIRONMENT = { MAHLZEIT_WORLD: 'demo', MAHLZEIT_NOW: DEMO_START };
const DEMO_EMAILS = ['anna', 'ben', 'cem', 'dana'].map((name) => `${name}@mahlzeit.test`);

const COUNT_PLACES_SQL = "select count(*)::int as count from restaurant where source = 'synthetic'";
const DELETE_PLACES_SQL = "delete from restaurant where source = 'synthetic'";

/** Tables that the move doesn't copy as they are: the epoch of the change log and its positions begin anew. */
const HISTORY_TABLES = ['change', 'topic', 'setting'];

describe('npm run move', () => {
  const gateways = testGateways();
  const moveProgram = bundledProgram('src/move-main.ts');
  let target: EmptyPostgres;
  let proxy: PostgresProxy;

  beforeAll(async () => {
    target = await createEmptyPostgres();
    proxy = await openPostgresProxy();
  });

  afterAll(async () => {
    await proxy.close();
    await target.remove();
  });

  /** Starts the command that moves the database, with the database of a gateway as its source. */
  const spawnMove = ({ folder }: TestGateway) =>
    spawn(process.execPath, [moveProgram(), '--to', proxy.urlOf(target.url)], {
      cwd: repositoryRoot,
      env: { PATH: process.env['PATH'], DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  /** Signs ten people of the demo data in: those with a password, and some others who get Anna's password. */
  const signInTen = async (gateway: TestGateway): Promise<TestPerson[]> => {
    const otherEmails = DEMO_PEOPLE.slice(0, PERSON_COUNT - DEMO_EMAILS.length).map(({ email }) => email ?? '');
    await gateway.database.write(async ({ knex }) => {
      const anna = await knex('user').where({ email: DEMO_EMAILS[0] }).first('password_hash');
      await knex('user').whereIn('email', otherEmails).update(anna);
    });
    const people: TestPerson[] = [];
    for (const email of [...DEMO_EMAILS, ...otherEmails]) people.push(await signIn(gateway, email));
    return people;
  };

  /** Opens the same person's session and cookie on another gateway. The name of the cookie contains the port. */
  const visitAgain = ({ browser, email, ...session }: TestPerson, { url, address }: TestGateway): TestPerson => {
    const newBrowser = createBrowser(url);
    newBrowser.cookie = browser.cookie?.replace(/_\d+=/, `_${address.port}=`) ?? null;
    return personOf(newBrowser, email, session);
  };

  const exportOf = async ({ browser, idToken }: TestPerson) => {
    const { status, body } = await browser.call('GET', '/api/users/me/export', { token: idToken });
    return { status, body };
  };

  const uploadAvatar = async ({ browser, idToken }: TestPerson, file: Uint8Array) => {
    const { status, body, headers } = await browser.call('POST', '/api/users/avatar/', {
      token: idToken,
      file,
      headers: { 'Idempotency-Key': 'picture-1' },
    });
    return { status, body, isReplayed: headers.get('Idempotent-Replayed') };
  };

  const followMe = async ({ url }: TestGateway, { idToken }: TestPerson, cursor?: string) => {
    const client = await connectLive(url, { token: idToken });
    client.say({ op: 'sub', id: 'me', topic: 'me', ...(cursor === undefined ? {} : { cursor }) });
    const live = await client.next('live');
    client.terminate();
    return { frames: client.frames, cursor: live.cursor };
  };

  it('moves the demo, although it is killed, and nobody is signed out or loses anything', async () => {
    const sqliteGateway = await gateways.start({
      now: DEMO_START,
      // Starts a gateway without a database URL, so that it uses the SQLite file of its folder.
      environment: { ...DEMO_ENVIRONMENT, DATABASE_URL: '' },
    });
    const people = await signInTen(sqliteGateway);
    const [anna] = people;
    if (anna === undefined) throw new Error('Nobody is signed in');
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'tomato' } })
      .png()
      .toBuffer();
    const upload = await uploadAvatar(anna, picture);
    const { cursor } = await followMe(sqliteGateway, anna);
    const exportsBefore = await Promise.all(people.map(exportOf));
    expect(exportsBefore.map(({ status }) => status)).toEqual(people.map(() => 200));
    await expect(
      runCommand((output) => runMove(['--to', target.url], () => sqliteGateway.config, output)),
    ).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^Ein anderer Prozess benutzt /) });

    await sqliteGateway.close();
    const sourceFile = join(sqliteGateway.folder, 'mahlzeit.db');
    const rowsBefore = readSqliteRows(sourceFile);
    insertSyntheticPlaces(sourceFile, PLACE_COUNT);

    const killedMove = spawnMove(sqliteGateway);
    proxy.stopAfter(PLACE_COUNT * 1_000, () => killedMove.kill('SIGKILL'));
    expect(await once(killedMove, 'exit')).toEqual([null, 'SIGKILL']);
    proxy.cutConnections();

    const { stdout } = await runCommand((output) =>
      runMove(['--to', proxy.urlOf(target.url)], () => sqliteGateway.config, output),
    );
    expect(stdout).toMatch(/^Der Umzug von .* geht weiter\.\n(.*\n)*.*davon schon vorher: [\d.]+\)\.\n/);

    expect(await queryPostgres(target.url, COUNT_PLACES_SQL)).toEqual([{ count: PLACE_COUNT }]);
    await queryPostgres(target.url, DELETE_PLACES_SQL);
    const rowsAfter = await readPostgresRows(target.url);
    expect(rowsAfter.size).toBe(rowsBefore.size);
    for (const [table, rows] of rowsBefore)
      if (!HISTORY_TABLES.includes(table)) expect([table, rowsAfter.get(table)]).toEqual([table, rows]);
    const unlikeTopics = await queryPostgres(
      target.url,
      "select name from topic where floor <> seq or epoch <> (select value from setting where key = 'epoch')",
    );
    expect([rowsAfter.get('change'), unlikeTopics]).toEqual([[], []]);

    const gateway = await gateways.start({
      now: sqliteGateway.clock.now(),
      folder: sqliteGateway.folder,
      environment: { ...DEMO_ENVIRONMENT, DATABASE_URL: target.url },
    });
    const samePeople = people.map((person) => visitAgain(person, gateway));
    expect(await Promise.all(samePeople.map(exportOf))).toEqual(exportsBefore);
    const sameAnna = visitAgain(anna, gateway);
    expect(await uploadAvatar(sameAnna, picture)).toEqual({ ...upload, isReplayed: 'true' });
    const renewal = await sameAnna.browser.call('POST', '/api/auth/refresh', {
      body: {},
      headers: { 'X-Mahlzeit': '1' },
    });
    expect(sessionOf(renewal).account.uid).toBe(anna.account.uid);
    const { frames } = await followMe(gateway, sameAnna, cursor);
    expect(frames.map(({ op }) => op)).toEqual(['welcome', 'reset', 'snap', 'live']);
    expect(frames[1]).toMatchObject({ reason: 'foreign' });
  }, 600_000);
});

describe('the command line of npm run move', () => {
  const readConfigOf = (environment: Readonly<Record<string, string>>) => () => {
    const parsedConfig = parseConfig(environment, { version: '5.0.1', frontsDir: '/srv/mahlzeit' });
    if (!parsedConfig.ok) throw new Error(parsedConfig.error.join('\n'));
    return parsedConfig.value;
  };

  it.each([[[]], [['--to', 'sqlite:mahlzeit.db']], [['--to', 'postgres://db/new', '--undo']]])(
    'prints the usage for %j, and reads no configuration',
    async (commandArguments) => {
      const readConfig = jest.fn();
      await expect(runCommand((output) => runMove(commandArguments, readConfig, output))).rejects.toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^Aufruf: npm run move -- BEFEHL\n {2}--to postgres:.*\n {2}--undo {2}.*\n$/),
      });
      expect(readConfig).not.toHaveBeenCalled();
    },
  );

  it.each([
    [['--to', 'postgres://db/old'], /^DATABASE_URL und --to nennen dieselbe Datenbank\. /],
    [['--to', 'postgres://db/new'], /^DATABASE_URL nennt eine PostgreSQL-Datenbank\. /],
    [['--undo'], /^DATABASE_URL nennt eine PostgreSQL-Datenbank\. /],
  ])('refuses %j where DATABASE_URL names PostgreSQL', async (commandArguments, refusal) => {
    const readConfig = readConfigOf({ DATABASE_URL: 'postgres://db/old' });
    await expect(runCommand((output) => runMove(commandArguments, readConfig, output))).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(refusal),
    });
  });
});

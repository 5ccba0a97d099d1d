import { chmodSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { err, ok, type Result } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { createWebhookRegistration } from '../modules/ordering/payments';
import type { GatewayConfig } from '../platform/config/config';
import { POSTGRES_DEFAULTS } from '../platform/config/database-config';
import { noteRestore } from '../platform/database/last-restore';
import { isPostgresRun } from '../platform/testing/postgres-run';
import { runCommand } from '../platform/testing/run-command';
import { testGateways, type TestGateway } from '../platform/testing/test-gateway';
import { machineProbes, runDoctor, type DoctorProbes } from '.';
import { healthyProbes } from './testing/healthy-probes';

const DAY_MS = 86_400_000;
const GIGABYTE = 1024 ** 3;

const gateways = testGateways();
const servers: Server[] = [];
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await gateways.start();
  await gateway.database.write(({ knex }) => knex('legal_document').update({ is_sample: false }));
});

afterAll(() => {
  for (const server of servers) server.close();
});

interface Examination {
  readonly config?: Partial<GatewayConfig>;
  readonly probes?: Partial<DoctorProbes>;
}

const runExamination = ({ config = {}, probes = {} }: Examination = {}) =>
  runCommand((programOutput) =>
    runDoctor(
      [],
      ok({
        ...gateway.config,
        port: gateway.address.port,
        stage: 'beta',
        publicUrl: 'https://mahlzeit.test',
        ...config,
      }),
      { ...healthyProbes, ...probes },
      programOutput,
    ),
  );

/** Starts a server that answers like a gateway with the given readiness and metrics. Returns the server's port. */
const startServer = async (readiness: object, metrics = ''): Promise<number> => {
  const server = createServer((request, response) =>
    response.end(request.url === '/metrics' ? metrics : JSON.stringify(readiness)),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const READY = { ok: true, database: true, migrations: true, bus: true, degraded: [] };

const write = (work: (knex: Knex) => Promise<unknown>): Promise<unknown> =>
  gateway.database.write(({ knex }) => work(knex));

const JOB = { id: 'letter-1', kind: 'mail/send', key: 'letter-1', payload: '{}', person: null, queued_at: 0 };

/** Runs the job that registers webhooks at a payment provider, which gives the passed answer. */
const registerWebhooks = (answer: () => Promise<Result<string | null, string>>): Promise<void> =>
  createWebhookRegistration({
    database: gateway.database,
    clock: gateway.clock,
    log: { warn: () => undefined },
    publicUrl: 'https://mahlzeit.test',
    providers: { paypal: { name: 'paypal', webhooks: { ensure: answer } } },
  }).run();

interface BrokenSetup {
  /** Breaks the set-up of the test, and returns the input of the command `doctor` for it. */
  readonly breakIt: () => Promise<Examination>;
  /** Repairs a part of the set-up that would otherwise stay broken after the test. */
  readonly mend?: () => Promise<unknown>;
  /** Beginning of the line, or the whole line, that the command `doctor` must print. */
  readonly line: RegExp;
  /** Number of lines, where it isn't 1. */
  readonly lines?: number;
  /** Number of lines on PostgreSQL, where it is another one. */
  readonly linesOnPostgres?: number;
}

const brokenSetups: Readonly<Record<string, BrokenSetup>> = {
  'no gateway runs': {
    breakIt: async () => {
      const port = await startServer(READY);
      await new Promise((resolve) => servers.pop()?.close(resolve));
      return { config: { port } };
    },
    line: /^Auf http:\/\/127\.0\.0\.1:\d+ antwortet kein Gateway \(ECONNREFUSED\)\. Zuerst: /,
  },
  'another program has the port': {
    breakIt: async () => ({ config: { port: await startServer({ hello: 'world' }) } }),
    line: /antwortet etwas anderes als ein Gateway/,
  },
  'the gateway has lost its database': {
    breakIt: async () => ({ config: { port: await startServer({ ...READY, ok: false, database: false }) } }),
    line: /^Das Gateway erreicht seine Datenbank nicht/,
  },
  'the gateway is stopping': {
    breakIt: async () => ({ config: { port: await startServer({ ...READY, ok: false }) } }),
    line: /^Das Gateway fährt gerade herunter/,
  },
  'the disk of the database is full': {
    breakIt: async () => ({ config: { port: await startServer({ ...READY, degraded: ['disk'] }) } }),
    line: /^Die Platte der Datenbank ist voll/,
  },
  'the disk is nearly full': {
    breakIt: async () => ({
      probes: { readDisk: async () => ({ freeBytes: 1.5 * GIGABYTE, totalBytes: 50 * GIGABYTE }) },
    }),
    line: /^Die Platte von \S+ ist zu 97\u00a0% voll, frei sind 1,5 GB\. Zuerst: /,
  },
  'the data folder is no folder': {
    breakIt: async () => ({ config: { dataDir: join(gateway.folder, 'missing') } }),
    line: /^DATA_DIR: Der Ordner \S+missing lässt sich nicht lesen und beschreiben \(ENOENT\)/,
  },
  'the data folder is open to others': {
    breakIt: async () => {
      chmodSync(gateway.folder, 0o755);
      return {};
    },
    mend: async () => chmodSync(gateway.folder, 0o700),
    line: /^DATA_DIR: Andere Benutzer der Maschine kommen an den Ordner .* Zuerst: chmod -R go= \//,
  },
  'the clock is off': {
    breakIt: async () => ({ probes: { realNow: () => Date.now() + 90_000 } }),
    line: /^(Die Uhr dieser Maschine und die von PostgreSQL gehen .*\n)?Die Uhr dieser Maschine und die von http:\/\/127\.0\.0\.1:\d+ gehen (89|90|91) Sekunden auseinander/,
    linesOnPostgres: 2,
  },
  'the database file is missing': {
    breakIt: async () => ({
      config: { database: { driver: 'better-sqlite3', file: join(gateway.folder, 'missing.db') } },
    }),
    line: /^DATABASE_URL: Die Datenbank \S+missing\.db gibt es nicht/,
  },
  'the database server is down': {
    breakIt: async () => ({
      config: { database: { driver: 'pg', url: 'postgres://a:geheim@127.0.0.1:1/mahlzeit', ...POSTGRES_DEFAULTS } },
    }),
    line: /^DATABASE_URL: postgres:\/\/127\.0\.0\.1:1\/mahlzeit antwortet nicht \(ECONNREFUSED\)/,
  },
  'a migration is pending': {
    breakIt: async () => {
      await write((knex) => knex('knex_migrations').where({ name: '060-report-decisions' }).delete());
      return { config: { port: await startServer(READY) } };
    },
    mend: () => write((knex) => knex('knex_migrations').insert({ name: '060-report-decisions', batch: 1 })),
    line: /^Der Datenbank fehlen Änderungen dieser Version: 060-report-decisions\./,
  },
  'the database belongs to a newer release': {
    breakIt: async () => {
      await write((knex) => knex('knex_migrations').insert({ name: '999-newer', batch: 2 }));
      return {};
    },
    mend: () => write((knex) => knex('knex_migrations').where({ name: '999-newer' }).delete()),
    line: /^Die Datenbank gehört zu einer neueren Version \(999-newer\)/,
  },
  'a job is given up': {
    breakIt: async () => {
      await write((knex) => knex('dead_job').insert({ ...JOB, attempts: 7, reason: '550', died_at: Date.now() }));
      return {};
    },
    mend: () => write((knex) => knex('dead_job').delete()),
    line: /^Aufgegeben wurden 1 Aufträge der Art mail\/send\. .*npm run jobs -- retry mail\/send/,
  },
  'mail is refused for hours': {
    breakIt: async () => {
      const job = { ...JOB, attempts: 3, clock: 'real', due_at: Date.now() + DAY_MS };
      await write((knex) => knex('job').insert({ ...job, first_tried_at: Date.now() - 2.5 * 3_600_000 }));
      return {};
    },
    mend: () => write((knex) => knex('job').delete()),
    line: /^Seit 2 Stunden gehen E-Mails nicht hinaus, 1 warten/,
  },
  'a payment provider refuses the webhooks': {
    breakIt: async () => {
      await registerWebhooks(async () => err('unreachable'));
      return {};
    },
    mend: () => registerWebhooks(async () => ok(null)),
    line: /^paypal meldet seit 2026-06-24T09:30:00\.000Z keine Zahlungen/,
  },
  'payments are not reconciled after a restore': {
    breakIt: async () => {
      await write((knex) => noteRestore(knex, { takenAt: 1, restoredAt: 2 }));
      return { config: { payment: { ...gateway.payment, mangopay: null } } };
    },
    mend: () => write((knex) => knex('setting').where({ key: 'restore' }).delete()),
    line: /^Nach einer Wiederherstellung sind die Zahlungen von paypal nicht abgeglichen/,
  },
  'a restore has lost the order of a payment': {
    breakIt: async () => {
      const payment = { provider: 'paypal', payment_id: 'PAY-1', reference: 'order', amount: 890 };
      await write((knex) => knex('lost_payment').insert({ ...payment, state: 'OPEN', found_at: 0 }));
      return {};
    },
    mend: () => write((knex) => knex('lost_payment').delete()),
    line: /^Ohne Bestellung nach einer Wiederherstellung: 1 Zahlungen\./,
  },
  'legal texts are samples': {
    breakIt: async () => {
      await write((knex) => knex('legal_document').where({ kind: 'imprint' }).update({ is_sample: true }));
      return {};
    },
    mend: () => write((knex) => knex('legal_document').update({ is_sample: false })),
    line: /^Rechtstexte sind noch Muster: imprint\./,
  },
  'Redis is down': {
    breakIt: async () => ({ config: { redisUrl: 'redis://:geheim@127.0.0.1:1' } }),
    line: /^REDIS_URL: 127\.0\.0\.1:1 antwortet nicht/,
  },
  'Redis is asked without TLS': {
    // An address that stands for another machine, and where nobody answers at once.
    breakIt: async () => ({ config: { redisUrl: 'redis://:geheim@127.0.0.2:1' } }),
    line: /^REDIS_URL: 127\.0\.0\.2:1 antwortet nicht.*\nREDIS_URL: Zu 127\.0\.0\.2:1 gehen Passwort und Daten unverschlüsselt/,
    lines: 2,
  },
  'pages come without HTTPS': {
    breakIt: async () => ({ config: { publicUrl: 'http://mahlzeit.test' } }),
    line: /^PUBLIC_URL: http:\/\/mahlzeit\.test beginnt nicht mit https/,
  },
  'the certificate ends': {
    breakIt: async () => ({ probes: { readCertificateEnd: async () => Date.now() + 3.5 * DAY_MS } }),
    line: /^Das Zertifikat von https:\/\/mahlzeit\.test gilt noch 3 Tage/,
  },
  'the certificate is no one’s': {
    breakIt: async () => ({
      probes: { readCertificateEnd: () => Promise.reject(Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' })) },
    }),
    line: /^Dem Zertifikat von https:\/\/mahlzeit\.test vertraut kein Browser.*\(CERT_HAS_EXPIRED\)/,
  },
  'outdated encryption is accepted': {
    breakIt: async () => ({ probes: { listWeakHandshakes: async () => ['TLSv1.1 AES128-SHA'] } }),
    line: /^https:\/\/mahlzeit\.test nimmt veraltete Verschlüsselung an \(TLSv1\.1 AES128-SHA\)\. Zuerst: /,
  },
  'the last backup is old': {
    breakIt: async () => ({ config: { port: await startServer(READY, 'mahlzeit_backup_age_seconds 180000\n') } }),
    line: /^Die letzte Sicherung ist 50 Stunden alt/,
  },
  'nobody may read the metrics': {
    breakIt: async () => ({ config: { stage: 'prod' } }),
    line: /^METRICS_TOKEN fehlt/,
  },
};

describe('npm run doctor', () => {
  it('finds nothing in a healthy set-up', async () => {
    expect(await runExamination()).toEqual({ stdout: 'Alles in Ordnung.\n', stderr: '' });
  });

  it.each(Object.entries(brokenSetups))('names it when %s, and nothing else', async (_title, setup) => {
    try {
      const { config, probes = {} } = await setup.breakIt();
      // A stand-in, because on a busy machine the test's own gateway may be late, and the doctor says so.
      const examination = runExamination({ probes, config: { port: await startServer(READY), ...config } });
      const failure: unknown = await examination.catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 1, stdout: expect.stringMatching(setup.line) });
      expect(failure).toMatchObject({ stdout: expect.not.stringContaining('geheim') });
      const lineCount = (isPostgresRun() ? setup.linesOnPostgres : undefined) ?? setup.lines ?? 1;
      expect(failure).toMatchObject({ stdout: expect.stringMatching(new RegExp(`^(.+\n){${lineCount + 1}}$`)) });
    } finally {
      await setup.mend?.();
    }
  });

  if (isPostgresRun()) {
    it('names a standby server that is behind, and no clock of the same machine', async () => {
      expect(await machineProbes.listReplicas(gateway.database.knex)).toEqual([]);
      const listReplicas = async () => [
        { name: 'standby', lagMs: 95_000 },
        { name: 'near', lagMs: 900 },
      ];
      await expect(runExamination({ probes: { listReplicas } })).rejects.toMatchObject({
        stdout: expect.stringMatching(/^Die Kopie standby der Datenbank ist 95 Sekunden zurück.*\nDas ist ein Punkt/),
      });
    });

    it('names a role that may do anything, as the one of the tests may', async () => {
      const { hasFullRights } = machineProbes;
      await expect(runExamination({ probes: { hasFullRights } })).rejects.toMatchObject({
        stdout: expect.stringMatching(/^DATABASE_URL: Die Rolle darf .*\nDas ist ein Punkt/),
      });
    });
  }

  it('prints each mistake of the settings', async () => {
    const doctor = runCommand((programOutput) =>
      runDoctor(
        [],
        { ok: false, error: ['PORT: must be a port number from 0 to 65535', 'STAGE: must be one of dev, beta, prod'] },
        healthyProbes,
        programOutput,
      ),
    );
    await expect(doctor).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/PORT: .*\n.*STAGE: .*\nDas sind 2 Punkte\.\n$/),
    });
  });

  it('refuses arguments', async () => {
    const doctor = runCommand((programOutput) =>
      runDoctor(['--fix'], { ok: false, error: [] }, healthyProbes, programOutput),
    );
    await expect(doctor).rejects.toMatchObject({ code: 2, stderr: 'Aufruf: npm run doctor\n' });
  });
});

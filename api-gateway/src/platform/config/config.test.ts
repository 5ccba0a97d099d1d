import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPartnerToken, parseConfig } from './config';
import { gatewayAddressOf } from './gateway-address';

const parseEnvironment = (environmentVariables: Record<string, string | undefined>) =>
  parseConfig(environmentVariables, { version: '5.0.1', frontsDir: '/srv/mahlzeit' });

describe('the configuration', () => {
  it('needs no variable at all', () => {
    expect(parseEnvironment({})).toMatchObject({
      ok: true,
      value: {
        port: 4000,
        host: '127.0.0.1',
        publicUrl: null,
        world: 'demo',
        startAt: null,
        partnerToken: null,
        stage: 'dev',
        hasRateLimits: true,
        trustsProxy: false,
        drainMs: 0,
        tracing: { endpoint: null },
        livePingMs: 25_000,
        liveConnectionsPerAddress: 1_000,
        overrides: null,
        hasServiceWorker: true,
      },
    });
  });

  it('opens the sandbox on any free port when the gateway uses any free port', () => {
    expect(parseEnvironment({ PORT: '0' })).toMatchObject({ ok: true, value: { sandbox: { port: 0 } } });
    expect(parseEnvironment({ PORT: '0', SANDBOX_PORT: '4200' })).toMatchObject({
      ok: true,
      value: { sandbox: { port: 4200 } },
    });
  });

  it('accepts completely configured real providers, and forbids the sandbox beside any of them', () => {
    const googleResult = parseEnvironment({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' });
    expect(googleResult).toMatchObject({
      ok: true,
      value: {
        signIn: {
          google: { issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: 'secret' },
          apple: null,
          facebook: null,
        },
        sandbox: { isForbidden: true },
      },
    });
    expect(parseEnvironment({ PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' })).toMatchObject({
      ok: true,
      value: { sandbox: { isForbidden: true } },
    });
    expect(parseEnvironment({ SMTP_URL: 'smtp://mail.example' })).toMatchObject({
      ok: true,
      value: { sandbox: { isForbidden: true } },
    });
    expect(parseEnvironment({ GOOGLE_MAPS_API_KEY: 'key' })).toMatchObject({
      ok: true,
      value: { sandbox: { isForbidden: false } },
    });
    expect(
      parseEnvironment({
        APPLE_CLIENT_ID: 'id',
        APPLE_TEAM_ID: 'team',
        APPLE_KEY_ID: 'key',
        APPLE_PRIVATE_KEY: 'a\\nb',
      }),
    ).toMatchObject({ ok: true, value: { signIn: { apple: { privateKey: 'a\nb' } } } });
  });

  it('reports the missing variables of a partly configured provider', () => {
    expect(parseEnvironment({ FACEBOOK_APP_SECRET: 'secret' })).toEqual({
      ok: false,
      error: ['FACEBOOK_APP_ID: must be set together with FACEBOOK_APP_SECRET'],
    });
  });

  it('requires the attribution of foreign tiles', () => {
    const tileVariables = {
      MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png',
      MAP_TILE_ATTRIBUTION: '© Kartenhaus',
    };
    expect(parseEnvironment(tileVariables)).toMatchObject({
      ok: true,
      value: { deployment: { mapTiles: { attribution: '© Kartenhaus', attributionUrl: null } } },
    });
    expect(
      parseEnvironment({ ...tileVariables, MAP_TILE_ATTRIBUTION_URL: 'https://tiles.example/about' }),
    ).toMatchObject({
      ok: true,
      value: { deployment: { mapTiles: { attributionUrl: 'https://tiles.example/about' } } },
    });
  });

  it('refuses the sandbox map where the sandbox is forbidden', () => {
    expect(parseEnvironment({ GOOGLE_MAPS_API_KEY: 'sandbox', SMTP_URL: 'smtp://mail.example' })).toEqual({
      ok: false,
      error: ['GOOGLE_MAPS_API_KEY: must not be sandbox where the sandbox stays closed'],
    });
  });

  it.each<[string, Record<string, string>, object]>([
    [
      'live',
      { MANGOPAY_CLIENT_ID: 'id', MANGOPAY_API_KEY: 'key', PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' },
      {
        mangopay: { baseUrl: 'https://api.mangopay.com', tokeniserUrl: 'https://webpayment.payline.com' },
        paypal: { baseUrl: 'https://api-m.paypal.com', pagesUrl: 'https://www.paypal.com' },
      },
    ],
    [
      'their sandboxes',
      {
        MANGOPAY_CLIENT_ID: 'id',
        MANGOPAY_API_KEY: 'key',
        MANGOPAY_URL: 'https://api.sandbox.mangopay.com',
        PAYPAL_CLIENT_ID: 'id',
        PAYPAL_CLIENT_SECRET: 'secret',
        PAYPAL_URL: 'https://api-m.sandbox.paypal.com',
      },
      {
        mangopay: { tokeniserUrl: 'https://homologation-webpayment.payline.com' },
        paypal: { pagesUrl: 'https://www.sandbox.paypal.com' },
      },
    ],
    [
      'another tokeniser',
      { MANGOPAY_CLIENT_ID: 'id', MANGOPAY_API_KEY: 'key', MANGOPAY_TOKENISER_URL: 'https://tokens.example' },
      { mangopay: { tokeniserUrl: 'https://tokens.example' }, paypal: null },
    ],
  ])('derives the browser hosts of payment providers: %s', (_, environmentVariables, payment) => {
    expect(parseEnvironment(environmentVariables)).toMatchObject({ ok: true, value: { payment } });
  });

  it('takes an empty variable as unset', () => {
    expect(parseEnvironment({ PORT: '', PUBLIC_URL: '' })).toMatchObject({
      ok: true,
      value: { port: 4000, publicUrl: null },
    });
  });

  it.each([
    ['PORT', '0', { port: 0 }],
    ['PUBLIC_URL', 'https://mahlzeit.example/', { publicUrl: 'https://mahlzeit.example' }],
    [
      'DATA_DIR',
      '/var/mahlzeit',
      { dataDir: '/var/mahlzeit', database: { driver: 'better-sqlite3', file: '/var/mahlzeit/mahlzeit.db' } },
    ],
    ['DATABASE_URL', 'sqlite:/var/other.db', { database: { driver: 'better-sqlite3', file: '/var/other.db' } }],
    ['DATABASE_URL', 'sqlite3:/var/other.db', { database: { driver: 'sqlite3', file: '/var/other.db' } }],
    [
      'DATABASE_URL',
      'postgresql:///mahlzeit?host=/run/postgresql',
      { database: { driver: 'pg', url: 'postgresql:///mahlzeit?host=/run/postgresql', readers: 8, writers: 4 } },
    ],
    ['REDIS_URL', 'redis://127.0.0.1:6379', { redisUrl: 'redis://127.0.0.1:6379' }],
    ['REDIS_URL', 'rediss://mahlzeit:geheim@cache.example/1', { redisUrl: 'rediss://mahlzeit:geheim@cache.example/1' }],
    ['MAHLZEIT_NOW', '2026-06-24T11:30:00+02:00', { startAt: 1_782_293_400_000 }],
    ['MAHLZEIT_NOW', '2026-06-24T11:30+02:00', { startAt: 1_782_293_400_000 }],
    ['MAHLZEIT_NOW', '2026-06-24T09:30:00Z', { startAt: 1_782_293_400_000 }],
    ['RATE_LIMITS', 'off', { hasRateLimits: false }],
    ['TRUST_PROXY', '1', { trustsProxy: true }],
    ['LIVE_PING_MS', '9000', { livePingMs: 9_000 }],
    ['LIVE_CONNECTIONS_PER_ADDRESS', '50', { liveConnectionsPerAddress: 50 }],
    ['DRAIN_MS', '20000', { drainMs: 20_000 }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318', { tracing: { endpoint: 'http://localhost:4318' } }],
    [
      'SMTP_URL',
      'smtps://post:geheim@mail.example:465',
      { mail: { smtpUrl: 'smtps://post:geheim@mail.example:465', from: 'post@mahlzeit.test' } },
    ],
    [
      'MAP_TILE_URL',
      'https://tiles.example/{z}/{x}/{y}.png',
      {
        deployment: {
          mapTiles: {
            url: 'https://tiles.example/{z}/{x}/{y}.png',
            attribution: '© OpenStreetMap-Mitwirkende',
            attributionUrl: 'https://www.openstreetmap.org/copyright',
          },
        },
      },
    ],
    ['GOOGLE_MAPS_API_KEY', 'AIza-key_1', { googleMapsKey: 'AIza-key_1' }],
    ['GOOGLE_MAPS_API_KEY', 'sandbox', { googleMapsKey: 'sandbox', sandbox: { isForbidden: false } }],
    ['SERVICE_WORKER', 'off', { hasServiceWorker: false }],
    ['SANDBOX_PORT', '4200', { sandbox: { port: 4200, url: null, isForbidden: false } }],
    ['RELEASE_OVERRIDES', 'store', { overrides: { origins: [] } }],
    ['RELEASE_OVERRIDES', 'http://localhost:4202/', { overrides: { origins: ['http://localhost:4202'] } }],
    [
      'RELEASE_OVERRIDES',
      'store, http://localhost:4202,https://dev.example',
      { overrides: { origins: ['http://localhost:4202', 'https://dev.example'] } },
    ],
    [
      'SANDBOX_URL',
      'http://sandbox.example/',
      { sandbox: { port: null, url: 'http://sandbox.example', isForbidden: false } },
    ],
  ])('parses %s=%s', (variableName, variableValue, expectedValue) => {
    expect(parseEnvironment({ [variableName]: variableValue })).toMatchObject({ ok: true, value: expectedValue });
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '4000x'],
    ['PUBLIC_URL', 'mahlzeit.example'],
    ['PUBLIC_URL', 'https://mahlzeit.example/app'],
    ['PUBLIC_URL', 'ftp://mahlzeit.example'],
    ['RELEASE_OVERRIDES', 'on'],
    ['RELEASE_OVERRIDES', 'http://localhost:4202,'],
    ['RELEASE_OVERRIDES', 'http://localhost:4202/remotes'],
    ['RELEASE_OVERRIDES', 'localhost:4202'],
    ['RELEASE_OVERRIDES', 'http://localhost:4202;script-src *'],
    ['DATABASE_URL', 'postgres://localhost'],
    ['DATABASE_URL', 'postgres:mahlzeit'],
    ['DATABASE_URL', 'mysql://localhost/mahlzeit'],
    ['DATABASE_READERS', '4'],
    ['DATABASE_LOCK_TIMEOUT_MS', '500'],
    ['DATABASE_URL', 'sqlite3:'],
    ['DATABASE_URL', 'sqlite4:/var/other.db'],
    ['REDIS_URL', 'cache.example:6379'],
    ['REDIS_URL', 'redis://'],
    ['REDIS_URL', 'http://cache.example'],
    ['REDIS_URL', 'redis://cache.example/hints'],
    ['REDIS_URL', 'redis://cache.example?password=geheim'],
    ['MAHLZEIT_WORLD', 'full'],
    ['MAHLZEIT_NOW', 'heute'],
    ['MAHLZEIT_NOW', '2026-06-24T11:30:00'],
    ['MAHLZEIT_NOW', '2026-02-30T11:30:00Z'],
    ['STAGE', 'production'],
    ['RATE_LIMITS', 'on'],
    ['TRUST_PROXY', 'true'],
    ['LIVE_PING_MS', '0'],
    ['LIVE_CONNECTIONS_PER_ADDRESS', '0'],
    ['LIVE_PING_MS', '25s'],
    ['DRAIN_MS', '1.5'],
    ['DRAIN_MS', '20001'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['SUPPORT_EMAIL', 'hilfe'],
    ['HELP_URL', 'javascript:alert(1)'],
    ['PARTNER_TOKEN', 'two words'],
    ['MODERATION_TOKEN', 'x'.repeat(23)],
    ['MODERATION_TOKEN', `${'x'.repeat(24)},${'y'.repeat(24)}`],
    ['MODERATION_TOKEN', `anna:${'x'.repeat(24)},ben:${'x'.repeat(24)}`],
    ['MODERATION_TOKEN', `anna:${'x'.repeat(24)},ben:${'y'.repeat(23)}`],
    ['SMTP_URL', 'mail.example:587'],
    ['SMTP_URL', 'https://mail.example'],
    ['MAIL_FROM', 'Mahlzeit'],
    ['SANDBOX_PORT', '70000'],
    ['SANDBOX_URL', 'localhost:4100'],
    ['MAP_TILE_URL', 'https://tiles.example/'],
    ['MAP_TILE_URL', 'tiles/{z}/{x}/{y}.png'],
    ['MAP_TILE_URL', 'https://{z}.example/{x}/{y}.png'],
    ['MAP_TILE_ATTRIBUTION', '© Kartenhaus'],
    ['GOOGLE_MAPS_API_KEY', 'key&callback=x'],
  ])('refuses %s=%s in one line that names the variable', (variableName, variableValue) => {
    const parseResult = parseEnvironment({ [variableName]: variableValue });
    expect(parseResult).toEqual({
      ok: false,
      error: [expect.stringMatching(new RegExp(`^${variableName}: must be [^\\n]+$`))],
    });
  });

  it('takes one moderation token, or several with names', () => {
    const [firstToken, secondToken] = ['x'.repeat(24), 'y'.repeat(24)];
    const tokensOf = (variables: Readonly<Record<string, string>>) => {
      const parseResult = parseEnvironment(variables);
      return parseResult.ok ? parseResult.value.moderationTokens : null;
    };
    expect(tokensOf({})).toEqual([]);
    expect(tokensOf({ MODERATION_TOKEN: firstToken })).toEqual([{ name: 'betrieb', token: firstToken }]);
    expect(tokensOf({ MODERATION_TOKEN: `anna:${firstToken}, ben:${secondToken}` })).toEqual([
      { name: 'anna', token: firstToken },
      { name: 'ben', token: secondToken },
    ]);
  });

  it('takes limits of the connections to PostgreSQL', () => {
    const url = 'postgres://mahlzeit:geheim@db.example/mahlzeit?sslmode=verify-full';
    const limits = {
      DATABASE_READERS: '20',
      DATABASE_WRITERS: '9',
      DATABASE_STATEMENT_TIMEOUT_MS: '10000',
      DATABASE_LOCK_TIMEOUT_MS: '800',
    };
    expect(parseEnvironment({ DATABASE_URL: url, ...limits })).toMatchObject({
      ok: true,
      value: {
        database: { driver: 'pg', url, readers: 20, writers: 9, statementTimeoutMs: 10_000, lockTimeoutMs: 800 },
      },
    });
    expect(parseEnvironment({ DATABASE_URL: url, DATABASE_READERS: '0', DATABASE_LOCK_TIMEOUT_MS: '5' })).toEqual({
      ok: false,
      error: [
        'DATABASE_READERS: must be a number of connections from 1 to 99',
        'DATABASE_LOCK_TIMEOUT_MS: must be milliseconds from 100 to 999999',
      ],
    });
  });

  it('reports all mistakes at once and no secret', () => {
    const parseResult = parseEnvironment({ PORT: 'x', STAGE: 'x', PARTNER_TOKEN: 'my secret' });
    expect(parseResult.ok ? [] : parseResult.error.map((errorLine) => errorLine.split(':')[0])).toEqual([
      'PORT',
      'PARTNER_TOKEN',
      'STAGE',
    ]);
    expect(JSON.stringify(parseResult)).not.toContain('my secret');
  });
});

describe('the configuration of production', () => {
  const emailAddresses = {
    MAIL_FROM: 'post@mahlzeit.example',
    SUPPORT_EMAIL: 'hilfe@mahlzeit.example',
    PAYMENT_SUPPORT_EMAIL: 'zahlung@mahlzeit.example',
  };
  const productionVariables = {
    STAGE: 'prod',
    PUBLIC_URL: 'https://mahlzeit.example',
    SMTP_URL: 'smtps://mail.example:465',
    MAHLZEIT_WORLD: 'empty',
    ...emailAddresses,
  };

  it('needs an address, a mail server and an empty database, and forbids the sandbox', () => {
    expect(parseEnvironment(productionVariables)).toMatchObject({
      ok: true,
      value: { stage: 'prod', world: 'empty', hasRateLimits: true, drainMs: 1_500, sandbox: { isForbidden: true } },
    });
  });

  it('lets testers see stored releases', () => {
    expect(parseEnvironment({ ...productionVariables, RELEASE_OVERRIDES: 'store' })).toMatchObject({
      ok: true,
      value: { overrides: { origins: [] } },
    });
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['a port of the sandbox', { SANDBOX_PORT: '4100' }, 'SANDBOX_PORT: must not be set with STAGE=prod'],
    [
      'an address of the sandbox',
      { SANDBOX_URL: 'http://localhost:4100' },
      'SANDBOX_URL: must not be set with STAGE=prod',
    ],
    [
      'another time than now',
      { MAHLZEIT_NOW: '2026-06-24T11:30:00+02:00' },
      'MAHLZEIT_NOW: must not be set with STAGE=prod',
    ],
    ['the demo town', { MAHLZEIT_WORLD: 'demo' }, 'MAHLZEIT_WORLD: must be empty with STAGE=prod'],
    ['the demo town, unasked', { MAHLZEIT_WORLD: undefined }, 'MAHLZEIT_WORLD: must be empty with STAGE=prod'],
    [
      'scripts of dev servers',
      { RELEASE_OVERRIDES: 'http://localhost:4202' },
      'RELEASE_OVERRIDES: must be store with STAGE=prod',
    ],
    ['no rate limits', { RATE_LIMITS: 'off' }, 'RATE_LIMITS: must not be off with STAGE=prod'],
    ['no address', { PUBLIC_URL: undefined }, 'PUBLIC_URL: must be set with STAGE=prod'],
    [
      'an address that anybody on the way can read',
      { PUBLIC_URL: 'http://mahlzeit.example' },
      'PUBLIC_URL: must begin with https:// with STAGE=prod',
    ],
    [
      'a short partner token',
      { PARTNER_TOKEN: 'guessed-in-a-minute' },
      'PARTNER_TOKEN: must have at least 24 characters with STAGE=prod',
    ],
    [
      'a database on another machine without a word about TLS',
      { DATABASE_URL: 'postgres://mahlzeit@db.example/mahlzeit' },
      'DATABASE_URL: must say sslmode for a database on another machine with STAGE=prod',
    ],
    ['no mail server', { SMTP_URL: '' }, 'SMTP_URL: must be set with STAGE=prod'],
    ['mails from a made-up address', { MAIL_FROM: undefined }, 'MAIL_FROM: must be set with STAGE=prod'],
    ['help at a made-up address', { SUPPORT_EMAIL: undefined }, 'SUPPORT_EMAIL: must be set with STAGE=prod'],
    [
      'help with payments at a made-up address',
      { PAYMENT_SUPPORT_EMAIL: '' },
      'PAYMENT_SUPPORT_EMAIL: must be set with STAGE=prod',
    ],
  ])('refuses %s', (_title, environmentVariables, expectedLine) => {
    expect(parseEnvironment({ ...productionVariables, ...environmentVariables })).toEqual({
      ok: false,
      error: [expectedLine],
    });
    // Production refuses these settings, but a team's own stage allows them.
    expect(parseEnvironment({ ...productionVariables, ...environmentVariables, STAGE: 'beta' }).ok).toBe(true);
  });

  it('reports all mistakes at once', () => {
    expect(parseEnvironment({ STAGE: 'prod', RATE_LIMITS: 'off' })).toEqual({
      ok: false,
      error: [
        'MAHLZEIT_WORLD: must be empty with STAGE=prod',
        'RATE_LIMITS: must not be off with STAGE=prod',
        ...['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'PAYMENT_SUPPORT_EMAIL'].map(
          (variableName) => `${variableName}: must be set with STAGE=prod`,
        ),
      ],
    });
  });
});

describe('the address of the gateway', () => {
  it.each([
    ['127.0.0.1', null, 'http://127.0.0.1:4000'],
    ['localhost', null, 'http://localhost:4000'],
    ['fe80::1', null, 'http://[fe80::1]:4000'],
    ['0.0.0.0', null, 'http://127.0.0.1:4000'],
    ['::', null, 'http://[::1]:4000'],
    ['0.0.0.0', 'https://mahlzeit.example', 'https://mahlzeit.example'],
  ])('listening on %s with the public address %j is %s', (listeningHost, publicUrl, expectedResult) => {
    expect(gatewayAddressOf({ host: listeningHost, publicUrl }, 4000)).toMatchObject({
      port: 4000,
      publicUrl: expectedResult,
    });
  });
});

describe('the origins of our own pages', () => {
  it('are the public URL alone where one is set', () =>
    expect(gatewayAddressOf({ host: '0.0.0.0', publicUrl: 'https://mahlzeit.example' }, 4000).pageOrigins).toEqual([
      'https://mahlzeit.example',
    ]));

  it('are the names of this machine where none is set', () =>
    expect(gatewayAddressOf({ host: '127.0.0.1', publicUrl: null }, 4000).pageOrigins).toEqual([
      'http://127.0.0.1:4000',
      'http://localhost:4000',
      'http://[::1]:4000',
    ]));
});

describe('the partner token', () => {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
  afterAll(() => rmSync(temporaryFolder, { recursive: true }));

  it('is the configured one if present', () => {
    expect(loadPartnerToken({ partnerToken: 'configured', dataDir: join(temporaryFolder, 'none') })).toBe('configured');
  });

  it('is generated once and stored in a file that only its owner can read', () => {
    const dataDir = join(temporaryFolder, 'data');
    const partnerToken = loadPartnerToken({ partnerToken: null, dataDir });
    expect(partnerToken).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(loadPartnerToken({ partnerToken: null, dataDir })).toBe(partnerToken);
    expect(statSync(join(dataDir, 'partner-token')).mode & 0o777).toBe(0o600);
    expect(loadPartnerToken({ partnerToken: null, dataDir: join(temporaryFolder, 'other') })).not.toBe(partnerToken);
  });
});

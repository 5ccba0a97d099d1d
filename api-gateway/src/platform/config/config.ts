import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { err, liveLimits, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { errorCodeOf } from '../errors';
import {
  contactSchema,
  emailAddressSchema,
  isOrigin,
  publicUrlSchema,
  smtpUrlSchema,
  webAddressSchema,
} from './address-config';
import { databaseConfigOf, databaseVariables, findDatabaseMistakes } from './database-config';
import type { DatabaseConfig } from './database-config';
import { deploymentConfigOf, deploymentVariables } from './deployment-config';
import type { DeploymentConfig } from './deployment-config';
import { moderationTokensSchema } from './moderation-config';
import type { ModerationToken } from './moderation-config';
import { hasRealProviders, findIncompleteProviders, paymentConfigOf, signInConfigOf } from './provider-config';
import type { PaymentConfig, SignInConfig } from './provider-config';
import { findProductionMistakes, STORE_ONLY } from './production-config';
import { redisUrlSchema } from './redis-config';

const oneOfSchema = <const T extends readonly [string, ...string[]]>(...allowedValues: T) =>
  z.enum(allowedValues, { error: `must be one of ${allowedValues.join(', ')}` });

const portSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, { error: 'must be a port number from 0 to 65535' })),
  z.pipe(z.transform(Number), z.number().check(z.lte(65_535, { error: 'must be a port number from 0 to 65535' }))),
);

const millisecondsSchema = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{2,5}$/, { error: 'must be milliseconds from 100 to 999999' })),
  z.transform(Number),
);

const connectionCountSchema = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,5}$/, { error: 'must be a number from 1 to 999999' })),
  z.transform(Number),
);

/**
 * Default maximum of live connections from one IP address. Hundreds of visitors of one office may share an address,
 * each with several tabs.
 */
const DEFAULT_LIVE_CONNECTIONS_PER_ADDRESS = 1_000;

const isInstant = (text: string): boolean =>
  [{ offset: true }, { offset: true, precision: -1 }].some(
    (datetimeOptions) => z.safeParse(z.iso.datetime(datetimeOptions), text).success,
  );

// Schema of a setting with an instant. An offset is required, because the meaning of an instant without one would
// depend on the machine's time zone.
const instantSchema = z.pipe(
  z.string().check(z.refine(isInstant, { error: 'must be an instant like 2026-06-24T11:30:00+02:00' })),
  z.transform((text) => Date.parse(text)),
);

const partnerTokenSchema = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,200}$/, { error: 'must be printable characters without spaces' }));

const metricsTokenSchema = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{24,200}$/, { error: 'must be at least 24 printable characters without spaces' }));

const secretKeysSchema = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]+$/, { error: 'must be the line that "npm run secrets -- print" prints' }));

const overrideWordsOf = (text: string): readonly string[] => text.split(',').map((word) => word.trim());

const overridesConfigOf = (text: string): OverridesConfig => ({
  origins: overrideWordsOf(text)
    .filter((word) => word !== STORE_ONLY)
    .map((origin) => new URL(origin).origin),
});

const overridesSchema = z.pipe(
  z.string().check(
    z.refine((text) => overrideWordsOf(text).every((word) => word === STORE_ONLY || isOrigin(word)), {
      error: `must be ${STORE_ONLY}, or origins of dev servers separated by commas, like http://localhost:4202`,
    }),
  ),
  z.transform(overridesConfigOf),
);

const apiKeySchema = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,100}$/, { error: 'must be letters, digits, _ and - only' }));

/** Longest time to drain: the gateway ends 25 seconds after its signal in any case. */
const MAX_DRAIN_MS = 20_000;

/** Time to drain in production where the environment sets none: proxies check each half second. */
const PRODUCTION_DRAIN_MS = 1_500;

const drainSchema = z.pipe(
  z.string().check(
    z.refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= MAX_DRAIN_MS, {
      error: `must be milliseconds from 0 to ${MAX_DRAIN_MS}`,
    }),
  ),
  z.transform(Number),
);

const EnvironmentSchema = z.object({
  PORT: z._default(portSchema, 4000),
  SANDBOX_PORT: z.optional(portSchema),
  SANDBOX_URL: z.optional(publicUrlSchema),
  SMTP_URL: z.optional(smtpUrlSchema),
  MAIL_FROM: z._default(emailAddressSchema, 'post@mahlzeit.test'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(publicUrlSchema),
  DATA_DIR: z._default(z.string(), 'data'),
  BACKUP_DIR: z.optional(z.string()),
  ...databaseVariables,
  REDIS_URL: z.optional(redisUrlSchema),
  SECRET_KEYS: z.optional(secretKeysSchema),
  GEOIP_FILE: z.optional(z.string()),
  MAHLZEIT_WORLD: z._default(oneOfSchema('demo', 'empty'), 'demo'),
  MAHLZEIT_NOW: z.optional(instantSchema),
  PARTNER_TOKEN: z.optional(partnerTokenSchema),
  METRICS_TOKEN: z.optional(metricsTokenSchema),
  MODERATION_TOKEN: z.optional(moderationTokensSchema),
  SECURITY_CONTACT: z.optional(contactSchema),
  STAGE: z._default(oneOfSchema('dev', 'beta', 'prod'), 'dev'),
  RATE_LIMITS: z._default(oneOfSchema('default', 'off'), 'default'),
  LIVE_PING_MS: z.optional(millisecondsSchema),
  LIVE_CONNECTIONS_PER_ADDRESS: z._default(connectionCountSchema, DEFAULT_LIVE_CONNECTIONS_PER_ADDRESS),
  DRAIN_MS: z.optional(drainSchema),
  TRUST_PROXY: z._default(oneOfSchema('0', '1'), '0'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(webAddressSchema),
  LOG_LEVEL: z._default(oneOfSchema('silent', 'error', 'warn', 'info', 'debug'), 'info'),
  COMMIT: z._default(z.string(), 'unknown'),
  ...deploymentVariables,
  GOOGLE_MAPS_API_KEY: z.optional(apiKeySchema),
  MANGOPAY_URL: z.optional(publicUrlSchema),
  MANGOPAY_TOKENISER_URL: z.optional(publicUrlSchema),
  PAYPAL_URL: z.optional(publicUrlSchema),
  RELEASE_OVERRIDES: z.optional(overridesSchema),
  SERVICE_WORKER: z._default(oneOfSchema('on', 'off'), 'on'),
});

export interface MailConfig {
  /** URL of the mail server; null if all mails go to the sandbox. */
  readonly smtpUrl: string | null;
  /** E-mail address of the sender of all mails. */
  readonly from: string;
}

/** Settings of the embedded sandbox: where it listens, and whether it must not run. */
export interface SandboxConfig {
  /** Port of the sandbox; null means port 4100, or any free port when 4100 is in use. */
  readonly port: number | null;
  /** Public URL of the sandbox for browsers; null means `localhost`, so that browsers treat it as a foreign site. */
  readonly url: string | null;
  /**
   * Whether the sandbox must not run: in production, and wherever credentials of a real provider or a real mail server
   * are configured. The reason is that it can move the clock and sign in as anybody.
   */
  readonly isForbidden: boolean;
}

/** Settings of overrides: releases that testers may see instead of the current ones, each in their own browser. */
export interface OverridesConfig {
  /** Origins of dev servers that overrides may name; empty where only stored releases are allowed. */
  readonly origins: readonly string[];
}

/** Settings of the database's backups. */
export interface BackupConfig {
  readonly folder: string;
  /** Whether the gateway writes a backup each night. If not, only the command does, and an upgrade of SQLite. */
  readonly isScheduled: boolean;
}

/** Configuration of one gateway process, parsed from the environment and the facts of the build. */
export interface GatewayConfig {
  /** Port of the gateway; 0 means any free port. */
  readonly port: number;
  readonly host: string;
  /** URL of the gateway for browsers; null if it is derived from the actual host and port. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  readonly backups: BackupConfig;
  readonly database: DatabaseConfig;
  /**
   * URL of the Redis server that gateways share, with its credentials; null if this gateway runs alone, or beside
   * others that share only the database.
   */
  readonly redisUrl: string | null;
  /** Secret keys that all gateways of the database share, in one line; null if they are in the data folder. */
  readonly secretKeys: string | null;
  /**
   * Path of the file that maps IP addresses to countries (.mmdb), for the list of signed-in devices; null without a
   * file.
   */
  readonly geoIpFile: string | null;
  /** Data with which a new database starts: a demo town, or none. */
  readonly world: 'demo' | 'empty';
  /** Time in epoch milliseconds at which the clock of a new database starts; null for real time. */
  readonly startAt: number | null;
  /** Partner token that is valid for all restaurants; null if it is generated and stored in the data folder. */
  readonly partnerToken: string | null;
  /** Token that allows to read `/metrics`; null without one. */
  readonly metricsToken: string | null;
  /** Tokens with which moderators open their page; empty if there is no such page. */
  readonly moderationTokens: readonly ModerationToken[];
  /** URL to which people report vulnerabilities (`security.txt`); null without one. */
  readonly securityContact: string | null;
  readonly stage: 'dev' | 'beta' | 'prod';
  readonly hasRateLimits: boolean;
  readonly trustsProxy: boolean;
  /** Interval in milliseconds at which the gateway and an open page check their live connection. */
  readonly livePingMs: number;
  /** Maximum number of live connections (sockets, streams and waiting polls) from one IP address. */
  readonly liveConnectionsPerAddress: number;
  /**
   * Milliseconds between the request to stop and the end of the gateway. In this time it still serves requests, and its
   * `/readyz` makes proxies choose other gateways.
   */
  readonly drainMs: number;
  /** Collector of OpenTelemetry that receives traces; null for none. */
  readonly tracing: { readonly endpoint: string | null };
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  readonly version: string;
  readonly commit: string;
  readonly deployment: DeploymentConfig;
  readonly mail: MailConfig;
  /**
   * API key of Google's map; `sandbox` selects the sandbox's imitation of this map; null if the app doesn't offer
   * Google's map.
   */
  readonly googleMapsKey: string | null;
  /** Credentials of the real sign-in providers. The sandbox imitates sign-in providers without configuration. */
  readonly signIn: SignInConfig;
  /** Credentials of the real payment providers. The sandbox imitates payment providers without configuration. */
  readonly payment: PaymentConfig;
  readonly sandbox: SandboxConfig;
  /** Settings of overrides of releases; null where overrides are off. */
  readonly overrides: OverridesConfig | null;
  /** Whether browsers get the service worker. False removes it from all browsers that have it. */
  readonly hasServiceWorker: boolean;
  /** Path of the folder that contains a folder for each built frontend. */
  readonly frontsDir: string;
}

type ParsedEnvironment = z.output<typeof EnvironmentSchema>;

type EnvironmentVariables = Readonly<Record<string, string>>;

const sandboxConfigOf = (env: ParsedEnvironment, isForbidden: boolean): SandboxConfig => ({
  // Lets the sandbox use any free port if the gateway itself uses any free port.
  port: env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : null),
  url: env.SANDBOX_URL ?? null,
  isForbidden,
});

const isSandboxForbidden = (environmentVariables: EnvironmentVariables): boolean =>
  environmentVariables.STAGE === 'prod' || 'SMTP_URL' in environmentVariables || hasRealProviders(environmentVariables);

/** Value of GOOGLE_MAPS_API_KEY that selects the sandbox's imitation of Google's map. */
export const SANDBOX_MAPS_KEY = 'sandbox';

/** Returns one line for each map setting that is invalid. */
const findMapMistakes = (environmentVariables: EnvironmentVariables): string[] => [
  ...['MAP_TILE_ATTRIBUTION', 'MAP_TILE_ATTRIBUTION_URL']
    .filter((variableName) => variableName in environmentVariables && !('MAP_TILE_URL' in environmentVariables))
    .map((variableName) => `${variableName}: must be set together with MAP_TILE_URL`),
  ...('MAP_TILE_ATTRIBUTION_URL' in environmentVariables &&
  !('MAP_TILE_ATTRIBUTION' in environmentVariables) &&
  'MAP_TILE_URL' in environmentVariables
    ? ['MAP_TILE_ATTRIBUTION: must be set together with MAP_TILE_ATTRIBUTION_URL']
    : []),
  ...(environmentVariables.GOOGLE_MAPS_API_KEY === SANDBOX_MAPS_KEY && isSandboxForbidden(environmentVariables)
    ? [`GOOGLE_MAPS_API_KEY: must not be ${SANDBOX_MAPS_KEY} where the sandbox stays closed`]
    : []),
];

const drainMsOf = ({ DRAIN_MS, STAGE }: ParsedEnvironment): number =>
  DRAIN_MS ?? (STAGE === 'prod' ? PRODUCTION_DRAIN_MS : 0);

const configOf = (
  env: ParsedEnvironment,
  environmentVariables: EnvironmentVariables,
  buildFacts: BuildFacts,
): GatewayConfig => {
  const dataDir = resolve(env.DATA_DIR);
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? null,
    dataDir,
    backups: {
      folder: env.BACKUP_DIR === undefined ? join(dataDir, 'backups') : resolve(env.BACKUP_DIR),
      isScheduled: env.BACKUP_DIR !== undefined,
    },
    database: databaseConfigOf(env, join(dataDir, 'mahlzeit.db')),
    redisUrl: env.REDIS_URL ?? null,
    secretKeys: env.SECRET_KEYS ?? null,
    geoIpFile: env.GEOIP_FILE ?? null,
    world: env.MAHLZEIT_WORLD,
    startAt: env.MAHLZEIT_NOW ?? null,
    partnerToken: env.PARTNER_TOKEN ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    moderationTokens: env.MODERATION_TOKEN ?? [],
    securityContact: env.SECURITY_CONTACT ?? null,
    stage: env.STAGE,
    hasRateLimits: env.RATE_LIMITS === 'default',
    trustsProxy: env.TRUST_PROXY === '1',
    livePingMs: env.LIVE_PING_MS ?? liveLimits.pingMs,
    liveConnectionsPerAddress: env.LIVE_CONNECTIONS_PER_ADDRESS,
    drainMs: drainMsOf(env),
    tracing: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null },
    logLevel: env.LOG_LEVEL,
    version: buildFacts.version,
    commit: env.COMMIT,
    deployment: deploymentConfigOf(env),
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM },
    googleMapsKey: env.GOOGLE_MAPS_API_KEY ?? null,
    signIn: signInConfigOf(environmentVariables),
    payment: paymentConfigOf(environmentVariables),
    sandbox: sandboxConfigOf(env, isSandboxForbidden(environmentVariables)),
    overrides: env.RELEASE_OVERRIDES ?? null,
    hasServiceWorker: env.SERVICE_WORKER === 'on',
    frontsDir: buildFacts.frontsDir,
  };
};

/** Data about the build that the environment variables don't contain. */
export interface BuildFacts {
  readonly version: string;
  readonly frontsDir: string;
}

/**
 * Parses the configuration from environment variables. An empty variable counts as unset. Fails with one line for each
 * mistake.
 */
export const parseConfig = (
  rawEnvironment: Readonly<Record<string, string | undefined>>,
  buildFacts: BuildFacts,
): Result<GatewayConfig, string[]> => {
  const environmentVariables = Object.fromEntries(
    Object.entries(rawEnvironment).flatMap(([variableName, value]) =>
      value === undefined || value === '' ? [] : [[variableName, value]],
    ),
  );
  const parsedEnvironment = z.safeParse(EnvironmentSchema, environmentVariables);
  const configMistakes = [
    ...(parsedEnvironment.error?.issues ?? []).map(
      (schemaIssue) => `${schemaIssue.path.join('.')}: ${schemaIssue.message}`,
    ),
    ...findIncompleteProviders(environmentVariables),
    ...findDatabaseMistakes(environmentVariables),
    ...findMapMistakes(environmentVariables),
    ...findProductionMistakes(environmentVariables),
  ];
  return parsedEnvironment.success && configMistakes.length === 0
    ? ok(configOf(parsedEnvironment.data, environmentVariables, buildFacts))
    : err(configMistakes);
};

/** Loads the partner token: the configured one, or a generated one that is stored in the data folder. */
export const loadPartnerToken = ({
  partnerToken,
  dataDir,
}: Pick<GatewayConfig, 'partnerToken' | 'dataDir'>): string => {
  if (partnerToken !== null) return partnerToken;
  const file = join(dataDir, 'partner-token');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
};

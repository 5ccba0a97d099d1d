import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { errorCodeOf } from '../errors';
import { hasRealProviders, incompleteProviders, signInConfigOf } from './provider-config';
import type { SignInConfig } from './provider-config';

const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) => z.enum(values, { error: `must be one of ${values.join(', ')}` });

const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, { error: 'must be a port number from 0 to 65535' })),
  z.pipe(z.transform(Number), z.number().check(z.lte(65_535, { error: 'must be a port number from 0 to 65535' }))),
);

const isWebAddress = (text: string): boolean => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const webAddress = z.string().check(z.refine(isWebAddress, { error: 'must be an address that starts with http:// or https://' }));

const isOrigin = (text: string): boolean => isWebAddress(text) && ['', '/'].includes(text.slice(new URL(text).origin.length));

const publicUrl = z.pipe(
  z.string().check(z.refine(isOrigin, { error: 'must be an origin without a path, like https://mahlzeit.example' })),
  z.transform((text) => new URL(text).origin),
);

const isInstant = (text: string): boolean =>
  [{ offset: true }, { offset: true, precision: -1 }].some((form) => z.safeParse(z.iso.datetime(form), text).success);

// An instant without its offset would depend on the machine's time zone.
const instant = z.pipe(
  z.string().check(z.refine(isInstant, { error: 'must be an instant like 2026-06-24T11:30:00+02:00' })),
  z.transform((text) => Date.parse(text)),
);

const databaseUrl = z.string().check(z.regex(/^sqlite:.+/, { error: 'must be sqlite:FILE (other engines are not supported yet)' }));
const emailAddress = z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'must be an e-mail address' }));
const partnerToken = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, { error: 'must be printable characters without spaces' }));

const isMailServer = (text: string): boolean => URL.canParse(text) && ['smtp:', 'smtps:'].includes(new URL(text).protocol) && new URL(text).hostname !== '';

const smtpUrl = z.string().check(z.refine(isMailServer, { error: 'must be an address like smtp://user:password@host:587' }));

const Environment = z.object({
  PORT: z._default(port, 4000),
  SANDBOX_PORT: z.optional(port),
  SANDBOX_URL: z.optional(publicUrl),
  SMTP_URL: z.optional(smtpUrl),
  MAIL_FROM: z._default(emailAddress, 'post@mahlzeit.test'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(publicUrl),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: z.optional(databaseUrl),
  MAHLZEIT_WORLD: z._default(oneOf('demo', 'empty'), 'demo'),
  MAHLZEIT_NOW: z.optional(instant),
  PARTNER_TOKEN: z.optional(partnerToken),
  STAGE: z._default(oneOf('dev', 'beta', 'prod'), 'dev'),
  RATE_LIMITS: z._default(oneOf('default', 'off'), 'default'),
  TRUST_PROXY: z._default(oneOf('0', '1'), '0'),
  LOG_LEVEL: z._default(oneOf('silent', 'error', 'warn', 'info', 'debug'), 'info'),
  COMMIT: z._default(z.string(), 'unknown'),
  MEASUREMENT_ID: z.optional(z.string()),
  SUPPORT_EMAIL: z._default(emailAddress, 'hilfe@mahlzeit.test'),
  PAYMENT_SUPPORT_EMAIL: z._default(emailAddress, 'zahlung@mahlzeit.test'),
  MESSENGER_URL: z.optional(webAddress),
  PARTNER_SIGNUP_URL: z.optional(webAddress),
  HELP_URL: z.optional(webAddress),
  RIDE_SERVICE_URL: z.optional(webAddress),
  APP_STORE_URL: z.optional(webAddress),
  PLAY_STORE_URL: z.optional(webAddress),
});

/** Addresses and names that the deployment hands to every page. */
export interface DeploymentConfig {
  readonly supportEmail: string;
  readonly paymentSupportEmail: string;
  readonly messengerUrl: string | null;
  readonly partnerSignupUrl: string | null;
  readonly helpUrl: string | null;
  readonly rideServiceUrl: string | null;
  readonly appStoreUrl: string | null;
  readonly playStoreUrl: string | null;
  readonly measurementId: string | null;
}

/** How messages leave. */
export interface MailConfig {
  /** null: into the sandbox. */
  readonly smtpUrl: string | null;
  /** Address that they come from. */
  readonly from: string;
}

/** Where the embedded outside world is opened. */
export interface SandboxConfig {
  /** null: 4100, or any free one where that is taken. */
  readonly port: number | null;
  /** Where browsers reach it; null: on `localhost`, which is another site than the gateway's. */
  readonly url: string | null;
  /** True beside real credentials: whoever can move the clock or sign in as anybody has no business there. */
  readonly isForbidden: boolean;
}

/** How this gateway was asked to run. */
export interface GatewayConfig {
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
  /** null: host and port as they turn out. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  /** File of the SQLite database. */
  readonly databaseFile: string;
  /** What a new database is filled with. */
  readonly world: 'demo' | 'empty';
  /** Where the domain clock of a new database starts; null: real time. */
  readonly startAt: number | null;
  /** null: generated and kept in the data folder. */
  readonly partnerToken: string | null;
  readonly stage: 'dev' | 'beta' | 'prod';
  readonly hasRateLimits: boolean;
  readonly trustsProxy: boolean;
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  readonly version: string;
  readonly commit: string;
  readonly deployment: DeploymentConfig;
  readonly mail: MailConfig;
  /** Real providers alone; the sandbox brings its own. */
  readonly signIn: SignInConfig;
  readonly sandbox: SandboxConfig;
  /** Folder that holds the built fronts, one folder each. */
  readonly frontsDir: string;
}

type ParsedEnvironment = z.output<typeof Environment>;

const deploymentOf = (env: ParsedEnvironment): DeploymentConfig => ({
  supportEmail: env.SUPPORT_EMAIL,
  paymentSupportEmail: env.PAYMENT_SUPPORT_EMAIL,
  messengerUrl: env.MESSENGER_URL ?? null,
  partnerSignupUrl: env.PARTNER_SIGNUP_URL ?? null,
  helpUrl: env.HELP_URL ?? null,
  rideServiceUrl: env.RIDE_SERVICE_URL ?? null,
  appStoreUrl: env.APP_STORE_URL ?? null,
  playStoreUrl: env.PLAY_STORE_URL ?? null,
  measurementId: env.MEASUREMENT_ID ?? null,
});

const databaseFileOf = (env: ParsedEnvironment, dataDir: string): string =>
  env.DATABASE_URL === undefined ? join(dataDir, 'mahlzeit.db') : resolve(env.DATABASE_URL.slice('sqlite:'.length));

const sandboxOf = (env: ParsedEnvironment, isForbidden: boolean): SandboxConfig => ({
  // Whoever takes any free port for the gateway means the same of its surroundings.
  port: env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : null),
  url: env.SANDBOX_URL ?? null,
  isForbidden,
});

const configOf = (env: ParsedEnvironment, given: Readonly<Record<string, string>>, build: BuildFacts): GatewayConfig => {
  const dataDir = resolve(env.DATA_DIR);
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? null,
    dataDir,
    databaseFile: databaseFileOf(env, dataDir),
    world: env.MAHLZEIT_WORLD,
    startAt: env.MAHLZEIT_NOW ?? null,
    partnerToken: env.PARTNER_TOKEN ?? null,
    stage: env.STAGE,
    hasRateLimits: env.RATE_LIMITS === 'default',
    trustsProxy: env.TRUST_PROXY === '1',
    logLevel: env.LOG_LEVEL,
    version: build.version,
    commit: env.COMMIT,
    deployment: deploymentOf(env),
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM },
    signIn: signInConfigOf(given),
    sandbox: sandboxOf(env, hasRealProviders(given)),
    frontsDir: build.frontsDir,
  };
};

/** What the build knows and the environment doesn't. */
export interface BuildFacts {
  readonly version: string;
  readonly frontsDir: string;
}

/** Reads the environment; an empty variable counts as unset. Refuses with one line for each mistake. */
export const parseConfig = (environment: Readonly<Record<string, string | undefined>>, build: BuildFacts): Result<GatewayConfig, string[]> => {
  const given = Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])));
  const parsed = z.safeParse(Environment, given);
  const mistakes = [...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`), ...incompleteProviders(given)];
  return parsed.success && mistakes.length === 0 ? ok(configOf(parsed.data, given, build)) : err(mistakes);
};

/** Where this gateway is reached; known once it listens. */
export interface GatewayAddress {
  readonly port: number;
  /** Without a slash at the end. */
  readonly publicUrl: string;
}

// Whoever listens on every address of the machine has none that a browser could ask, but this machine's own.
const OWN_ADDRESS: ReadonlyMap<string, string> = new Map([['0.0.0.0', '127.0.0.1'], ['::', '::1']]);

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Where the gateway is reached: as the deployment says, else by host and port as they turned out. */
export const addressOf = ({ host, publicUrl }: Pick<GatewayConfig, 'host' | 'publicUrl'>, port: number): GatewayAddress => ({
  port,
  publicUrl: publicUrl ?? `http://${inUrl(OWN_ADDRESS.get(host) ?? host)}:${port}`,
});

/** The token of the partner interface: the configured one, else one of our own making that stays in the data folder. */
export const loadPartnerToken = ({ partnerToken, dataDir }: Pick<GatewayConfig, 'partnerToken' | 'dataDir'>): string => {
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

import * as z from '@mahlzeit/contract/zod';
import { PaymentOption } from './payment-options';
import { defineRoute } from './route';
import { Ms, ReleaseChannel } from './values';

/** Stages of a deployment: development, beta test and production. */
export const Stage = z.enum(['dev', 'beta', 'prod']);
export type Stage = z.infer<typeof Stage>;

/** Version, stage and commit of the running build. */
export const Version = z.object({
  /** Version of the product, for example `5.0.1`. */
  version: z.string(),
  /** Stage of this deployment: `dev`, `beta` or `prod`. */
  stage: Stage,
  /** Git commit from which the build was made. */
  commit: z.string(),
});
export type Version = z.infer<typeof Version>;

/** Returns version, stage and commit of the running build. */
export const getVersion = defineRoute({
  name: 'getVersion',
  method: 'GET',
  path: '/version',
  access: 'none',
  answer: Version,
  errors: [],
});

/** Response of a gateway process that is running. */
export const Liveness = z.object({ ok: z.literal(true) });
export type Liveness = z.infer<typeof Liveness>;

/** Responds as long as the gateway process runs. */
export const getLiveness = defineRoute({
  name: 'getLiveness',
  method: 'GET',
  path: '/livez',
  access: 'none',
  answer: Liveness,
  errors: [],
});

/** State of each part that the gateway needs. Answered with 503 when `ok` is false. */
export const Readiness = z.object({
  /** True when the gateway has its database with all migrations. */
  ok: z.boolean(),
  /** True when the gateway can query its database. */
  database: z.boolean(),
  /** True when all migrations have run. */
  migrations: z.boolean(),
  /** True when the messages that gateway processes send each other arrive. */
  bus: z.boolean(),
  /**
   * Parts that fail while the gateway goes on working without them: `redis` doesn't answer, the database's `disk` is
   * full, so that pages can be read and nothing is written, or the last nightly `backup` is missing.
   */
  degraded: z.array(z.enum(['redis', 'disk', 'backup'])),
});
export type Readiness = z.infer<typeof Readiness>;

/** Returns whether the gateway can work. If it can't, the response has status 503 with the same body. */
export const getReadiness = defineRoute({
  name: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  access: 'none',
  answer: Readiness,
  errors: [],
});

/** Name of a remote, which is also the name of its folder. */
export const RemoteName = z.string().check(z.regex(/^mf-[a-z0-9-]{1,40}$/));
export type RemoteName = z.infer<typeof RemoteName>;

/** Integrity values (`sha384-…`) of scripts, by the scripts' absolute paths. */
export const ScriptHashes = z.record(z.string(), z.string());
export type ScriptHashes = z.infer<typeof ScriptHashes>;

/** Names of screens, slots or commands of a remote. */
const NameList = z.array(z.string());

/** Data with which a page loads and verifies one remote. */
export const PageRemote = z.object({
  /** Name of the remote, also of its folder. */
  name: RemoteName,
  /** Version of the release, unique to its build. */
  version: z.string(),
  /** Absolute path of the entry script. */
  entry: z.string(),
  /** Name of the global variable that holds the federation container. */
  globalName: z.string(),
  /** Semver range of the shell contract that the remote was built for. */
  contract: z.string(),
  /** Keys of the remote's screens in all regions. */
  screens: NameList,
  /** Key of the remote's screen in the main region; null without such a screen. */
  mainScreen: z.nullable(z.string()),
  /** Names of the slots that the remote fills. */
  slots: NameList,
  /** Names of the commands that the remote handles. */
  commands: NameList,
  /**
   * Addresses in the app's URL that lead to screens of the remote, by the name of the address. Each value holds the key
   * of the screen and then the names of the parameters. `/r` stands for the shared links `/r/{parameter}`.
   */
  addresses: z._default(z.record(z.string(), NameList), {}),
  /**
   * Sizes of the placeholder frames that a page shows while a screen loads, by screen key. A screen that is not listed
   * has a frame of regular size.
   */
  frames: z._default(z.record(z.string(), z.enum(['low', 'wide'])), {}),
  /** Scripts of the remote, including the entry. Empty for a remote that a dev server serves. */
  files: ScriptHashes,
  /**
   * Origin of the dev server that serves the remote in this browser alone. Its scripts change with each edit, so they
   * have no integrity values. Null for a release.
   */
  origin: z._default(z.nullable(z.string()), null),
});
export type PageRemote = z.infer<typeof PageRemote>;

/** A remote in the registry: its data for the page, its release channel, and the hash and the size of its scripts. */
export const RegistryRemote = z.extend(PageRemote, {
  /** Release channel that delivers this version of the remote. */
  channel: ReleaseChannel,
  /** Part of the channel's visitors, in percent, who get this version. */
  share: z._default(z.int(), 100),
  /** Integrity value (`sha384-…`) of the entry script. */
  integrity: z.string(),
  /** Size in bytes (Brotli) of everything that the remote loads up to its first screen. */
  bytes: z.int(),
});
export type RegistryRemote = z.infer<typeof RegistryRemote>;

/**
 * Outcome of an override: the browser gets the stored `release` or the build of a `devServer`, or the remote is `off`.
 * In the other cases the override has no effect: no such release is stored (`unknownRelease`), the deployment doesn't
 * allow the origin (`originNotAllowed`), or the dev server gives no build of this remote (`unreachable`).
 */
export const OverrideOutcome = z.enum([
  'release',
  'devServer',
  'off',
  'unknownRelease',
  'originNotAllowed',
  'unreachable',
]);
export type OverrideOutcome = z.infer<typeof OverrideOutcome>;

/** A remote of which a browser has asked for another release than other browsers get. */
export const RemoteOverride = z.object({
  /** Name of the remote. */
  name: RemoteName,
  /** Requested override: the version of a release, the origin of a dev server, or `off`. */
  value: z.string(),
  /** Outcome of the override in this browser. */
  outcome: OverrideOutcome,
});
export type RemoteOverride = z.infer<typeof RemoteOverride>;

/** Overrides of one browser, in a deployment that allows them. */
export const PageOverrides = z.object({
  /** Milliseconds until the browser's overrides end; null without overrides. */
  expiresInMs: z.nullable(z.int()),
  /** Overrides of this browser, in the order of the remotes' names. */
  remotes: z.array(RemoteOverride),
  /** Origin of the payment sandbox, which also moves the gateway's clock; null without a sandbox. */
  sandboxUrl: z.nullable(z.string()),
});
export type PageOverrides = z.infer<typeof PageOverrides>;

/** Releases of the shell and the remotes that a page loads now. */
export const Registry = z.object({
  /** Time, by the machine's clock, at which the gateway created this registry. */
  generatedAt: Ms,
  /** Current time of the gateway's clock, which tests can move. */
  now: Ms,
  /** Version of the shell that the page loads. */
  shell: z.string(),
  /** The shell's own scripts, including lazy ones. */
  scripts: ScriptHashes,
  /** Remotes with a release. A remote that was never built is absent. */
  remotes: z.array(RegistryRemote),
});
export type Registry = z.infer<typeof Registry>;

/** Source of the image tiles that make up the map. */
export const MapTiles = z.object({
  /** URL of a tile, with `{z}`, `{x}` and `{y}` (Web Mercator, 256 px). */
  url: z.string(),
  /** Attribution of the tiles; shown on the map. */
  attribution: z.string(),
  /** URL of the licence; null without a licence page. */
  attributionUrl: z.nullable(z.string()),
});
export type MapTiles = z.infer<typeof MapTiles>;

/** Configuration of Google's map, which a page loads only for users who agree to it. */
export const GoogleMaps = z.object({
  /** Google's API key of this deployment, restricted to its own pages. */
  key: z.string(),
  /** The one Google script that a page may load, without its query. */
  scriptUrl: z.string(),
  /**
   * Whether the page's Content Security Policy admits the map. True when a cookie says that the user has agreed. Always
   * false outside of a page.
   */
  isAdmitted: z.boolean(),
});
export type GoogleMaps = z.infer<typeof GoogleMaps>;

/** URLs and switches of the deployment, which the operator configures. */
export const Deployment = z.object({
  /** Stage of the deployment. The page shows it after the version unless the stage is `prod`. */
  stage: Stage,
  /** Version of the web app, which users see. */
  version: z.string(),
  /** E-mail address for general questions. */
  supportEmail: z.string(),
  /** E-mail address for questions about orders. */
  paymentSupportEmail: z.string(),
  /** URL of the support chat; null when users write to `paymentSupportEmail` instead. */
  messengerUrl: z.nullable(z.string()),
  /** URL of the page on which restaurants become partners; null hides the drawer's entry. */
  partnerSignupUrl: z.nullable(z.string()),
  /** URL of the help pages; null when the drawer's entry opens the app's own screen instead. */
  helpUrl: z.nullable(z.string()),
  /** URL of the page on which users order a ride; null when the app offers no rides. */
  rideServiceUrl: z.nullable(z.string()),
  /** URL of the iOS app in Apple's App Store; null makes the app link to a search in the store. */
  appStoreUrl: z.nullable(z.string()),
  /** URL of the Android app in Google Play; null makes the app link to a search in the store. */
  playStoreUrl: z.nullable(z.string()),
  /** Measurement id for users who agree to the measurement; null when the deployment measures nothing. */
  measurementId: z.nullable(z.string()),
  /**
   * Payment options that move no real money in this deployment, because they use the product's own sandbox or the
   * provider's sandbox.
   */
  testPayments: z.array(PaymentOption),
  /** Whether orders are accepted at all. False when no payment provider is configured. */
  takesOrders: z._default(z.boolean(), true),
  /** Whether pages may install the service worker, which opens the app without a network. */
  worksOffline: z._default(z.boolean(), false),
  /** Image tiles of the map; null when the map is drawn from the basemap. */
  mapTiles: z.nullable(MapTiles),
  /** Google's map for users who agree to it; null when the deployment doesn't offer it. */
  googleMaps: z.nullable(GoogleMaps),
});
export type Deployment = z.infer<typeof Deployment>;

/** Data that the gateway inlines in the shell's HTML. */
export const PageRegistry = z.extend(Registry, {
  /** URLs and switches of the deployment that the page needs. */
  deployment: Deployment,
  /** Overrides of this browser; null where the deployment allows none. */
  overrides: z._default(z.nullable(PageOverrides), null),
});
export type PageRegistry = z.infer<typeof PageRegistry>;

/** Part of the data in the shell's HTML that the shell reads. */
export const PageSetup = z.object({
  /** The shell's own scripts, including lazy ones. */
  scripts: ScriptHashes,
  /** Remotes that the page may load. */
  remotes: z.array(PageRemote),
  /** URLs and switches of the deployment that the page needs. */
  deployment: Deployment,
  /** Overrides of this browser; null where the deployment allows none. */
  overrides: z._default(z.nullable(PageOverrides), null),
});
export type PageSetup = z.infer<typeof PageSetup>;

/** URL path of the registry, also for pages that read the registry without the schemas of its route. */
export const REGISTRY_PATH = '/registry.json';

/** Query parameter that lists releases as `name@version`, separated by commas. */
const ReleaseIds = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(1_000)),
    z.transform((text) => text.split(',')),
  ),
  z.array(z.string().check(z.regex(/^mf-[a-z0-9-]{1,40}@[^\s@]{1,100}$/))),
);

/**
 * Returns the registry: the releases of all remotes that a page loads now. For a remote whose present release is broken
 * according to the page, the registry holds the last good release before it.
 */
export const getRegistry = defineRoute({
  name: 'getRegistry',
  method: 'GET',
  path: REGISTRY_PATH,
  query: z.object({
    /** Releases that are broken according to this page (`name@version`, separated by commas). */
    failed: z.optional(ReleaseIds),
  }),
  access: 'none',
  answer: Registry,
  errors: [],
});

import * as z from '@mahlzeit/contract/zod';
import { PaymentOption } from './payment-options';
import { defineRoute } from './route';
import { Ms } from './values';

/** Where the deployment stands. */
export const Stage = z.enum(['dev', 'beta', 'prod']);
export type Stage = z.infer<typeof Stage>;

/** Which build answers. */
export const Version = z.object({
  /** Version of the product. */
  version: z.string(),
  /** Where this deployment stands. */
  stage: Stage,
  /** Commit of the build. */
  commit: z.string(),
});
export type Version = z.infer<typeof Version>;

/** Version, stage and commit of the build that answers. */
export const getVersion = defineRoute({
  name: 'getVersion',
  method: 'GET',
  path: '/version',
  access: 'none',
  answer: Version,
  errors: [],
});

/** The process lives. */
export const Liveness = z.object({ ok: z.literal(true) });
export type Liveness = z.infer<typeof Liveness>;

/** Whether the process lives. */
export const getLiveness = defineRoute({
  name: 'getLiveness',
  method: 'GET',
  path: '/livez',
  access: 'none',
  answer: Liveness,
  errors: [],
});

/** Whether the gateway can work, part by part; answered with 503 where `ok` is false. */
export const Readiness = z.object({
  /** All of the parts are well. */
  ok: z.boolean(),
  /** It answers. */
  database: z.boolean(),
  /** All migrations have run. */
  migrations: z.boolean(),
  /** Hints between gateways arrive. */
  bus: z.boolean(),
});
export type Readiness = z.infer<typeof Readiness>;

/** Whether the gateway can work; 503 with the same body where it cannot. */
export const getReadiness = defineRoute({
  name: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  access: 'none',
  answer: Readiness,
  errors: [],
});

/** Name of a remote, which is also the name of its folder. */
export const RemoteName = z.templateLiteral(['mf-', z.string().check(z.regex(/^[a-z0-9-]+$/))]);
export type RemoteName = z.infer<typeof RemoteName>;

/** Integrity values (`sha384-…`) by absolute path; scripts alone. */
export const ScriptHashes = z.record(z.string(), z.string());
export type ScriptHashes = z.infer<typeof ScriptHashes>;

/** One remote as a page finds and checks it. */
export const RegistryRemote = z.object({
  /** Name of the remote, also of its folder. */
  name: RemoteName,
  /** Version of the release, unique to its build. */
  version: z.string(),
  /** Which channel points at this release. */
  channel: z.enum(['stable', 'beta']),
  /** Absolute path of the entry script. */
  entry: z.string(),
  /** `sha384-…` of the entry script. */
  integrity: z.string(),
  /** Name of the global under which federation finds the container. */
  globalName: z.string(),
  /** Semver range of the shell contract that it was built for. */
  contract: z.string(),
  /** Brotli bytes up to its first screen. */
  bytes: z.int(),
  /** Keys of its screens, whatever their region. */
  screens: z.array(z.string()),
  /** Key of its screen in the main region. */
  mainScreen: z.nullable(z.string()),
  /** Names of the slots that it fills. */
  slots: z.array(z.string()),
  /** Names of the commands that it answers. */
  commands: z.array(z.string()),
  /** Its scripts, the entry included. */
  files: ScriptHashes,
});
export type RegistryRemote = z.infer<typeof RegistryRemote>;

/** Which releases a page loads now. */
export const Registry = z.object({
  /** Real time. */
  generatedAt: Ms,
  /** The domain clock. */
  now: Ms,
  /** Version of the shell. */
  shell: z.string(),
  /** The shell's own scripts, lazy ones included. */
  scripts: ScriptHashes,
  /** A remote that was never built is absent. */
  remotes: z.array(RegistryRemote),
});
export type Registry = z.infer<typeof Registry>;

/** Pictures that the map is laid out of. */
export const MapTiles = z.object({
  /** Address of a tile, with `{z}`, `{x}` and `{y}` (Web Mercator, 256 px). */
  url: z.string(),
  /** Whose they are; shown on the map. */
  attribution: z.string(),
  /** Where that is explained. */
  attributionUrl: z.nullable(z.string()),
});
export type MapTiles = z.infer<typeof MapTiles>;

/** How a page gets Google's map. */
export const GoogleMaps = z.object({
  /** The deployment's key, restricted to its own pages. */
  key: z.string(),
  /** The one script that a page may load of Google, without its query. */
  scriptUrl: z.string(),
  /**
   * Whether the page's policy admits what the map needs: its browser has said by a cookie that its user agrees. False
   * outside of a page.
   */
  isAdmitted: z.boolean(),
});
export type GoogleMaps = z.infer<typeof GoogleMaps>;

/** Addresses and switches that the deployment decides; an address that is null shows no entry. */
export const Deployment = z.object({
  /** Shown behind the version unless it is `prod`. */
  stage: Stage,
  /** Version of the web app. */
  version: z.string(),
  /** Where general questions go. */
  supportEmail: z.string(),
  /** Where questions about orders go. */
  paymentSupportEmail: z.string(),
  /** Chat with the support. */
  messengerUrl: z.nullable(z.string()),
  /** Where restaurants become partners. */
  partnerSignupUrl: z.nullable(z.string()),
  /** The help pages. */
  helpUrl: z.nullable(z.string()),
  /** Where a ride is ordered. */
  rideServiceUrl: z.nullable(z.string()),
  /** The app for iOS. */
  appStoreUrl: z.nullable(z.string()),
  /** The app for Android. */
  playStoreUrl: z.nullable(z.string()),
  /** Where use is measured, for those who agree; null measures nothing. */
  measurementId: z.nullable(z.string()),
  /** Ways of paying that move no real money here: they go to a sandbox, ours or the provider's. */
  testPayments: z.array(PaymentOption),
  /** Whether orders are taken here at all: false where nobody can be paid, by card or with PayPal. */
  takesOrders: z._default(z.boolean(), true),
  /** Null: the map is drawn. */
  mapTiles: z.nullable(MapTiles),
  /** Google's map, for those who agree to it; null: it isn't offered. */
  googleMaps: z.nullable(GoogleMaps),
});
export type Deployment = z.infer<typeof Deployment>;

/** What the gateway inlines in the shell's HTML. */
export const PageRegistry = z.extend(Registry, {
  /** What the deployment decides. */
  deployment: Deployment,
});
export type PageRegistry = z.infer<typeof PageRegistry>;

/** The remotes that a page loads now. */
export const getRegistry = defineRoute({
  name: 'getRegistry',
  method: 'GET',
  path: '/registry.json',
  access: 'none',
  answer: Registry,
  errors: [],
});

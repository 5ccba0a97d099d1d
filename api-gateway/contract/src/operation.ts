import * as z from 'zod/mini';
import { defineRoute } from './route';
import { Ms } from './values';

/** Names of the remotes. */
export const RemoteName = z.enum(['mf-discovery', 'mf-social', 'mf-ordering', 'mf-account']);
export type RemoteName = z.infer<typeof RemoteName>;

/** One remote as a page finds and checks it. */
export const RegistryRemote = z.object({
  name: RemoteName,
  version: z.string(),
  channel: z.enum(['stable', 'beta']),
  /** Path of the entry script. */
  entry: z.string(),
  /** `sha384-…` of the entry script. */
  integrity: z.string(),
  /** Semver range of the shell contract that it was built for. */
  contract: z.string(),
  /** Brotli bytes up to its first screen. */
  bytes: z.int(),
  /** Keys of its screens. */
  screens: z.array(z.string()),
  /** Names of the slots that it fills. */
  slots: z.array(z.string()),
});
export type RegistryRemote = z.infer<typeof RegistryRemote>;

/** Which releases a page loads now. */
export const Registry = z.object({
  generatedAt: Ms,
  /** Version of the shell. */
  shell: z.string(),
  remotes: z.array(RegistryRemote),
});
export type Registry = z.infer<typeof Registry>;

/** The registry. */
export const getRegistry = defineRoute({
  name: 'getRegistry',
  method: 'GET',
  path: '/registry.json',
  access: 'none',
  answer: Registry,
  errors: [],
  summary: 'The remotes that a page loads now.',
});

/** Where the deployment stands. */
export const Stage = z.enum(['dev', 'beta', 'prod']);
export type Stage = z.infer<typeof Stage>;

/** Which build answers. */
export const Version = z.object({
  version: z.string(),
  stage: Stage,
  /** Commit of the build. */
  commit: z.string(),
});
export type Version = z.infer<typeof Version>;

/** Version, stage and commit. */
export const getVersion = defineRoute({
  name: 'getVersion',
  method: 'GET',
  path: '/version',
  access: 'none',
  answer: Version,
  errors: [],
  summary: 'Version, stage and commit of the build that answers.',
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
  summary: 'Whether the process lives.',
});

/** Whether the gateway can work, part by part; answered with 503 where `ok` is false. */
export const Readiness = z.object({
  /** All of the parts are well. */
  ok: z.boolean(),
  database: z.boolean(),
  /** All migrations have run. */
  migrations: z.boolean(),
  bus: z.boolean(),
});
export type Readiness = z.infer<typeof Readiness>;

/** Whether the gateway can work. */
export const getReadiness = defineRoute({
  name: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  access: 'none',
  answer: Readiness,
  errors: [],
  summary: 'Whether the gateway can work; 503 with the same body where it cannot.',
});

import * as z from 'zod/mini';
import { defineRoute } from './route';

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
  /** It answers. */
  database: z.boolean(),
  /** All migrations have run. */
  migrations: z.boolean(),
  /** Hints between gateways arrive. */
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

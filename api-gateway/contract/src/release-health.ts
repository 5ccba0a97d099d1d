import * as z from '@mahlzeit/contract/zod';
import { remoteParams } from './release';
import { defineRoute } from './route';
import { LookupKey, Ms } from './values';

/**
 * Phases in which a release can fail. `entry`: its entry script; `chunk`: the script of a screen, slot or command;
 * `mount` and `update`: a screen gets into the page, or gets other parameters; `runtime`: a part throws after that.
 */
export const ReleasePhase = z.enum(['entry', 'chunk', 'mount', 'update', 'runtime']);
export type ReleasePhase = z.infer<typeof ReleasePhase>;

const VisitorCount = z.int().check(z.gte(0));

/** Results of a release in the browsers of its visitors, since it was delivered last. */
export const ReleaseHealth = z.object({
  /** Version of the release. */
  version: z.string(),
  /** Number of visitors for whom the release has loaded or failed. */
  visitors: VisitorCount,
  /** Number of visitors for whom the release has loaded. A visitor counts once a day. */
  loads: VisitorCount,
  /** Number of visitors for whom the release has failed, whether or not it has loaded before. */
  failures: VisitorCount,
  /** Number of visitors for whom the release has failed in each phase. */
  phases: z.record(ReleasePhase, VisitorCount),
  /** Milliseconds within which the release has loaded for three of four visitors; null without a load. */
  p75Ms: z.nullable(z.int()),
  /** Time since which the gateway counts, which is the time of the last delivery. */
  since: Ms,
  /** Time at which the gateway took the release back; null for a release that it hasn't, or that was promoted since. */
  withdrawnAt: z.nullable(Ms),
  /** Counts of the last hour, in steps of five minutes, the oldest first. */
  recent: z.array(
    z.object({
      /** Begin of the five minutes. */
      at: Ms,
      /** Number of visitors for whom the release has loaded. */
      loads: VisitorCount,
      /** Number of visitors for whom the release has failed. */
      failures: VisitorCount,
    }),
  ),
});
export type ReleaseHealth = z.infer<typeof ReleaseHealth>;

/** Maximum number of events in one batch. */
export const MAX_RELEASE_EVENTS = 50;

/** Longest duration of a load that a page may report, in milliseconds. */
export const MAX_REPORTED_LOAD_MS = 600_000;

/** Result of a remote's release in one page. */
export const ReleaseEvent = z.object({
  /** Name of the remote. */
  name: LookupKey,
  /** Version of the release. */
  version: LookupKey,
  /** Outcome of the load, or of the work after it. */
  kind: z.enum(['loaded', 'failed']),
  /** Phase in which the release has failed. */
  phase: z.optional(ReleasePhase),
  /** Duration of the load in milliseconds. */
  ms: z.optional(z.int().check(z.gte(0), z.lte(MAX_REPORTED_LOAD_MS))),
});
export type ReleaseEvent = z.infer<typeof ReleaseEvent>;

/**
 * Reports what became of the remotes in a page. The gateway counts each visitor once a day for a release, and ignores
 * releases that it hasn't delivered lately. A release that fails for many visitors is taken back at once.
 */
export const reportReleaseEvents = defineRoute({
  name: 'reportReleaseEvents',
  method: 'POST',
  path: '/api/releases/events',
  access: 'any',
  // A user with a deleted account sees the same pages.
  isOpenToDeleted: true,
  // A repeated batch changes nothing, because a visitor counts once.
  isRead: true,
  body: z.object({ events: z.array(ReleaseEvent).check(z.maxLength(MAX_RELEASE_EVENTS)) }),
  answer: z.object({}),
  errors: ['ErrorTooManyAttempts'],
});

/** Lists the health of a remote's releases that have been delivered, newest first. */
export const getReleaseHealth = defineRoute({
  name: 'getReleaseHealth',
  method: 'GET',
  path: '/api/releases/:name/health',
  access: 'team',
  params: remoteParams,
  answer: z.array(ReleaseHealth),
  errors: ['notFound'],
});

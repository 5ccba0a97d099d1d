import * as z from '@mahlzeit/contract/zod';
import { remoteParams } from './release';
import { defineRoute } from './route';
import { LookupKey, Ms } from './values';

/**
 * Phases in which a release of a remote can fail. `entry`: its entry script; `chunk`: the script of a screen, slot or
 * command; `mount` and `update`: a screen gets into the page, or gets other parameters; `runtime`: a part throws after
 * that.
 */
export const ReleasePhase = z.enum(['entry', 'chunk', 'mount', 'update', 'runtime']);
export type ReleasePhase = z.infer<typeof ReleasePhase>;

const VisitorCount = z.int().check(z.gte(0));

/** Results of a release in the browsers of its visitors, since the last time that the gateway began to deliver it. */
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
  /** Time since which the gateway counts the results: the last time that it began to deliver the release. */
  since: Ms,
  /**
   * Time at which the gateway withdrew the release because it failed; null for a release that it hasn't withdrawn, or
   * that somebody has promoted since.
   */
  withdrawnAt: z.nullable(Ms),
  /** Results of the last hour in steps of five minutes, the oldest first. */
  recent: z.array(
    z.object({
      /** Beginning of the five minutes. */
      at: Ms,
      /** Number of visitors for whom the release has loaded. */
      loads: VisitorCount,
      /** Number of visitors for whom the release has failed. */
      failures: VisitorCount,
    }),
  ),
});
export type ReleaseHealth = z.infer<typeof ReleaseHealth>;

/** Maximum number of release events that a page reports in one request. */
export const MAX_RELEASE_EVENTS = 50;

/** Longest loading time of a release that a page may report, in milliseconds. */
export const MAX_REPORTED_LOAD_MS = 600_000;

/** Event in one page: a remote's release has loaded or failed. */
export const ReleaseEvent = z.object({
  /** Name of the remote. */
  name: LookupKey,
  /** Version of the release. */
  version: LookupKey,
  /** Outcome: `loaded`, or `failed` while loading or at work. */
  kind: z.enum(['loaded', 'failed']),
  /** Phase in which the release has failed; absent for a release that has loaded. */
  phase: z.optional(ReleasePhase),
  /** Duration of the load in milliseconds. */
  ms: z.optional(z.int().check(z.gte(0), z.lte(MAX_REPORTED_LOAD_MS))),
});
export type ReleaseEvent = z.infer<typeof ReleaseEvent>;

/**
 * Reports which releases of remotes have loaded or failed in a page. The gateway counts each visitor once a day for a
 * release, and ignores releases that it hasn't delivered lately. A release that fails for many visitors is taken back
 * at once.
 */
export const reportReleaseEvents = defineRoute({
  name: 'reportReleaseEvents',
  method: 'POST',
  path: '/api/releases/events',
  access: 'any',
  // A user whose account was deleted sees the same pages, so their browser reports events as well.
  isOpenToDeleted: true,
  // A repeated request changes nothing, because each visitor counts only once.
  isRead: true,
  body: z.object({ events: z.array(ReleaseEvent).check(z.maxLength(MAX_RELEASE_EVENTS)) }),
  answer: z.object({}),
  errors: ['ErrorTooManyAttempts'],
});

/** Lists the results of a remote's delivered releases, newest first. */
export const getReleaseHealth = defineRoute({
  name: 'getReleaseHealth',
  method: 'GET',
  path: '/api/releases/:name/health',
  access: 'team',
  params: remoteParams,
  answer: z.array(ReleaseHealth),
  errors: ['notFound'],
});

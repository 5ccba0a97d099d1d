import * as z from '@mahlzeit/contract/zod';
import { RemoteName } from './deployment';
import { defineRoute } from './route';
import { atMostCharacters } from './text-limits';
import { FileBytes, LookupKey, Ms, ReleaseChannel } from './values';

/** Maximum number of bytes of a packed release (a gzipped tar). */
export const MAX_RELEASE_BYTES = 32 * 1024 * 1024;

/** Maximum number of files in a packed release. */
export const MAX_RELEASE_FILES = 500;

/** A reason why a release is refused, or a warning about it. */
export const ReleaseProblem = z.object({
  /** Name of the check, for example `hashMismatch`. */
  code: z.string(),
  /** Description of the problem, for a person. */
  message: z.string(),
  /** Advice to the remote's team how to solve the problem. */
  remedy: z.string(),
});
export type ReleaseProblem = z.infer<typeof ReleaseProblem>;

/** Details of the errors `invalidRelease` and `releaseRefused`. */
export const ReleaseProblemDetails = z.object({
  /** All problems that the gateway has found. */
  problems: z.array(ReleaseProblem),
});
export type ReleaseProblemDetails = z.infer<typeof ReleaseProblemDetails>;

/**
 * Version of the conformance suite. It grows when the suite checks more; the gateway refuses a report of an older
 * suite.
 */
export const CONFORMANCE_SUITE_VERSION = 1;

/**
 * Report of the conformance suite on one build of a remote: the file `conformance.json` beside the release's
 * `release.json`. The gateway refuses a release without this report, or with the report of another build.
 */
export const ConformanceReport = z.object({
  /** Name of the remote that the suite has checked. */
  name: RemoteName,
  /** Version of the release that the suite has checked. */
  version: z.string(),
  /** Integrity hash of the release's `release.json`, which holds the hash of each file. */
  manifest: z.string(),
  /** Version of the conformance suite, `CONFORMANCE_SUITE_VERSION`. */
  suite: z.int(),
  /** Number of rules that the conformance suite checks. */
  rules: z.int().check(z.gte(1)),
  /** Number of cases without a finding: screens and slots in each of their states, and other parts of the remote. */
  passed: z.int().check(z.gte(0)),
  /** Descriptions of everything in the release that breaks a rule; empty for a release that conforms. */
  findings: z.array(z.string()),
  /** Measured size and budget in bytes of each screen and slot, and of other parts of the release, by name. */
  budgets: z.record(z.string(), z.object({ bytes: z.number(), bound: z.number() })),
  /** Shared packages that the release's scripts contain, although the shell provides them. */
  bundled: z.array(z.string()),
});
export type ConformanceReport = z.infer<typeof ConformanceReport>;

/** A published release of a remote, without its files. */
export const ReleaseSummary = z.object({
  /** Name of the remote. */
  name: RemoteName,
  /** Version of the team's package, `+`, and twelve digits of the content's hash. */
  version: z.string(),
  publishedAt: Ms,
  /** Name of the token that published the release; `build` for a build of the gateway's own checkout. */
  publishedBy: z.string(),
  /** Note of the remote's team about the release; null without one. */
  note: z.nullable(z.string()),
  /** Commit from which the release was built; null if unknown. */
  commit: z.nullable(z.string()),
  /** Semver range of the shell contract that the release was built for. */
  contract: z.string(),
  /** Versions of the shared packages against which the release was built, by package. */
  shared: z.record(z.string(), z.string()),
  /** Keys of the screens that the release contains. */
  screens: z.array(z.string()),
  /** Names of the slots that the release fills. */
  slots: z.array(z.string()),
  /** Names of the commands that the release handles. */
  commands: z.array(z.string()),
  /** Size of all files in bytes, compressed with Brotli. */
  bytes: z.int(),
  /** Release channels that deliver this release. */
  channels: z.array(
    z.object({
      channel: ReleaseChannel,
      /** Percentage of the channel's visitors who get the release. */
      share: z.int(),
    }),
  ),
  /** True when a person has pinned the release: a newer build doesn't replace it by itself. */
  isPinned: z.boolean(),
});
export type ReleaseSummary = z.infer<typeof ReleaseSummary>;

/** A published release with its files. */
export const Release = z.extend(ReleaseSummary, {
  /** Files by path: hash of the content, and size in bytes as transferred (Brotli where it exists). */
  files: z.record(z.string(), z.object({ integrity: z.string(), bytes: z.int() })),
});
export type Release = z.infer<typeof Release>;

/** A release that was just published, with the warnings about it. */
export const PublishedRelease = z.extend(Release, {
  /** Warnings of the gateway about the release. */
  problems: z.array(ReleaseProblem),
});
export type PublishedRelease = z.infer<typeof PublishedRelease>;

/** An entry of the audit log: an action of a person or of the gateway on a remote's releases. */
export const ReleaseAct = z.object({
  at: Ms,
  /** Name of the token that acted, or of the user of the gateway's machine. */
  by: z.string(),
  /** Kind of the action. `withdraw`: the gateway itself took a release back because it failed for its visitors. */
  act: z.enum(['publish', 'promote', 'rollback', 'withdraw', 'pin', 'unpin', 'prune']),
  /** Version of the release that the action concerned. */
  version: z.string(),
  /** Release channel that the action changed; null for an action that changes no channel. */
  channel: z.nullable(ReleaseChannel),
  /** Percentage of the channel's visitors who get the release; null for an action that changes no channel. */
  share: z.nullable(z.int()),
});
export type ReleaseAct = z.infer<typeof ReleaseAct>;

const namesOfChange = z.object({
  /** Names that only the later of two releases has. */
  added: z.array(z.string()),
  /** Names that only the earlier of two releases has. */
  removed: z.array(z.string()),
});
const valueOfChange = z.object({
  /** Value in the earlier of two releases; null if it has none. */
  before: z.nullable(z.string()),
  /** Value in the later of two releases; null if it has none. */
  after: z.nullable(z.string()),
});

/** Differences between two releases of a remote. */
export const ReleaseDiff = z.object({
  /** Files that differ between the two releases. */
  files: z.array(
    z.object({
      /** Path of the file in the release's folder. */
      path: z.string(),
      /** Size in the earlier release, in bytes as transferred; null if the earlier release lacks the file. */
      before: z.nullable(z.int()),
      /** Size in the later release, in bytes as transferred; null if the later release lacks the file. */
      after: z.nullable(z.int()),
    }),
  ),
  /** Keys of screens that only one of the two releases has. */
  screens: namesOfChange,
  /** Names of slots that only one of the two releases has. */
  slots: namesOfChange,
  /** Names of commands that only one of the two releases has. */
  commands: namesOfChange,
  /** Semver ranges of the shell contract in the two releases. */
  contract: valueOfChange,
  /** Shared packages whose versions differ between the two releases, by package. */
  shared: z.record(z.string(), valueOfChange),
});
export type ReleaseDiff = z.infer<typeof ReleaseDiff>;

/** A stored release of a remote, as the page's panel for testers offers it. */
export const ReleaseChoice = z.object({
  /** Version of the release. */
  version: z.string(),
  publishedAt: Ms,
  /** Release channels that deliver this release. */
  channels: z.array(ReleaseChannel),
});
export type ReleaseChoice = z.infer<typeof ReleaseChoice>;

/** Stored releases of a remote, newest first, at most 50, from which testers choose. */
export const RemoteChoices = z.object({
  /** Name of the remote. */
  name: RemoteName,
  /** Releases from which a tester chooses one. */
  releases: z.array(ReleaseChoice),
});
export type RemoteChoices = z.infer<typeof RemoteChoices>;

/**
 * Lists the stored releases from which testers choose, in the order of the remotes' names. Error `notFound` where the
 * deployment allows no overrides.
 */
export const getReleaseChoices = defineRoute({
  name: 'getReleaseChoices',
  method: 'GET',
  path: '/api/releaseChoices',
  access: 'none',
  answer: z.array(RemoteChoices),
  errors: ['notFound'],
});

/** Path parameters of the routes that concern one remote. */
export const remoteParams = z.object({ name: LookupKey });
const noteText = z.string().check(z.trim(), z.minLength(1), ...atMostCharacters(500));

/**
 * Publishes a release: a gzipped tar of its folder. Publishing the same content again is no error and changes nothing.
 * With `dryRun`, the gateway only checks the release. Error `invalidRelease` for a damaged or incomplete archive,
 * `releaseRefused` for a release that doesn't fit the product, both with `ReleaseProblemDetails`; error `releaseExists`
 * for another content under a published version.
 */
export const publishRelease = defineRoute({
  name: 'publishRelease',
  method: 'POST',
  path: '/api/releases',
  access: 'team',
  query: z.object({
    channel: z._default(ReleaseChannel, 'beta'),
    dryRun: z.optional(z.enum(['1', '0'])),
    note: z.optional(noteText),
  }),
  takesFile: { maxBytes: MAX_RELEASE_BYTES },
  body: FileBytes,
  answer: PublishedRelease,
  errors: ['invalidRelease', 'releaseExists', 'releaseRefused', 'notFound', 'ErrorTooManyAttempts', 'unavailable'],
});

/** Owner of a team's token, with which the team publishes releases. */
export const ReleaseToken = z.object({
  /** Name of the token; the audit log names the token's owner by it. */
  name: z.string(),
  /**
   * Remote whose releases the token may publish and promote; null for an operator's token, which is valid for all
   * remotes.
   */
  remote: z.nullable(RemoteName),
});
export type ReleaseToken = z.infer<typeof ReleaseToken>;

/** Returns the owner of the team's token that the request carries. */
export const getReleaseToken = defineRoute({
  name: 'getReleaseToken',
  method: 'GET',
  path: '/api/releases/token',
  access: 'team',
  answer: ReleaseToken,
  errors: [],
});

/** Lists the releases of all remotes for which the token is valid, newest first. */
export const getReleases = defineRoute({
  name: 'getReleases',
  method: 'GET',
  path: '/api/releases',
  access: 'team',
  answer: z.array(ReleaseSummary),
  errors: [],
});

/** Lists the releases of one remote, newest first. */
export const getRemoteReleases = defineRoute({
  name: 'getRemoteReleases',
  method: 'GET',
  path: '/api/releases/:name',
  access: 'team',
  params: remoteParams,
  answer: z.array(ReleaseSummary),
  errors: ['notFound'],
});

/** Returns the differences between two releases of a remote. */
export const getReleaseDiff = defineRoute({
  name: 'getReleaseDiff',
  method: 'GET',
  path: '/api/releases/:name/diff',
  access: 'team',
  params: remoteParams,
  query: z.object({ from: LookupKey, to: LookupKey }),
  answer: ReleaseDiff,
  errors: ['notFound'],
});

/** Lists the audit log of a remote's releases: who did what, newest first, at most 200 entries. */
export const getReleaseAudit = defineRoute({
  name: 'getReleaseAudit',
  method: 'GET',
  path: '/api/releases/:name/audit',
  access: 'team',
  params: remoteParams,
  answer: z.array(ReleaseAct),
  errors: ['notFound'],
});

/** Returns one release with its files. */
export const getRelease = defineRoute({
  name: 'getRelease',
  method: 'GET',
  path: '/api/releases/:name/:version',
  access: 'team',
  params: z.extend(remoteParams, { version: LookupKey }),
  answer: Release,
  errors: ['notFound'],
});

/**
 * Makes a channel deliver a release to a share of its visitors. Error `releaseRefused` when the release no longer fits
 * the product, with `ReleaseProblemDetails`; error `withdrawn` when the gateway took the release back by itself and the
 * request lacks `force`.
 */
export const promoteRelease = defineRoute({
  name: 'promoteRelease',
  method: 'POST',
  path: '/api/releases/:name/promote',
  access: 'team',
  params: remoteParams,
  body: z.object({
    version: LookupKey,
    channel: z._default(ReleaseChannel, 'stable'),
    /** Percentage of the channel's visitors who get the release. */
    share: z._default(z.int().check(z.gte(1), z.lte(100)), 100),
    /** True to deliver a release that the gateway has taken back by itself. */
    force: z._default(z.boolean(), false),
  }),
  answer: Release,
  errors: ['notFound', 'releaseRefused', 'withdrawn', 'ErrorTooManyAttempts'],
});

/**
 * Rolls back: the channel `stable` then delivers the previous release, or an earlier one that the request names. Error
 * `nothingBefore` when the channel has delivered no such release; error `withdrawn` when the named release was taken
 * back by the gateway.
 */
export const rollBackRelease = defineRoute({
  name: 'rollBackRelease',
  method: 'POST',
  path: '/api/releases/:name/rollback',
  access: 'team',
  params: remoteParams,
  body: z.object({ version: z.optional(LookupKey) }),
  answer: Release,
  errors: ['notFound', 'nothingBefore', 'withdrawn', 'ErrorTooManyAttempts'],
});

/**
 * Pins a release, by default the present one: the channel `stable` delivers it until a person changes this, and a newer
 * build doesn't replace the release by itself. The gateway takes a pinned release back all the same when it fails for
 * its visitors. Error `withdrawn` when the gateway has taken the release back already.
 */
export const pinRelease = defineRoute({
  name: 'pinRelease',
  method: 'POST',
  path: '/api/releases/:name/pin',
  access: 'team',
  params: remoteParams,
  body: z.object({ version: z.optional(LookupKey) }),
  answer: Release,
  errors: ['notFound', 'withdrawn', 'releaseRefused', 'ErrorTooManyAttempts'],
});

/** Ends the pin of a release. The present release stays until another one is published or promoted. */
export const unpinRelease = defineRoute({
  name: 'unpinRelease',
  method: 'POST',
  path: '/api/releases/:name/unpin',
  access: 'team',
  params: remoteParams,
  answer: Release,
  errors: ['notFound', 'ErrorTooManyAttempts'],
});

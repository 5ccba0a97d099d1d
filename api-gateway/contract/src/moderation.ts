import * as z from '@mahlzeit/contract/zod';
import { ReportForm } from './report';
import { defineRoute } from './route';
import { atMostCharacters } from './text-limits';
import { Key, LookupKey, Ms, PageLimit } from './values';

/** Maximum number of characters of a moderator's note to the reporter. */
export const MODERATOR_NOTE_MAX_LENGTH = 1000;

/** Number of days for which moderators can list decisions on reports. */
export const DECISIONS_LISTED_DAYS = 30;

/** Owner of a moderation token, which gives a person access to reports. */
export const Moderator = z.object({
  /** Name of the moderation token, under which decisions are stored. */
  name: z.string(),
});
export type Moderator = z.infer<typeof Moderator>;

/** A report as moderators see it. It names neither the reporter nor the author of a message. */
export const ModeratedReport = z.object({
  key: Key,
  /** Kind of the reported thing. */
  kind: ReportForm.shape.kind,
  /** Reason that the reporter has given. */
  reason: ReportForm.shape.reason,
  /** Explanation in the reporter's own words; may be empty. */
  text: z.string(),
  /**
   * Content at the time of the report: the text of the message, the URL of the picture, or the person's name. Empty
   * once the reported person was erased.
   */
  context: z.string(),
  /** Time at which the report was sent. */
  createdAt: Ms,
});
export type ModeratedReport = z.infer<typeof ModeratedReport>;

/** An open report, with the state of the reported content and of its owner's account. */
export const OpenReport = z.extend(ModeratedReport, {
  /**
   * State of the reported content: `same` as at the time of the report, `changed` when the person has another picture
   * or name, `gone` when nothing of it is left.
   */
  contentState: z.enum(['same', 'changed', 'gone']),
  /** New name of a reported person who has changed their name; null in all other reports. */
  changedName: z.nullable(z.string()),
  /**
   * State of the author's or person's account: `disabled` by a moderator, `deleted` while it waits for its erasure,
   * `gone` after the erasure.
   */
  accountState: z.enum(['active', 'disabled', 'deleted', 'gone']),
  /** Number of open reports of the same content, including this report. */
  sameContentCount: z.int().check(z.gte(1)),
  /** Number of reports about the same person, open or decided, including this report. */
  samePersonCount: z.int().check(z.gte(1)),
});
export type OpenReport = z.infer<typeof OpenReport>;

/** A report on which a moderator has decided. */
export const DecidedReport = z.extend(ModeratedReport, {
  /** Decision: the content was removed, the account was disabled, or the report was dismissed. */
  state: z.enum(['removed', 'disabled', 'dismissed']),
  /** Time of the decision. */
  closedAt: Ms,
  /** Name of the moderator's token; null for a decision by the command `npm run moderate`. */
  decidedBy: z.nullable(z.string()),
  /** Moderator's note to the reporter; may be empty. */
  note: z.string(),
});
export type DecidedReport = z.infer<typeof DecidedReport>;

/** Decision on an open report. */
export const DecisionForm = z.object({
  /**
   * `remove` removes the reported message or picture, `disable` disables the account of its author or of the reported
   * person; both close all open reports of the same content. `dismiss` closes this report alone.
   */
  decision: z.enum(['remove', 'disable', 'dismiss']),
  /** Note to the reporter of a dismissed report; the mail about the decision contains it. */
  note: z.optional(z.string().check(z.trim(), ...atMostCharacters(MODERATOR_NOTE_MAX_LENGTH))),
});
export type DecisionForm = z.infer<typeof DecisionForm>;

/** Reports that a decision has closed. */
export const ClosedReports = z.object({
  /** Keys of the closed reports. */
  closedKeys: z.array(Key),
});
export type ClosedReports = z.infer<typeof ClosedReports>;

/** Returns whose moderation token the request carries. */
export const getModerator = defineRoute({
  name: 'getModerator',
  method: 'GET',
  path: '/api/moderation/token',
  access: 'moderator',
  answer: Moderator,
  errors: ['ErrorTooManyAttempts'],
});

/** Lists the open reports, the oldest first. */
export const getOpenReports = defineRoute({
  name: 'getOpenReports',
  method: 'GET',
  path: '/api/moderation/reports',
  access: 'moderator',
  query: z.object({
    /** Key of the last report of the previous page. Only reports after this one are returned. */
    after: z.optional(LookupKey),
    /** Maximum number of reports. */
    limit: z._default(PageLimit, 50),
  }),
  answer: z.array(OpenReport),
  errors: ['ErrorTooManyAttempts'],
});

/** Lists the reports on which moderators have decided in the last `DECISIONS_LISTED_DAYS` days, the newest first. */
export const getDecidedReports = defineRoute({
  name: 'getDecidedReports',
  method: 'GET',
  path: '/api/moderation/decisions',
  access: 'moderator',
  query: z.object({
    /** Key of the last report of the previous page. Only reports that were decided before this one are returned. */
    before: z.optional(LookupKey),
    /** Maximum number of reports. */
    limit: z._default(PageLimit, 50),
  }),
  answer: z.array(DecidedReport),
  errors: ['ErrorTooManyAttempts'],
});

/**
 * Decides on an open report. Error `reportUnknown` when no open report has this key, for instance because another
 * moderator has decided on it; `notRemovable` when the reported person has no content to remove; `alreadyGone` when
 * nothing was left to remove or to disable, so that the reports are closed.
 */
export const decideReport = defineRoute({
  name: 'decideReport',
  method: 'POST',
  path: '/api/moderation/reports/:key/decision',
  access: 'moderator',
  params: z.object({ key: LookupKey }),
  body: DecisionForm,
  answer: ClosedReports,
  errors: ['reportUnknown', 'notRemovable', 'alreadyGone', 'ErrorTooManyAttempts'],
});

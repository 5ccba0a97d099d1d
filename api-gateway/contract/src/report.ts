import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Key, LookupKey } from './values';

/** Most characters of what a reporter adds. */
export const REPORT_TEXT_MAX_LENGTH = 1000;

/** What somebody reports to the operator. */
export const ReportForm = z.object({
  /** What kind of thing it is; a picture is named by whom it shows. */
  kind: z.enum(['message', 'user', 'picture']),
  /** Key of the message, or uid of the person. */
  key: LookupKey,
  /** The chat that the message is in; needed for messages alone. */
  chatKey: z.optional(LookupKey),
  /** Why. */
  reason: z.enum(['harassment', 'spam', 'illegal', 'other']),
  /** In the reporter's own words. */
  text: z.optional(z.string().check(z.trim(), z.maxLength(REPORT_TEXT_MAX_LENGTH))),
});
export type ReportForm = z.infer<typeof ReportForm>;

/** What a report is called when one asks about it. */
export const ReportReceipt = z.object({
  /** Also in the mail that acknowledges it. */
  reportId: Key,
});
export type ReportReceipt = z.infer<typeof ReportReceipt>;

/** Reports a message, a picture or a person (Digital Services Act, art. 16); the reporter gets a mail. */
export const reportAbuse = defineRoute({
  name: 'reportAbuse',
  method: 'POST',
  path: '/api/reports',
  access: 'loggedIn',
  body: ReportForm,
  answer: ReportReceipt,
  errors: ['notFound', 'ErrorTooManyAttempts'],
});

import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Key, LookupKey } from './values';

/** Maximum characters of the reporter's text. */
export const REPORT_TEXT_MAX_LENGTH = 1000;

/** A report to the operator. */
export const ReportForm = z.object({
  /** Kind of the reported thing. A picture is identified by its person. */
  kind: z.enum(['message', 'user', 'picture']),
  /** Key of the message, or uid of the person. */
  key: LookupKey,
  /** Chat of the message; required for messages only. */
  chatKey: z.optional(LookupKey),
  /** Reason of the report. */
  reason: z.enum(['harassment', 'spam', 'illegal', 'other']),
  /** The reporter's own words. */
  text: z.optional(z.string().check(z.trim(), z.maxLength(REPORT_TEXT_MAX_LENGTH))),
});
export type ReportForm = z.infer<typeof ReportForm>;

/** Reference of a report for later questions. */
export const ReportReceipt = z.object({
  /** Id that the confirmation mail also contains. */
  reportId: Key,
});
export type ReportReceipt = z.infer<typeof ReportReceipt>;

/** Reports a message, a picture or a person (Digital Services Act, art. 16). The reporter gets a confirmation mail. */
export const reportAbuse = defineRoute({
  name: 'reportAbuse',
  method: 'POST',
  path: '/api/reports',
  access: 'loggedIn',
  body: ReportForm,
  answer: ReportReceipt,
  errors: ['notFound', 'ErrorTooManyAttempts'],
});

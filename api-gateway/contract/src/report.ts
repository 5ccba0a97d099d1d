import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { atMostCharacters } from './text-limits';
import { Key, LookupKey } from './values';

/** Maximum number of characters of the reporter's explanation. */
export const REPORT_TEXT_MAX_LENGTH = 1000;

/** Report of a message, a picture or a person, which a user sends to the operator. */
export const ReportForm = z.object({
  /** Kind of the reported thing. A picture is identified by the uid of the person whose profile picture it is. */
  kind: z.enum(['message', 'user', 'picture']),
  /** Key of the reported message, or uid of the reported person. */
  key: LookupKey,
  /** Key of the chat that contains the message; required for messages only. */
  chatKey: z.optional(LookupKey),
  /** Reason that the reporter gives. */
  reason: z.enum(['harassment', 'spam', 'illegal', 'other']),
  /** Explanation in the reporter's own words. */
  text: z.optional(z.string().check(z.trim(), ...atMostCharacters(REPORT_TEXT_MAX_LENGTH))),
});
export type ReportForm = z.infer<typeof ReportForm>;

/** Response to a report: the reference with which the reporter can ask about it later. */
export const ReportReceipt = z.object({
  /** Id of the report. The confirmation mail also contains it. */
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

import type { Ms, ReportForm } from '@mahlzeit/contract';
import { NAMELESS_PERSON } from '@mahlzeit/contract/rules';
import texts from '../../../locales/de.json';
import { fillText } from '../../platform';
import { accountEmailParts, isAccountEmail } from './account-email';
import type { AccountEmail } from './account-email';
import { emailHtmlOf, emailTextOf } from './email-layout';
import type { EmailParts } from './email-layout';
import { meetupEmailParts } from './meetup-email';
import type { MeetupEmail } from './meetup-email';
import {
  orderEmailParts,
  orderNewsParts,
  orderRefundedParts,
  orderUnacceptedParts,
  paymentReturnedParts,
  refundDelayedParts,
  refundGivenUpParts,
} from './order-email';
import type { AnyOrderEmail } from './order-email';
import { releaseFailedParts } from './release-email';
import type { ReleaseFailedEmail } from './release-email';

/** Content of an e-mail as data; `renderEmail` writes its texts. */
export type EmailMessage =
  | AccountEmail
  /** E-mail that informs a reporter that their report was received (Digital Services Act, art. 16). */
  | {
      readonly kind: 'reportReceived';
      readonly to: string;
      readonly reportId: string;
      readonly reported: ReportForm['kind'];
    }
  /** E-mail that forwards a report to the moderators. */
  | ({
      readonly kind: 'reportForwarded';
      readonly to: string;
      readonly reportId: string;
      readonly reported: ReportForm['kind'];
    } & ReportedFacts)
  /** E-mail that informs a reporter how the moderators have decided (art. 16 (5)). */
  | {
      readonly kind: 'reportDecided';
      readonly to: string;
      readonly reportId: string;
      readonly reported: ReportForm['kind'];
      /** Decision about the report. `gone`: the content was already removed when the moderators decided. */
      readonly decision: 'removed' | 'disabled' | 'dismissed' | 'gone';
      /** Reason of the decision in the moderator's words; may be empty. */ readonly note: string;
    }
  /** E-mail that informs an author why their message or picture was removed (art. 17). */
  | {
      readonly kind: 'contentRemoved';
      readonly to: string;
      readonly reported: 'message' | 'picture';
      readonly reason: ReportForm['reason'];
      /** Text of the removed message; empty for a picture. */ readonly content: string;
    }
  /** E-mail that informs a user why their account was disabled. */
  | { readonly kind: 'accountDisabled'; readonly to: string; readonly reason: ReportForm['reason'] }
  | MeetupEmail
  | ReleaseFailedEmail
  | AnyOrderEmail;

interface ReportedFacts {
  readonly reason: ReportForm['reason'];
  /** Text of the report in the reporter's own words; may be empty. */
  readonly text: string;
  /** Reported content: the text of the message, the person's name or the picture's URL. */
  readonly context: string;
  /** Author of the reported message, or reported person: uid and name; the name may be empty. */
  readonly person: { readonly uid: string; readonly name: string };
  /** Key of the chat with the reported message; null for a reported person or picture. */
  readonly chatKey: string | null;
  /** Time of the reported message; null for a reported person or picture. */
  readonly sentAt: Ms | null;
}

/** E-mail with its final texts. */
interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Values from the configuration that are the same for all e-mails. */
export interface EmailContext {
  readonly supportEmail: string;
}

const instantFormat = new Intl.DateTimeFormat('de-DE', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'Europe/Berlin',
});

/** Formats author, chat and time of a reported content, by which moderators find it. */
const contentSourceOf = ({ person: { uid, name }, chatKey, sentAt }: ReportedFacts): string => {
  const person = fillText(texts.mailReportedPerson, { name: name === '' ? NAMELESS_PERSON : name, uid });
  return chatKey === null || sentAt === null
    ? person
    : [person, fillText(texts.mailReportedMessage, { chatKey, sentAt: instantFormat.format(sentAt) })].join('\n');
};

const REPORTED_OBJECT_TEXTS: Readonly<Record<ReportForm['kind'], string>> = {
  message: texts.reportedMessage,
  picture: texts.reportedPicture,
  user: texts.reportedUser,
};

const REPORT_REASON_TEXTS: Readonly<Record<ReportForm['reason'], string>> = {
  harassment: texts.reasonHarassment,
  spam: texts.reasonSpam,
  illegal: texts.reasonIllegal,
  other: texts.reasonOther,
};

const MODERATION_DECISION_TEXTS = {
  removed: texts.decisionRemoved,
  disabled: texts.decisionDisabled,
  dismissed: texts.decisionDismissed,
  gone: texts.decisionGone,
} as const;

const reportPartsOf = (
  message: Extract<
    EmailMessage,
    { kind: 'reportReceived' | 'reportForwarded' | 'reportDecided' | 'contentRemoved' | 'accountDisabled' }
  >,
  { supportEmail }: EmailContext,
): EmailParts => {
  switch (message.kind) {
    case 'reportReceived':
      return {
        subject: texts.mailReportReceivedSubject,
        before: fillText(texts.mailReportReceivedBefore, {
          reported: REPORTED_OBJECT_TEXTS[message.reported],
          reportId: message.reportId,
        }),
        centre: null,
        after: fillText(texts.mailReportReceivedAfter, { supportEmail }),
      };
    case 'reportForwarded':
      return {
        subject: fillText(texts.mailReportForwardedSubject, { reported: REPORTED_OBJECT_TEXTS[message.reported] }),
        before: fillText(texts.mailReportForwardedBefore, {
          reported: REPORTED_OBJECT_TEXTS[message.reported],
          reportId: message.reportId,
          reason: REPORT_REASON_TEXTS[message.reason],
          context: message.context,
          source: contentSourceOf(message),
        }),
        centre: null,
        after: fillText(texts.mailReportForwardedAfter, {
          text: message.text === '' ? texts.reportWithoutText : message.text,
        }),
      };
    case 'reportDecided': {
      const decisionTexts = MODERATION_DECISION_TEXTS[message.decision];
      return {
        subject: texts.mailReportDecidedSubject,
        before: fillText(texts.mailReportDecidedBefore, {
          reported: REPORTED_OBJECT_TEXTS[message.reported],
          reportId: message.reportId,
          decision:
            message.note === ''
              ? decisionTexts
              : fillText(texts.decisionWithNote, { decision: decisionTexts, note: message.note }),
        }),
        centre: null,
        after: fillText(texts.mailReportDecidedAfter, { supportEmail }),
      };
    }
    case 'contentRemoved':
      return {
        subject: fillText(texts.mailRemovedSubject, { reported: REPORTED_OBJECT_TEXTS[message.reported] }),
        before: fillText(message.content === '' ? texts.mailRemovedPicture : texts.mailRemovedMessage, {
          content: message.content,
          reason: REPORT_REASON_TEXTS[message.reason],
        }),
        centre: null,
        after: fillText(texts.mailRemovedAfter, { supportEmail }),
      };
    case 'accountDisabled':
      return {
        subject: texts.mailDisabledSubject,
        before: fillText(texts.mailDisabledBefore, { reason: REPORT_REASON_TEXTS[message.reason] }),
        centre: null,
        after: fillText(texts.mailRemovedAfter, { supportEmail }),
      };
  }
};

const orderPartsOf = (message: AnyOrderEmail): EmailParts => {
  switch (message.kind) {
    case 'orderPlaced':
      return orderEmailParts(message);
    case 'paymentReturned':
      return paymentReturnedParts(message);
    case 'orderRefunded':
      return orderRefundedParts(message);
    case 'refundDelayed':
      return refundDelayedParts(message);
    case 'refundGivenUp':
      return refundGivenUpParts(message);
    case 'orderUnaccepted':
      return orderUnacceptedParts(message);
    case 'orderNews':
      return orderNewsParts(message);
  }
};

const emailPartsOf = (message: EmailMessage, { supportEmail }: EmailContext): EmailParts => {
  // Recognises e-mails about orders by the field `number`, the order's number, which no other e-mail has.
  if ('number' in message) return orderPartsOf(message);
  if (isAccountEmail(message)) return accountEmailParts(message, supportEmail);
  switch (message.kind) {
    case 'reportReceived':
    case 'reportForwarded':
    case 'reportDecided':
    case 'contentRemoved':
    case 'accountDisabled':
      return reportPartsOf(message, { supportEmail });
    case 'meetup':
      return meetupEmailParts(message);
    case 'releaseFailed':
      return releaseFailedParts(message);
  }
};

/** Renders an e-mail in German, as text and as HTML with the same content. */
export const renderEmail = (message: EmailMessage, emailContext: EmailContext): RenderedEmail => {
  const emailParts = emailPartsOf(message, emailContext);
  return { subject: emailParts.subject, text: emailTextOf(emailParts), html: emailHtmlOf(emailParts) };
};

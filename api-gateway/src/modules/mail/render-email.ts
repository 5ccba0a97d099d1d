import type { Ms, ReportForm } from '@mahlzeit/contract';
import texts from '../../../locales/de.json';
import { escapeHtml, fillText } from '../../platform';
import { meetupParts } from './meetup-email';
import type { MeetupEmail } from './meetup-email';
import {
  orderParts,
  orderRefundedParts,
  orderUnacceptedParts,
  paymentReturnedParts,
  refundDelayedParts,
  refundGivenUpParts,
} from './order-email';
import type { AnyOrderEmail } from './order-email';

/** An e-mail as facts; its texts are made by `renderEmail`. */
export type EmailMessage =
  /** Proves that the address is the reader's own: after registration, on request and after a change of address. */
  | { readonly kind: 'verificationCode'; readonly to: string; /** Six digits. */ readonly code: string }
  /** Leads to where a new password is set. */
  | { readonly kind: 'passwordReset'; readonly to: string; readonly link: string }
  /** Tells the old address that another one has taken its place. */
  | { readonly kind: 'emailChanged'; readonly to: string; readonly newEmail: string }
  /** Confirms that the account is marked for deletion. */
  | { readonly kind: 'accountDeleted'; readonly to: string; /** When it is erased for good. */ readonly erasedAt: Ms }
  /** Confirms that it stays. */
  | { readonly kind: 'accountRestored'; readonly to: string }
  /** Acknowledges a report (Digital Services Act, art. 16). */
  | {
      readonly kind: 'reportReceived';
      readonly to: string;
      readonly reportId: string;
      readonly reported: ReportForm['kind'];
    }
  /** Hands a report on to whoever decides. */
  | ({
      readonly kind: 'reportForwarded';
      readonly to: string;
      readonly reportId: string;
      readonly reported: ReportForm['kind'];
    } & ReportedFacts)
  /** Tells who reported something what was decided (art. 16 (5)). */
  | {
      readonly kind: 'reportDecided';
      readonly to: string;
      readonly reportId: string;
      readonly reported: ReportForm['kind'];
      /** `gone`: it was no longer there. */ readonly decision: 'removed' | 'disabled' | 'dismissed' | 'gone';
      /** Why, in the words of whoever decided; may be empty. */ readonly note: string;
    }
  /** Gives the reason why a message or a picture was taken away (art. 17). */
  | {
      readonly kind: 'contentRemoved';
      readonly to: string;
      readonly reported: 'message' | 'picture';
      readonly reason: ReportForm['reason'];
      /** The message; empty for a picture. */ readonly content: string;
    }
  /** Gives the reason why an account was disabled. */
  | { readonly kind: 'accountDisabled'; readonly to: string; readonly reason: ReportForm['reason'] }
  /** Tells of a meetup. */
  | MeetupEmail
  | AnyOrderEmail;

interface ReportedFacts {
  readonly reason: ReportForm['reason'];
  /** In the reporter's own words; may be empty. */
  readonly text: string;
  /** The message, the name or the picture's address. */
  readonly context: string;
  /** Who wrote it or is it; the name may be empty. */
  readonly person: { readonly uid: string; readonly name: string };
  /** The chat of the message; null: it is none. */
  readonly chatKey: string | null;
  /** When the message was sent; null: it is none. */
  readonly sentAt: Ms | null;
}

/** An e-mail with its texts, ready to be sent. */
interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What every e-mail names beside its own facts. */
export interface EmailContext {
  readonly supportEmail: string;
}

/** The parts of an e-mail, in the order in which they are read. */
interface EmailParts {
  readonly subject: string;
  readonly before: string;
  /** What the message is about, set apart: a code to type or a button to press. */
  readonly centre:
    | { readonly kind: 'code'; readonly code: string }
    | { readonly kind: 'link'; readonly href: string; readonly label: string }
    | null;
  readonly after: string;
  /** Where the reader ends messages of this kind; absent: they can't be ended. */
  readonly endUrl?: string;
  /** How it takes its leave; absent: as from a diner. */
  readonly farewell?: string;
  /** Why its reader gets it; absent: because of their account. */
  readonly footer?: string;
}

const graphemes = new Intl.Segmenter('de', { granularity: 'grapheme' });

/** An address that its owner knows again and nobody else can write to: `a…@mahlzeit.test`. */
export const maskedEmail = (email: string): string => {
  const [first] = graphemes.segment(email);
  return `${first?.segment ?? ''}…${email.slice(email.lastIndexOf('@'))}`;
};

const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' });

const instant = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'Europe/Berlin' });

/** Who wrote what was reported, where and when: whoever decides finds it again by that. */
const sourceOf = ({ person: { uid, name }, chatKey, sentAt }: ReportedFacts): string => {
  const person = fillText(texts.mailReportedPerson, { name: name === '' ? texts.noticeNobodysName : name, uid });
  return chatKey === null || sentAt === null
    ? person
    : [person, fillText(texts.mailReportedMessage, { chatKey, sentAt: instant.format(sentAt) })].join('\n');
};

const REPORTED: Readonly<Record<ReportForm['kind'], string>> = {
  message: texts.reportedMessage,
  picture: texts.reportedPicture,
  user: texts.reportedUser,
};

const REASONS: Readonly<Record<ReportForm['reason'], string>> = {
  harassment: texts.reasonHarassment,
  spam: texts.reasonSpam,
  illegal: texts.reasonIllegal,
  other: texts.reasonOther,
};

const DECISIONS = {
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
          reported: REPORTED[message.reported],
          reportId: message.reportId,
        }),
        centre: null,
        after: fillText(texts.mailReportReceivedAfter, { supportEmail }),
      };
    case 'reportForwarded':
      return {
        subject: fillText(texts.mailReportForwardedSubject, { reported: REPORTED[message.reported] }),
        before: fillText(texts.mailReportForwardedBefore, {
          reported: REPORTED[message.reported],
          reportId: message.reportId,
          reason: REASONS[message.reason],
          context: message.context,
          source: sourceOf(message),
        }),
        centre: null,
        after: fillText(texts.mailReportForwardedAfter, {
          text: message.text === '' ? texts.reportWithoutText : message.text,
        }),
      };
    case 'reportDecided': {
      const decision = DECISIONS[message.decision];
      return {
        subject: texts.mailReportDecidedSubject,
        before: fillText(texts.mailReportDecidedBefore, {
          reported: REPORTED[message.reported],
          reportId: message.reportId,
          decision: message.note === '' ? decision : fillText(texts.decisionWithNote, { decision, note: message.note }),
        }),
        centre: null,
        after: fillText(texts.mailReportDecidedAfter, { supportEmail }),
      };
    }
    case 'contentRemoved':
      return {
        subject: fillText(texts.mailRemovedSubject, { reported: REPORTED[message.reported] }),
        before: fillText(message.content === '' ? texts.mailRemovedPicture : texts.mailRemovedMessage, {
          content: message.content,
          reason: REASONS[message.reason],
        }),
        centre: null,
        after: fillText(texts.mailRemovedAfter, { supportEmail }),
      };
    case 'accountDisabled':
      return {
        subject: texts.mailDisabledSubject,
        before: fillText(texts.mailDisabledBefore, { reason: REASONS[message.reason] }),
        centre: null,
        after: fillText(texts.mailRemovedAfter, { supportEmail }),
      };
  }
};

const orderPartsOf = (message: AnyOrderEmail): EmailParts => {
  switch (message.kind) {
    case 'orderPlaced':
      return orderParts(message);
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
  }
};

const partsOf = (message: EmailMessage, { supportEmail }: EmailContext): EmailParts => {
  // Of what is ordered, each names its order.
  if ('number' in message) return orderPartsOf(message);
  switch (message.kind) {
    case 'verificationCode':
      return {
        subject: texts.mailCodeSubject,
        before: texts.mailCodeBefore,
        centre: { kind: 'code', code: message.code },
        after: texts.mailCodeAfter,
      };
    case 'passwordReset':
      return {
        subject: texts.mailResetSubject,
        before: texts.mailResetBefore,
        centre: { kind: 'link', href: message.link, label: texts.mailResetButton },
        after: texts.mailResetAfter,
      };
    case 'emailChanged':
      return {
        subject: texts.mailEmailChangedSubject,
        before: fillText(texts.mailEmailChangedBefore, { newEmail: maskedEmail(message.newEmail) }),
        centre: null,
        after: fillText(texts.mailEmailChangedAfter, { supportEmail }),
      };
    case 'accountDeleted':
      return {
        subject: texts.mailDeletedSubject,
        before: fillText(texts.mailDeletedBefore, { day: day.format(message.erasedAt) }),
        centre: null,
        after: fillText(texts.mailDeletedAfter, { supportEmail }),
      };
    case 'accountRestored':
      return {
        subject: texts.mailRestoredSubject,
        before: texts.mailRestoredBefore,
        centre: null,
        after: fillText(texts.mailRestoredAfter, { supportEmail }),
      };
    case 'reportReceived':
    case 'reportForwarded':
    case 'reportDecided':
    case 'contentRemoved':
    case 'accountDisabled':
      return reportPartsOf(message, { supportEmail });
    case 'meetup':
      return meetupParts(message);
  }
};

const centreText = ({ centre }: EmailParts): string[] => {
  if (centre === null) return [];
  return [centre.kind === 'code' ? `    ${centre.code}` : centre.href];
};

const footerText = ({ endUrl, footer = texts.mailFooter }: EmailParts): string =>
  endUrl === undefined ? footer : `${texts.mailMeetupFooter} ${texts.mailMeetupEnd}: ${endUrl}`;

const farewellOf = ({ farewell = texts.mailFarewell }: EmailParts): string => farewell;

const textOf = (parts: EmailParts): string =>
  [texts.mailGreeting, parts.before, ...centreText(parts), parts.after, farewellOf(parts), `-- \n${footerText(parts)}`]
    .join('\n\n')
    .concat('\n');

const FONT = "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const paragraph = (html: string): string => `<p style="margin:0 0 20px">${html}</p>`;

const centreHtml = ({ centre }: EmailParts): string => {
  if (centre === null) return '';
  if (centre.kind === 'code')
    return `<p class="code" style="margin:0 0 20px;padding:16px 20px;border-radius:14px;background:#f4eeef;font-size:32px;font-weight:700;letter-spacing:8px;text-align:center">${escapeHtml(centre.code)}</p>`;
  return paragraph(
    `<a class="button" href="${escapeHtml(centre.href)}" style="display:inline-block;padding:14px 24px;border-radius:14px;background:#8e1d53;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(centre.label)}</a>`,
  );
};

// Styles stand in the elements, because mail programs drop the head's; dark ones that read it get their own.
const darkCss =
  '@media (prefers-color-scheme:dark){body,.page{background:#150e12!important;color:#f8eff3!important}.sheet{background:#1f161a!important}.code{background:#2a1f25!important}.button{background:#ba306a!important;color:#ffffff!important}.foot{color:#cfc0c8!important}}';

const page = ({
  title,
  body,
  foot,
}: {
  readonly title: string;
  readonly body: string;
  readonly foot: string;
}): string => `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${darkCss}</style></head>
<body style="margin:0;background:#faf7f6;color:#23161d"><table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#faf7f6;color:#23161d;${FONT};font-size:16px;line-height:1.5"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px"><tr><td style="padding:0 8px 16px;font-size:20px;font-weight:700">${texts.pageTitle}</td></tr>
<tr><td class="sheet" style="padding:28px 24px 8px;border-radius:20px;background:#fff">${body}</td></tr>
<tr><td class="foot" style="padding:16px 8px;color:#594851;font-size:13px">${foot}</td></tr></table></td></tr></table></body></html>
`;

const footerHtml = ({ endUrl, footer = texts.mailFooter }: EmailParts): string => {
  if (endUrl === undefined) return escapeHtml(footer);
  return `${escapeHtml(texts.mailMeetupFooter)} <a href="${escapeHtml(endUrl)}" style="color:inherit">${escapeHtml(texts.mailMeetupEnd)}</a>`;
};

/** The message as a page of one column that reads without pictures and in both colour schemes. */
const emailHtml = (parts: EmailParts): string => {
  const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');
  const body = [
    paragraph(lines(texts.mailGreeting)),
    paragraph(lines(parts.before)),
    centreHtml(parts),
    paragraph(lines(parts.after)),
    paragraph(lines(farewellOf(parts))),
  ];
  return page({ title: escapeHtml(parts.subject), body: body.join(''), foot: footerHtml(parts) });
};

/** Renders an e-mail in German, as text and as HTML that say the same. */
export const renderEmail = (message: EmailMessage, context: EmailContext): RenderedEmail => {
  const parts = partsOf(message, context);
  return { subject: parts.subject, text: textOf(parts), html: emailHtml(parts) };
};

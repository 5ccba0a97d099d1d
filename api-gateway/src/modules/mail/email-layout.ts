import texts from '../../../locales/de.json';
import { escapeHtml } from '../../platform';

/** Parts of an e-mail, in the order in which they are read. */
export interface EmailParts {
  readonly subject: string;
  readonly before: string;
  /**
   * Emphasized content in the middle of the e-mail: a code to type or a button to press; null for an e-mail with text
   * only.
   */
  readonly centre:
    | { readonly kind: 'code'; readonly code: string }
    | { readonly kind: 'link'; readonly href: string; readonly label: string }
    | null;
  readonly after: string;
  /**
   * URL with which the reader unsubscribes from e-mails of this kind; absent for e-mails that can't be unsubscribed.
   */
  readonly endUrl?: string;
  /** Closing words; absent for an e-mail that ends with the usual closing words to a diner. */
  readonly farewell?: string;
  /** Sentence that explains why the reader gets the e-mail; absent if the reason is the reader's account. */
  readonly footer?: string;
}

const centreTextOf = ({ centre }: EmailParts): string[] => {
  if (centre === null) return [];
  return [centre.kind === 'code' ? `    ${centre.code}` : centre.href];
};

const footerTextOf = ({ endUrl, footer = texts.mailFooter }: EmailParts): string =>
  endUrl === undefined ? footer : `${texts.mailMeetupFooter} ${texts.mailMeetupEnd}: ${endUrl}`;

const farewellTextOf = ({ farewell = texts.mailFarewell }: EmailParts): string => farewell;

/** Lays the parts of an e-mail out as plain text. */
export const emailTextOf = (emailParts: EmailParts): string =>
  [
    texts.mailGreeting,
    emailParts.before,
    ...centreTextOf(emailParts),
    emailParts.after,
    farewellTextOf(emailParts),
    `-- \n${footerTextOf(emailParts)}`,
  ]
    .join('\n\n')
    .concat('\n');

const FONT_STYLE = "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const paragraphHtml = (html: string): string => `<p style="margin:0 0 20px">${html}</p>`;

const centreHtmlOf = ({ centre }: EmailParts): string => {
  if (centre === null) return '';
  if (centre.kind === 'code')
    return `<p class="code" style="margin:0 0 20px;padding:16px 20px;border-radius:14px;background:#f4eeef;font-size:32px;font-weight:700;letter-spacing:8px;text-align:center">${escapeHtml(centre.code)}</p>`;
  return paragraphHtml(
    `<a class="button" href="${escapeHtml(centre.href)}" style="display:inline-block;padding:14px 24px;border-radius:14px;background:#8e1d53;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(centre.label)}</a>`,
  );
};

// Style sheet with the colours of the dark scheme. All other styles are `style` attributes, because many mail programs
// drop style sheets; the programs with a dark scheme read this style sheet.
const darkSchemeCss =
  '@media (prefers-color-scheme:dark){body,.page{background:#150e12!important;color:#f8eff3!important}.sheet{background:#1f161a!important}.code{background:#2a1f25!important}.button{background:#ba306a!important;color:#ffffff!important}.foot{color:#cfc0c8!important}}';

const wrapInHtmlPage = ({
  title,
  body,
  footHtml,
}: {
  readonly title: string;
  readonly body: string;
  readonly footHtml: string;
}): string => `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${darkSchemeCss}</style></head>
<body style="margin:0;background:#faf7f6;color:#23161d"><table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#faf7f6;color:#23161d;${FONT_STYLE};font-size:16px;line-height:1.5"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px"><tr><td style="padding:0 8px 16px;font-size:20px;font-weight:700">${texts.pageTitle}</td></tr>
<tr><td class="sheet" style="padding:28px 24px 8px;border-radius:20px;background:#fff">${body}</td></tr>
<tr><td class="foot" style="padding:16px 8px;color:#594851;font-size:13px">${footHtml}</td></tr></table></td></tr></table></body></html>
`;

const footerHtmlOf = ({ endUrl, footer = texts.mailFooter }: EmailParts): string => {
  if (endUrl === undefined) return escapeHtml(footer);
  return `${escapeHtml(texts.mailMeetupFooter)} <a href="${escapeHtml(endUrl)}" style="color:inherit">${escapeHtml(texts.mailMeetupEnd)}</a>`;
};

/** Renders an e-mail as an HTML page of one column that works without pictures and in both colour schemes. */
export const emailHtmlOf = (emailParts: EmailParts): string => {
  const withLineBreaks = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');
  const body = [
    paragraphHtml(withLineBreaks(texts.mailGreeting)),
    paragraphHtml(withLineBreaks(emailParts.before)),
    centreHtmlOf(emailParts),
    paragraphHtml(withLineBreaks(emailParts.after)),
    paragraphHtml(withLineBreaks(farewellTextOf(emailParts))),
  ];
  return wrapInHtmlPage({
    title: escapeHtml(emailParts.subject),
    body: body.join(''),
    footHtml: footerHtmlOf(emailParts),
  });
};

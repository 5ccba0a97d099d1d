import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { createTransport } from 'nodemailer';
import { errorCodeOf } from '../../platform';

/** Calendar file that is attached to an e-mail. */
export interface MailCalendar {
  /** Method of the calendar file (RFC 5546): `REQUEST` or `CANCEL`. */
  readonly method: string;
  readonly name: string;
  /** Text of the calendar file (iCalendar). */
  readonly content: string;
}

/** E-mail with all its final texts, as a transport delivers it. */
export interface OutgoingMail {
  /** Id of the e-mail. It is the same for all attempts, so that a reader can recognize a second copy. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Calendar file of the meetup that the e-mail is about; null for an e-mail without one. */
  readonly calendar: MailCalendar | null;
  /** Header fields in addition to those that the transport sets for every e-mail. */
  readonly headers: Readonly<Record<string, string>>;
  /** Time at which the e-mail was written, on the gateway's clock, which tests can move, in epoch milliseconds. */
  readonly sentAt: number;
}

/** Error of a failed delivery, whose `kind` tells whether a later attempt makes sense. */
export interface DeliveryError {
  /**
   * `refused`: the server will never accept this e-mail. `later`: the server may accept this e-mail later.
   * `unreachable`: the server accepts no e-mail at the moment.
   */
  readonly kind: 'refused' | 'later' | 'unreachable';
  /**
   * Reason of the failed delivery: reply code of the server, or error code of the system. The server's text is left
   * out, because it quotes the reader's e-mail address.
   */
  readonly reason: string;
}

/** Service that delivers e-mails. A failed delivery is returned as an error and not thrown. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<Result<void, DeliveryError>>;
}

// Timeouts of an SMTP connection in milliseconds. Their sum is well below the time for which the gateway waits when it
// closes.
const CONNECTION_TIMEOUT_MS = 4_000;
const SOCKET_TIMEOUT_MS = 8_000;

// SMTP commands whose replies are about the e-mail. Replies to other commands are about the gateway's access to the
// server.
const RECIPIENT_COMMANDS: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);

const errorPropertyOf = (sendingError: unknown, propertyName: 'command' | 'responseCode'): unknown =>
  typeof sendingError === 'object' && sendingError !== null ? Reflect.get(sendingError, propertyName) : undefined;

const deliveryErrorOf = (sendingError: unknown): DeliveryError => {
  const replyCode = errorPropertyOf(sendingError, 'responseCode');
  const errorCode = errorCodeOf(sendingError) ?? 'unknown';
  // Returns `refused` for an invalid e-mail address, with which the e-mail was not sent to a server.
  if (replyCode === undefined && errorCode === 'EENVELOPE') return { kind: 'refused', reason: errorCode };
  if (typeof replyCode !== 'number') return { kind: 'unreachable', reason: errorCode };
  if (!RECIPIENT_COMMANDS.has(errorPropertyOf(sendingError, 'command')))
    return { kind: 'unreachable', reason: String(replyCode) };
  return { kind: replyCode >= 500 ? 'refused' : 'later', reason: String(replyCode) };
};

const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Adds the transport's settings to the SMTP server's URL. Settings that the URL already contains stay. Nodemailer takes
 * settings from the URL alone where there is one.
 */
export const transportUrlOf = (url: string): string => {
  const serverUrl = new URL(url);
  const settings = {
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Requires TLS for servers on other machines: otherwise somebody between the machines could remove the server's
    // offer of TLS and read the e-mails.
    requireTLS: !THIS_MACHINE.has(serverUrl.hostname),
  };
  for (const [name, value] of Object.entries(settings))
    if (!serverUrl.searchParams.has(name)) serverUrl.searchParams.set(name, String(value));
  return serverUrl.href;
};

/**
 * Creates the transport that sends e-mails through the SMTP server of `SMTP_URL`. A server on another machine must
 * offer TLS, unless the URL says `requireTLS=false`.
 */
export const createSmtpTransport = (url: string): MailTransport => {
  const smtpTransport = createTransport(transportUrlOf(url));
  return {
    async deliver({ id, from, to, subject, text, html, calendar, headers, sentAt }) {
      try {
        await smtpTransport.sendMail({
          // Passes name and address as separate parts, so that no character in an address can begin a second address.
          from: { name: 'Mahlzeit', address: from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          date: new Date(sentAt),
          messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
          // Adds the calendar file twice: as an alternative body, which mail programs show with its date, and as an
          // attachment for all other programs.
          ...(calendar !== null && {
            icalEvent: { method: calendar.method, filename: calendar.name, content: calendar.content },
          }),
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        });
        return ok(undefined);
      } catch (sendingError) {
        return err(deliveryErrorOf(sendingError));
      }
    },
  };
};

import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { createTransport } from 'nodemailer';
import { errorCodeOf } from '../../platform';

/** A calendar file that is attached to a message. */
export interface MailCalendar {
  /** Method of RFC 5546: `REQUEST` or `CANCEL`. */
  readonly method: string;
  readonly name: string;
  /** iCalendar text. */
  readonly content: string;
}

/** A message that is ready to be sent. */
export interface OutgoingMail {
  /** Stays the same for all attempts, so that a reader can recognize a second copy. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Meetup for the reader's calendar; null: the message has none. */
  readonly calendar: MailCalendar | null;
  /** Header fields in addition to the fixed ones. */
  readonly headers: Readonly<Record<string, string>>;
  /** Epoch milliseconds of the domain clock. */
  readonly sentAt: number;
}

/** Reason why a message was not delivered. */
export interface DeliveryError {
  /**
   * `refused`: the server will never accept this message; `later`: it may accept the message later; `unreachable`: it
   * accepts no message at the moment.
   */
  readonly kind: 'refused' | 'later' | 'unreachable';
  /**
   * The server's reply code or the system's error code. Texts of servers are left out, because they quote the address.
   */
  readonly reason: string;
}

/** Service that delivers messages. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<Result<void, DeliveryError>>;
}

// The sum is well below the time that the gateway waits when it closes.
const CONNECT_MS = 4_000;
const SILENCE_MS = 8_000;

// Replies to other commands are about the gateway, not about the message.
const MESSAGE_COMMANDS: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);

const partOf = (cause: unknown, name: 'command' | 'responseCode'): unknown =>
  typeof cause === 'object' && cause !== null ? Reflect.get(cause, name) : undefined;

const deliveryErrorOf = (cause: unknown): DeliveryError => {
  const answer = partOf(cause, 'responseCode');
  const code = errorCodeOf(cause) ?? 'unknown';
  // The address is invalid, so no server was asked.
  if (answer === undefined && code === 'EENVELOPE') return { kind: 'refused', reason: code };
  if (typeof answer !== 'number') return { kind: 'unreachable', reason: code };
  if (!MESSAGE_COMMANDS.has(partOf(cause, 'command'))) return { kind: 'unreachable', reason: String(answer) };
  return { kind: answer >= 500 ? 'refused' : 'later', reason: String(answer) };
};

/** Sends messages by the server of `SMTP_URL`. */
export const createSmtpTransport = (url: string): MailTransport => {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver({ id, from, to, subject, text, html, calendar, headers, sentAt }) {
      try {
        await transport.sendMail({
          // As parts, so that no character of an address starts another address.
          from: { name: 'Mahlzeit', address: from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          date: new Date(sentAt),
          messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
          // As an alternative form, which mail programs show with its date, and as a file for all other programs.
          ...(calendar !== null && {
            icalEvent: { method: calendar.method, filename: calendar.name, content: calendar.content },
          }),
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        });
        return ok(undefined);
      } catch (cause) {
        return err(deliveryErrorOf(cause));
      }
    },
  };
};

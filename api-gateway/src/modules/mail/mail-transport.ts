import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { createTransport } from 'nodemailer';
import { errorCodeOf } from '../../platform';

/** A calendar file that goes along with a message. */
export interface MailCalendar {
  /** What it asks of the calendar (RFC 5546): `REQUEST` or `CANCEL`. */
  readonly method: string;
  readonly name: string;
  /** iCalendar text. */
  readonly content: string;
}

/** A message on its way out. */
export interface OutgoingMail {
  /** Stays the same over all tries, so that whoever gets a second copy can tell. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A meetup for the reader's calendar; null: the message is about none. */
  readonly calendar: MailCalendar | null;
  /** Header fields beside those that every message has. */
  readonly headers: Readonly<Record<string, string>>;
  /** Epoch milliseconds of the domain clock. */
  readonly sentAt: number;
}

/** Why a message was not taken. */
export interface DeliveryError {
  /** `refused`: this message will never be taken; `later`: it may be; `unreachable`: none is taken at the moment. */
  readonly kind: 'refused' | 'later' | 'unreachable';
  /** The server's reply code or the system's error code. Nothing more: what servers say quotes the address. */
  readonly reason: string;
}

/** Whoever takes messages to their readers. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<Result<void, DeliveryError>>;
}

// Together well below the gateway's patience at its end.
const CONNECT_MS = 4_000;
const SILENCE_MS = 8_000;

// What a server says before it has heard of a message is about us and not about the message.
const MESSAGE_COMMANDS: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);

const partOf = (cause: unknown, name: 'command' | 'responseCode'): unknown =>
  typeof cause === 'object' && cause !== null ? Reflect.get(cause, name) : undefined;

const deliveryErrorOf = (cause: unknown): DeliveryError => {
  const answer = partOf(cause, 'responseCode');
  const code = errorCodeOf(cause) ?? 'unknown';
  // No server was asked: the address is none.
  if (answer === undefined && code === 'EENVELOPE') return { kind: 'refused', reason: code };
  if (typeof answer !== 'number') return { kind: 'unreachable', reason: code };
  if (!MESSAGE_COMMANDS.has(partOf(cause, 'command'))) return { kind: 'unreachable', reason: String(answer) };
  return { kind: answer >= 500 ? 'refused' : 'later', reason: String(answer) };
};

/** Sends by the server of `SMTP_URL`. */
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
          // As parts, so that no sign in an address is read as another address.
          from: { name: 'Mahlzeit', address: from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          date: new Date(sentAt),
          messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
          // As one of the message's forms, which mail programs show with its date, and as a file for all others.
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

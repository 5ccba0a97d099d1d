import { err, ok } from '@mahlzeit/contract';
import { createTransport } from 'nodemailer';
import type { DeliveryError, MailTransport } from './mail-transport';

// Together well below the gateway's patience at its end.
const CONNECT_MS = 4_000;
const SILENCE_MS = 8_000;

// What a server says before it has heard of a message is about us and not about the message.
const MESSAGE_COMMANDS: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);

const partOf = (cause: unknown, name: 'code' | 'command' | 'responseCode'): unknown =>
  typeof cause === 'object' && cause !== null ? Reflect.get(cause, name) : undefined;

const deliveryErrorOf = (cause: unknown): DeliveryError => {
  const answer = partOf(cause, 'responseCode');
  // No server was asked: the address is none.
  if (answer === undefined && partOf(cause, 'code') === 'EENVELOPE') return { kind: 'refused', cause };
  if (typeof answer !== 'number' || !MESSAGE_COMMANDS.has(partOf(cause, 'command'))) return { kind: 'unreachable', cause };
  return { kind: answer >= 500 ? 'refused' : 'later', cause };
};

/** Sends by the server of `SMTP_URL`. */
export const createSmtpTransport = (url: string): MailTransport => {
  const transport = createTransport({ url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, disableFileAccess: true, disableUrlAccess: true });
  return {
    async deliver({ id, from, to, subject, text, html, sentAt }) {
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
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return ok(undefined);
      } catch (cause) {
        return err(deliveryErrorOf(cause));
      }
    },
  };
};

import * as z from 'zod/mini';
import { bindJob } from '../../platform';
import type { BoundJob, Clock, JobKind, JobQueue, WriteTransaction } from '../../platform';
import type { MailTransport, OutgoingMail } from './mail-transport';
import { renderEmail } from './render-email';
import type { EmailContext, EmailMessage } from './render-email';

const MailPayload = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Absent in messages of earlier releases. */
  calendar: z._default(z.nullable(z.object({ method: z.string(), name: z.string(), content: z.string() })), null),
  /** Address that ends messages of this kind; null for messages that answer an action of their reader. */
  endUrl: z._default(z.nullable(z.string()), null),
  /** Domain time that the reader sees as the time of the message. */
  writtenAt: z.int(),
});

/** Sends one message at least once: a server may accept it just before the gateway stops. */
const sendMailJob: JobKind<z.infer<typeof MailPayload>> = {
  name: 'mail/send',
  payload: MailPayload,
  clock: 'real',
  // A message is worthless after a day.
  giveUpAfterMs: 24 * 60 * 60_000,
  personal: {
    personOf: ({ to }) => to,
    // The text may contain a code or a link.
    present: ({ subject, writtenAt }) => ({ subject, writtenAt }),
  },
};

/** Queue of messages to send. */
export interface Outbox {
  /** Stores a message in the caller's transaction. The message is sent exactly when the transaction commits. */
  enqueue(tx: Pick<WriteTransaction, 'knex' | 'afterCommit'>, message: EmailMessage): Promise<void>;
}

interface OutboxDeps extends EmailContext {
  readonly jobs: JobQueue;
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the outbox of this database. */
export const createOutbox = ({ jobs, clock, supportEmail }: OutboxDeps): Outbox => ({
  async enqueue(tx, message) {
    const { calendar, endUrl } = message.kind === 'meetup' ? message : { calendar: null, endUrl: null };
    const payload = {
      ...renderEmail(message, { supportEmail }),
      to: message.to,
      calendar,
      endUrl,
      writtenAt: clock.now(),
    };
    await jobs.enqueue(tx, sendMailJob, { payload });
  },
});

// RFC 8058: a mail program offers to end such messages by one POST.
const endHeaders = (url: string): OutgoingMail['headers'] => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

interface MailJobDeps {
  /** null: messages wait. */
  readonly transport: MailTransport | null;
  /** Sender address. */
  readonly from: string;
}

/** Binds the job that sends the messages of the outbox. */
export const bindMailJob = ({ transport, from }: MailJobDeps): BoundJob =>
  bindJob(
    sendMailJob,
    transport === null
      ? null
      : ({ endUrl, writtenAt, ...mail }, { id }) =>
          transport.deliver({
            ...mail,
            id,
            from,
            headers: endUrl === null ? {} : endHeaders(endUrl),
            sentAt: writtenAt,
          }),
  );

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
  /** Calendar file of a meetup; null for an e-mail without one. Absent in e-mails that an earlier release enqueued. */
  calendar: z._default(z.nullable(z.object({ method: z.string(), name: z.string(), content: z.string() })), null),
  /**
   * URL that unsubscribes the reader from e-mails of this kind; null for e-mails that follow an action of their reader.
   */
  endUrl: z._default(z.nullable(z.string()), null),
  /** Time on the gateway's clock, which tests can move, at which the e-mail was written; its reader sees this time. */
  writtenAt: z.int(),
});

/**
 * Job that sends one e-mail. A reader may get an e-mail twice: the server may accept it just before the gateway stops.
 */
const sendMailJob: JobKind<z.infer<typeof MailPayload>> = {
  name: 'mail/send',
  payload: MailPayload,
  clock: 'real',
  // An e-mail that is a day late is no longer useful.
  giveUpAfterMs: 24 * 60 * 60_000,
  personal: {
    personOf: ({ to }) => to,
    // The text of the e-mail is left out of the export, because it may contain a code or a link.
    present: ({ subject, writtenAt }) => ({ subject, writtenAt }),
  },
};

/** Queue of the e-mails that wait to be sent. */
export interface Outbox {
  /** Stores an e-mail in the caller's transaction. The e-mail is sent if and only if the transaction commits. */
  enqueue(tx: Pick<WriteTransaction, 'knex' | 'afterCommit'>, message: EmailMessage): Promise<void>;
}

interface OutboxDeps extends EmailContext {
  readonly jobs: JobQueue;
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the outbox on this database's job queue. */
export const createOutbox = ({ jobs, clock, supportEmail }: OutboxDeps): Outbox => ({
  async enqueue(tx, message) {
    const { calendar, endUrl } = message.kind === 'meetup' ? message : { calendar: null, endUrl: null };
    const mailPayload = {
      ...renderEmail(message, { supportEmail }),
      to: message.to,
      calendar,
      endUrl,
      writtenAt: clock.now(),
    };
    await jobs.enqueue(tx, sendMailJob, { payload: mailPayload });
  },
});

// RFC 8058: with these headers a mail program offers to unsubscribe with a single POST.
const unsubscribeHeaders = (url: string): OutgoingMail['headers'] => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

interface MailJobDeps {
  /** Transport that delivers the e-mails; null if e-mails wait in the outbox. */
  readonly transport: MailTransport | null;
  /** E-mail address of the sender. */
  readonly from: string;
}

/** Binds the job that sends the e-mails of the outbox to the transport that delivers them. */
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
            headers: endUrl === null ? {} : unsubscribeHeaders(endUrl),
            sentAt: writtenAt,
          }),
  );

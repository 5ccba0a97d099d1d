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
  /** Where its reader ends messages of this kind; null: they are sent for what their reader has done. */
  endUrl: z._default(z.nullable(z.string()), null),
  /** Domain time: what its reader sees as the moment it was sent. */
  writtenAt: z.int(),
});

/** Sends one message: at least once, for a server may have taken it just before we died. */
const sendMailJob: JobKind<z.infer<typeof MailPayload>> = {
  name: 'mail/send',
  payload: MailPayload,
  clock: 'real',
  // A message that could not be sent within a day has nothing more to say.
  giveUpAfterMs: 24 * 60 * 60_000,
  personal: {
    personOf: ({ to }) => to,
    // Its text may hold a code or a link.
    present: ({ subject, writtenAt }) => ({ subject, writtenAt }),
  },
};

/** Where messages are handed in. */
export interface Outbox {
  /** Writes a message inside the caller's transaction: it goes out once that is committed, and never when it isn't. */
  enqueue(tx: Pick<WriteTransaction, 'knex' | 'afterCommit'>, message: EmailMessage): Promise<void>;
}

interface OutboxDeps extends EmailContext {
  readonly jobs: JobQueue;
  readonly clock: Pick<Clock, 'now'>;
}

/** The outbox of this database. */
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

// RFC 8058: a mail program offers to end such messages and does it by one POST.
const endHeaders = (url: string): OutgoingMail['headers'] => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

interface MailJobDeps {
  /** null: messages wait. */
  readonly transport: MailTransport | null;
  /** Address that the messages come from. */
  readonly from: string;
}

/** Sends what waits in the outbox. */
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

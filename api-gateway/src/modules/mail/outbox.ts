import { err } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { bindJob } from '../../platform';
import type { BoundJob, Clock, JobKind, JobQueue, TextSealing, WriteTransaction } from '../../platform';
import type { MailTransport, OutgoingMail } from './mail-transport';
import { renderEmail } from './render-email';
import type { EmailContext, EmailMessage } from './render-email';

const MailContent = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /**
   * Calendar file of a meetup; null for an e-mail without one. Absent in e-mails that an earlier release has put into
   * the outbox.
   */
  calendar: z._default(z.nullable(z.object({ method: z.string(), name: z.string(), content: z.string() })), null),
  /**
   * URL with which the reader unsubscribes from e-mails of this kind; null for e-mails that follow an action of their
   * reader.
   */
  endUrl: z._default(z.nullable(z.string()), null),
});

type MailContent = z.infer<typeof MailContent>;

const Envelope = z.object({
  to: z.string(),
  /** Time on the gateway's clock, which tests can move, at which the e-mail was written; its reader sees this time. */
  writtenAt: z.int(),
});

/** E-mail in the outbox of an earlier release, whose job holds the text unencrypted. */
const PlainMail = z.extend(MailContent, Envelope.shape);

/**
 * E-mail in the outbox with encrypted content, because it may hold a code or a link that gives access to an account.
 */
const SealedMail = z.extend(Envelope, { sealed: z.string() });

/**
 * Table and column of the encrypted e-mails, with which the encryption binds them to their place (see `TextSealing`).
 */
export const MAIL_PLACE = 'job.mail';

// Time in milliseconds after which the outbox gives up an e-mail: an e-mail that is a day late is no longer useful.
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

// Returns the part of a waiting e-mail that a user's data export contains. The text is left out, because it may contain
// a code or a link.
const exportMail = ({ subject, writtenAt }: { readonly subject: string | null; readonly writtenAt: number }) => ({
  subject,
  writtenAt,
});

const openContent = (sealing: TextSealing, sealed: string): MailContent | null => {
  const content = sealing.open(MAIL_PLACE, sealed);
  return content === null ? null : MailContent.parse(JSON.parse(content));
};

/**
 * Job that sends one e-mail. A reader may get an e-mail twice: the server may accept it just before the gateway stops.
 */
const createMailJob = (sealing: TextSealing): JobKind<z.infer<typeof SealedMail>> => ({
  name: 'mail/deliver',
  payload: SealedMail,
  clock: 'real',
  giveUpAfterMs: GIVE_UP_AFTER_MS,
  personal: {
    personOf: ({ to }) => to,
    present: ({ sealed, writtenAt }) =>
      exportMail({ subject: openContent(sealing, sealed)?.subject ?? null, writtenAt }),
  },
});

/** Job with which the previous release sends e-mails. Its gateways may run beside this one during an upgrade. */
const plainMailJob: JobKind<z.infer<typeof PlainMail>> = {
  name: 'mail/send',
  payload: PlainMail,
  clock: 'real',
  giveUpAfterMs: GIVE_UP_AFTER_MS,
  personal: { personOf: ({ to }) => to, present: exportMail },
};

/** Queue of the e-mails that wait to be sent. */
export interface Outbox {
  /**
   * Puts an e-mail into the outbox, in the caller's transaction. The e-mail is sent if and only if the transaction
   * commits.
   */
  enqueue(tx: Pick<WriteTransaction, 'knex' | 'afterCommit'>, message: EmailMessage): Promise<void>;
}

interface OutboxDeps extends EmailContext {
  readonly jobs: JobQueue;
  readonly clock: Pick<Clock, 'now'>;
  readonly secrets: TextSealing;
}

/** Creates the outbox of e-mails on this database's job queue. */
export const createOutbox = ({ jobs, clock, secrets, supportEmail }: OutboxDeps): Outbox => ({
  async enqueue(tx, message) {
    const { calendar, endUrl } = message.kind === 'meetup' ? message : { calendar: null, endUrl: null };
    const content: MailContent = { ...renderEmail(message, { supportEmail }), calendar, endUrl };
    await jobs.enqueue(tx, createMailJob(secrets), {
      payload: {
        to: message.to,
        sealed: secrets.seal(MAIL_PLACE, JSON.stringify(content)),
        writtenAt: clock.now(),
      },
    });
  },
});

// Returns the headers by which a mail program offers to unsubscribe with a single POST (RFC 8058).
const unsubscribeHeaders = (url: string): OutgoingMail['headers'] => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

interface MailJobDeps {
  /** Transport that delivers the e-mails; null if e-mails wait in the outbox. */
  readonly transport: MailTransport | null;
  /** E-mail address of the sender. */
  readonly from: string;
  readonly secrets: TextSealing;
}

/**
 * Binds the jobs that send the outbox's e-mails to the transport that delivers them: the job of this release, and that
 * of the previous one.
 */
export const bindMailJobs = ({ transport, from, secrets }: MailJobDeps): readonly [BoundJob, BoundJob] => {
  if (transport === null) return [bindJob(createMailJob(secrets), null), bindJob(plainMailJob, null)];
  const deliver = (
    { to, writtenAt }: z.infer<typeof Envelope>,
    { endUrl, ...content }: MailContent,
    id: string,
  ): ReturnType<MailTransport['deliver']> =>
    transport.deliver({
      ...content,
      to,
      id,
      from,
      headers: endUrl === null ? {} : unsubscribeHeaders(endUrl),
      sentAt: writtenAt,
    });
  return [
    bindJob(createMailJob(secrets), async ({ sealed, ...envelope }, { id }) => {
      const content = openContent(secrets, sealed);
      return content === null ? err({ kind: 'refused', reason: 'keyLost' }) : deliver(envelope, content, id);
    }),
    bindJob(plainMailJob, ({ to, writtenAt, ...content }, { id }) => deliver({ to, writtenAt }, content, id)),
  ];
};

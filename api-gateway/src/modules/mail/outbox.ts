import type { Logger } from 'pino';
import { randomKey } from '../../platform';
import type { Clock, Database, PersonalDataProvider, Worker, WriteTransaction } from '../../platform';
import { createMailRepository } from './mail-repository';
import type { WaitingMail } from './mail-repository';
import type { DeliveryError, MailTransport } from './mail-transport';
import { renderEmail } from './render-email';
import type { EmailContext, EmailMessage } from './render-email';

/** Where messages are handed in. */
export interface Outbox {
  /** Writes a message inside the caller's transaction: it goes out once that is committed, and never when it isn't. */
  enqueue(tx: Pick<WriteTransaction, 'knex'>, message: EmailMessage): Promise<void>;
}

interface OutboxDeps extends EmailContext {
  readonly clock: Clock;
}

/** The outbox of this database. */
export const createOutbox = ({ clock, supportEmail }: OutboxDeps): Outbox => ({
  async enqueue({ knex }, message) {
    const written = renderEmail(message, { supportEmail });
    await createMailRepository(knex).insert({ ...written, id: randomKey(), to: message.to, writtenAt: clock.now(), queuedAt: clock.realNow(), attempts: 0 });
  },
});

/** What this module stores of a user: messages that are not sent yet, found by the address alone. */
export const mailPersonalData: PersonalDataProvider = {
  name: 'letters',
  // Their text may hold a code or a link.
  export: async (knex, { email }) => (email === null ? [] : (await createMailRepository(knex).findTo(email)).map(({ subject, writtenAt }) => ({ subject, writtenAt }))),
  async erase(tx, { email }) {
    if (email !== null) await createMailRepository(tx.knex).removeTo(email);
  },
};

const EVERY_MS = 500;

// Longer than any try may take: whoever still holds a message then is gone, and another may send it.
const LEASE_MS = 60_000;

// A round ends, so that a gateway that is asked to stop does.
const MAX_PER_ROUND = 50;

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 15 * 60_000;

/** A message that could not be sent within a day has nothing more to say. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

/** How long to wait after that many tries: doubles, up to a quarter of an hour. */
const pauseAfter = (attempts: number): number => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));

/** Whether another try after that pause would come too late. */
const isHopeless = ({ queuedAt, attempts }: { readonly queuedAt: number; readonly attempts: number }, realNow: number): boolean =>
  realNow + pauseAfter(attempts) - queuedAt > GIVE_UP_AFTER_MS;

interface MailWorkerDeps {
  readonly database: Database;
  readonly transport: MailTransport;
  readonly clock: Clock;
  readonly log: Logger;
  /** Address that the messages come from. */
  readonly from: string;
}

/** Sends what waits in the outbox, one message after the other, and tries again what could not be sent. */
export const createMailWorker = ({ database, transport, clock, log, from }: MailWorkerDeps): Worker => {
  const claim = async (): Promise<WaitingMail | null> => {
    const now = clock.realNow();
    // Nothing waits mostly: that must not cost the writer's lock.
    if (!(await createMailRepository(database.knex).isAnyDue(now))) return null;
    return database.write(({ knex }) => createMailRepository(knex).claim(now, now + LEASE_MS));
  };

  const recordResult = async (mail: WaitingMail, error: DeliveryError | null): Promise<void> => {
    const now = clock.realNow();
    const isOver = error === null || error.kind === 'refused' || isHopeless(mail, now);
    // Neither address nor text belongs into a log.
    if (error !== null) log[isOver ? 'error' : 'warn']({ err: error.cause, mail: mail.id, attempts: mail.attempts }, isOver ? 'a mail is given up' : 'a mail has to wait');
    await database.write(async ({ knex }) => {
      const mails = createMailRepository(knex);
      await (isOver ? mails.remove(mail.id) : mails.postpone(mail.id, now + pauseAfter(mail.attempts)));
    });
  };

  /** Returns whether another message may be tried in this round. */
  const sendNext = async (): Promise<boolean> => {
    const mail = await claim();
    if (mail === null) return false;
    const { id, to, subject, text, html, writtenAt } = mail;
    const delivered = await transport.deliver({ id, from, to, subject, text, html, sentAt: writtenAt });
    await recordResult(mail, delivered.ok ? null : delivered.error);
    return delivered.ok || delivered.error.kind !== 'unreachable';
  };

  return {
    name: 'mail',
    everyMs: EVERY_MS,
    async run() {
      for (let sent = 0; sent < MAX_PER_ROUND; sent += 1) if (!(await sendNext())) return;
    },
  };
};

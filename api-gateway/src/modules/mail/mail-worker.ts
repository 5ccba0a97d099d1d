import type { Logger } from 'pino';
import type { Clock, Database, Worker } from '../../platform';
import { createMailRepository } from './mail-repository';
import type { WaitingMail } from './mail-repository';
import type { DeliveryError, MailTransport } from './mail-transport';
import { isHopeless, pauseAfter } from './retry-rules';

export interface MailWorkerDeps {
  readonly database: Database;
  readonly transport: MailTransport;
  readonly clock: Clock;
  readonly log: Logger;
  /** Address that the messages come from. */
  readonly from: string;
}

const EVERY_MS = 500;

// Longer than any try may take: whoever still holds a message then is gone, and another may send it.
const LEASE_MS = 60_000;

// A round ends, so that a gateway that is asked to stop does.
const MAX_PER_ROUND = 50;

/** Sends what waits in the outbox, one message after the other, and tries again what could not be sent. */
export const createMailWorker = ({ database, transport, clock, log, from }: MailWorkerDeps): Worker => {
  const claim = async (): Promise<WaitingMail | null> => {
    const now = clock.realNow();
    // Nothing waits mostly: that must not cost the writer's lock.
    if (!(await createMailRepository(database.knex).isAnyDue(now))) return null;
    return database.write(({ knex }) => createMailRepository(knex).claim(now, now + LEASE_MS));
  };

  const settle = async (mail: WaitingMail, error: DeliveryError | null): Promise<void> => {
    const now = clock.realNow();
    const isOver = error === null || error.kind === 'refused' || isHopeless(mail, now);
    // Neither address nor words belong into a log.
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
    await settle(mail, delivered.ok ? null : delivered.error);
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

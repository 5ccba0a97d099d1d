import type { Clock, WriteTransaction } from '../../platform';
import { randomKey } from '../../platform';
import type { EmailMessage } from './letter';
import { createMailRepository } from './mail-repository';
import { renderEmail } from './write-letter';
import type { EmailContext } from './write-letter';

/** Where messages are handed in. */
export interface Outbox {
  /** Writes a message inside the caller's transaction: it goes out once that is committed, and never when it isn't. */
  enqueue(tx: Pick<WriteTransaction, 'knex'>, message: EmailMessage): Promise<void>;
}

export interface OutboxDeps extends EmailContext {
  readonly clock: Clock;
}

/** The outbox of this database. */
export const createOutbox = ({ clock, supportEmail }: OutboxDeps): Outbox => ({
  async enqueue({ knex }, message) {
    const written = renderEmail(message, { supportEmail });
    await createMailRepository(knex).insert({ ...written, id: randomKey(), to: message.to, writtenAt: clock.now(), queuedAt: clock.realNow(), attempts: 0 });
  },
});

import type { Clock, WriteTransaction } from '../../platform';
import { randomKey } from '../../platform';
import type { Letter } from './letter';
import { createMailRepository } from './mail-repository';
import { writeLetter } from './write-letter';
import type { LetterHead } from './write-letter';

/** Where letters are handed in. */
export interface Outbox {
  /** Writes a letter inside the caller's transaction: it goes out once that is committed, and never when it isn't. */
  enqueue(tx: Pick<WriteTransaction, 'knex'>, letter: Letter): Promise<void>;
}

/** What the outbox is made with. */
export interface OutboxDeps extends LetterHead {
  readonly clock: Clock;
}

/** The outbox of this database. */
export const createOutbox = ({ clock, supportEmail }: OutboxDeps): Outbox => ({
  async enqueue({ knex }, letter) {
    const written = writeLetter(letter, { supportEmail });
    await createMailRepository(knex).insert({ ...written, id: randomKey(), to: letter.to, writtenAt: clock.now(), queuedAt: clock.realNow(), attempts: 0 });
  },
});

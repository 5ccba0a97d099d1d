import type { Connection, SealedColumn } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** Column with the encrypted secrets of authenticator apps. */
export const SECOND_STEP_SECRET_COLUMN: SealedColumn = { table: 'second_step', key: 'uid', column: 'secret' };

/** Second step of a user's logins by password. */
export interface StoredSecondStep {
  readonly uid: string;
  /** Encrypted secret of the authenticator app. */
  readonly secret: string;
  /** Time, by the gateway's clock, at which a first right code confirmed the second step; null until then. */
  readonly confirmedAt: number | null;
  /** Number of the half minute whose code was accepted last; 0 before the first code. */
  readonly lastCounter: number;
}

/**
 * Ticket of a login whose password was right and whose code is still missing. The database holds only a hash of the
 * ticket.
 */
export interface StoredTicket {
  readonly ticketHash: string;
  readonly uid: string;
  /** Hash of the user's stored password hash, which a new password changes. */
  readonly passwordFingerprint: string;
  readonly wrongTries: number;
  /** Real time at which the ticket expires. */
  readonly expiresAt: number;
}

/** Repository of second steps, with their recovery codes and the tickets of unfinished logins. */
export interface SecondStepRepository {
  find(uid: string): Promise<StoredSecondStep | null>;
  /** Stores a second step and replaces the user's previous one. */
  put(secondStep: StoredSecondStep): Promise<void>;
  /** Removes the second step of a user with recovery codes and tickets. */
  removeOf(uid: string): Promise<void>;
  /** Replaces the recovery codes of a user by these. */
  putRecoveryCodes(uid: string, codeHashes: readonly string[]): Promise<void>;
  /** Removes a recovery code that was used. Returns false for an unknown code, and for one that was used before. */
  takeRecoveryCode(uid: string, codeHash: string): Promise<boolean>;
  countRecoveryCodes(uid: string): Promise<number>;
  insertTicket(ticket: StoredTicket): Promise<void>;
  findTicket(ticketHash: string): Promise<StoredTicket | null>;
  countWrongTry(ticketHash: string): Promise<void>;
  removeTicket(ticketHash: string): Promise<void>;
  removeExpiredTickets(realNow: number): Promise<void>;
}

interface SecondStepRow {
  readonly uid: string;
  readonly secret: string;
  readonly confirmed_at: number | string | null;
  readonly last_counter: number | string;
}

interface RecoveryCodeRow {
  readonly code_hash: string;
  readonly uid: string;
}

interface TicketRow {
  readonly ticket_hash: string;
  readonly uid: string;
  readonly password_fingerprint: string;
  readonly wrong_tries: number;
  readonly expires_at: number | string;
}

type TicketRepository = Pick<
  SecondStepRepository,
  'insertTicket' | 'findTicket' | 'countWrongTry' | 'removeTicket' | 'removeExpiredTickets'
>;

const createTicketRepository = (databaseConnection: Connection): TicketRepository => {
  const queryTickets = () => knexOf(databaseConnection)<TicketRow>('second_step_ticket');
  return {
    async insertTicket({ ticketHash, uid, passwordFingerprint, wrongTries, expiresAt }) {
      await queryTickets().insert({
        ticket_hash: ticketHash,
        uid,
        password_fingerprint: passwordFingerprint,
        wrong_tries: wrongTries,
        expires_at: expiresAt,
      });
    },
    async findTicket(ticketHash) {
      const ticketRow = await queryTickets().where({ ticket_hash: ticketHash }).first();
      return ticketRow === undefined
        ? null
        : {
            ticketHash,
            uid: ticketRow.uid,
            passwordFingerprint: ticketRow.password_fingerprint,
            wrongTries: ticketRow.wrong_tries,
            expiresAt: Number(ticketRow.expires_at),
          };
    },
    async countWrongTry(ticketHash) {
      await queryTickets().where({ ticket_hash: ticketHash }).increment('wrong_tries', 1);
    },
    async removeTicket(ticketHash) {
      await queryTickets().where({ ticket_hash: ticketHash }).delete();
    },
    async removeExpiredTickets(realNow) {
      await queryTickets().where('expires_at', '<=', realNow).delete();
    },
  };
};

/**
 * Creates the repository of second steps. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createSecondStepRepository = (databaseConnection: Connection): SecondStepRepository => {
  const knex = knexOf(databaseConnection);
  const querySecondSteps = () => knex<SecondStepRow>('second_step');
  const queryRecoveryCodes = () => knex<RecoveryCodeRow>('recovery_code');
  const queryTickets = () => knex<TicketRow>('second_step_ticket');
  return {
    ...createTicketRepository(databaseConnection),
    async find(uid) {
      const secondStepRow = await querySecondSteps().where({ uid }).first();
      return secondStepRow === undefined
        ? null
        : {
            uid,
            secret: secondStepRow.secret,
            confirmedAt: secondStepRow.confirmed_at === null ? null : Number(secondStepRow.confirmed_at),
            lastCounter: Number(secondStepRow.last_counter),
          };
    },
    async put({ uid, secret, confirmedAt, lastCounter }) {
      await querySecondSteps()
        .insert({ uid, secret, confirmed_at: confirmedAt, last_counter: lastCounter })
        .onConflict('uid')
        .merge();
    },
    async removeOf(uid) {
      await querySecondSteps().where({ uid }).delete();
      await queryRecoveryCodes().where({ uid }).delete();
      await queryTickets().where({ uid }).delete();
    },
    async putRecoveryCodes(uid, codeHashes) {
      await queryRecoveryCodes().where({ uid }).delete();
      await queryRecoveryCodes().insert(codeHashes.map((codeHash) => ({ uid, code_hash: codeHash })));
    },
    takeRecoveryCode: async (uid, codeHash) =>
      (await queryRecoveryCodes().where({ uid, code_hash: codeHash }).delete()) > 0,
    countRecoveryCodes: async (uid) => (await queryRecoveryCodes().where({ uid }).select('uid')).length,
  };
};

import type { Knex } from 'knex';

/** A message that waits to be sent. */
export interface WaitingMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Domain time: what its reader sees as the moment it was sent. */
  readonly writtenAt: number;
  /** Real time. */
  readonly queuedAt: number;
  /** How often it was taken in hand. */
  readonly attempts: number;
}

/** Where messages wait. */
export interface MailRepository {
  insert(mail: WaitingMail): Promise<void>;
  /** Whether anything is to be sent at this real instant. */
  isAnyDue(realNow: number): Promise<boolean>;
  /** Takes the one that has waited longest in hand; nobody else gets it before `until`. */
  claim(realNow: number, until: number): Promise<WaitingMail | null>;
  /** Asks for another try at that real instant. */
  postpone(id: string, dueAt: number): Promise<void>;
  remove(id: string): Promise<void>;
  /** All that wait for somebody, in the order in which they were written. */
  findTo(recipient: string): Promise<WaitingMail[]>;
  removeTo(recipient: string): Promise<void>;
}

interface MailRow {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly written_at: number | string;
  readonly queued_at: number | string;
  readonly due_at: number | string;
  readonly attempts: number;
}

const mailOf = (row: MailRow): WaitingMail => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.text,
  html: row.html,
  writtenAt: Number(row.written_at),
  queuedAt: Number(row.queued_at),
  attempts: row.attempts,
});

const rowOf = (mail: WaitingMail): MailRow => ({
  id: mail.id,
  recipient: mail.to,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  written_at: mail.writtenAt,
  queued_at: mail.queuedAt,
  due_at: mail.queuedAt,
  attempts: mail.attempts,
});

/** Waiting messages in the database. */
export const createMailRepository = (knex: Knex): MailRepository => {
  const mails = () => knex<MailRow>('mail');
  return {
    async insert(mail) {
      await mails().insert(rowOf(mail));
    },
    isAnyDue: async (realNow) => (await mails().where('due_at', '<=', realNow).first('id')) !== undefined,
    async claim(realNow, until) {
      const row = await mails().where('due_at', '<=', realNow).orderBy([{ column: 'due_at' }, { column: 'position' }]).first();
      if (row === undefined) return null;
      const attempts = row.attempts + 1;
      await mails().where({ id: row.id }).update({ due_at: until, attempts });
      return { ...mailOf(row), attempts };
    },
    async postpone(id, dueAt) {
      await mails().where({ id }).update({ due_at: dueAt });
    },
    async remove(id) {
      await mails().where({ id }).delete();
    },
    findTo: async (recipient) => (await mails().where({ recipient }).orderBy('position')).map(mailOf),
    async removeTo(recipient) {
      await mails().where({ recipient }).delete();
    },
  };
};

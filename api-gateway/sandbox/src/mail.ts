import { Router } from 'express';
import * as z from 'zod/mini';
import type { SandboxState } from './platform';

/** Attachment of a mail. */
const Attachment = z.object({
  name: z.string(),
  /** Media type with parameters. */
  type: z.string(),
  content: z.string(),
});

/** Mail as it arrived. */
export const ReceivedMail = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Further header fields. */
  headers: z.record(z.string(), z.string()),
  attachments: z.array(Attachment),
  /** Epoch milliseconds of the product's clock. */
  sentAt: z.number(),
});
export type ReceivedMail = z.infer<typeof ReceivedMail>;

/** Mails that have arrived in the sandbox. */
export interface MailStore {
  /** Stores a mail, unless a copy of it is stored. */
  accept(mail: ReceivedMail): void;
  /** Lists the mails, the newest first; only those of the reader `to` where it is named. */
  list(recipient?: string): ReceivedMail[];
  find(id: string): ReceivedMail | null;
}

const MAX_STORED = 2000;
const MAX_LISTED = 500;

// Mails from before parts were stored have none.
const COLUMNS = `id, recipient as "to", sender as "from", subject, text, html, sent_at as sentAt, coalesce(headers, '{}') as headers, coalesce(attachments, '[]') as attachments`;
const MAILS = 'mail left join mail_part on mail_part.mail_id = mail.id';

const Row = z.looseObject({ headers: z.string(), attachments: z.string() });

const mailOf = (row: unknown): ReceivedMail => {
  const { headers, attachments, ...mailFields } = Row.parse(row);
  return ReceivedMail.parse({ ...mailFields, headers: JSON.parse(headers), attachments: JSON.parse(attachments) });
};

const addressOf = (input: string): string => input.trim().toLowerCase();

/** Creates the mails of a database. */
export const createMailStore = (state: SandboxState): MailStore => {
  const insert = state.prepare(
    'insert or ignore into mail (id, recipient, sender, subject, text, html, sent_at) values (@id, @to, @from, @subject, @text, @html, @sentAt)',
  );
  const insertPart = state.prepare('insert or ignore into mail_part (mail_id, headers, attachments) values (?, ?, ?)');
  const pruneParts = state.prepare('delete from mail_part where mail_id not in (select id from mail)');
  const prune = state.prepare('delete from mail where seq <= (select max(seq) from mail) - ?');
  const selectAll = state.prepare(`select ${COLUMNS} from ${MAILS} order by seq desc limit ${MAX_LISTED}`);
  const ofOne = state.prepare(
    `select ${COLUMNS} from ${MAILS} where recipient = ? order by seq desc limit ${MAX_LISTED}`,
  );
  const selectMail = state.prepare(`select ${COLUMNS} from ${MAILS} where id = ?`);

  return {
    accept({ headers, attachments, ...mail }) {
      insert.run({ ...mail, to: addressOf(mail.to) });
      insertPart.run(mail.id, JSON.stringify(headers), JSON.stringify(attachments));
      if (prune.run(MAX_STORED).changes > 0) pruneParts.run();
    },
    list: (recipient) => (recipient === undefined ? selectAll.all() : ofOne.all(addressOf(recipient))).map(mailOf),
    find(id) {
      const row = selectMail.get(id);
      return row === undefined ? null : mailOf(row);
    },
  };
};

/** Answers `GET /mail?to=` with the mails as JSON, the newest first. */
export const createMailRouter = (mails: MailStore): Router => {
  const router = Router();
  router.get('/mail', ({ query: { to: recipient } }, response) => {
    response.json(mails.list(typeof recipient === 'string' && recipient.trim() !== '' ? recipient : undefined));
  });
  return router;
};

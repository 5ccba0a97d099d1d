import { Router } from 'express';
import * as z from 'zod/mini';
import type { SandboxState } from './platform';

const Attachment = z.object({
  name: z.string(),
  /** Media type with its parameters, for example `text/calendar; method=REQUEST`. */
  type: z.string(),
  content: z.string(),
});

/** An e-mail that the sandbox has received. */
export const ReceivedMail = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Header fields of the e-mail that have no property of their own. */
  headers: z.record(z.string(), z.string()),
  attachments: z.array(Attachment),
  /** Sending time, in epoch milliseconds of the product's domain clock. */
  sentAt: z.number(),
});
export type ReceivedMail = z.infer<typeof ReceivedMail>;

/** Stores the latest 2000 e-mails that the sandbox has received. */
export interface MailStore {
  /** Stores an e-mail. An e-mail whose id is already stored is ignored. */
  accept(mail: ReceivedMail): void;
  /** Lists the e-mails of a recipient, or of all recipients without one; the newest first. */
  list(recipient?: string): ReceivedMail[];
  find(id: string): ReceivedMail | null;
}

const MAX_STORED = 2000;
const MAX_LISTED = 500;

// Older e-mails were stored without headers and attachments, so both get empty defaults.
const COLUMNS = `id, recipient as "to", sender as "from", subject, text, html, sent_at as sentAt, coalesce(headers, '{}') as headers, coalesce(attachments, '[]') as attachments`;
const MAILS = 'mail left join mail_part on mail_part.mail_id = mail.id';

const Row = z.looseObject({ headers: z.string(), attachments: z.string() });

const mailOf = (row: unknown): ReceivedMail => {
  const { headers, attachments, ...mailFields } = Row.parse(row);
  return ReceivedMail.parse({ ...mailFields, headers: JSON.parse(headers), attachments: JSON.parse(attachments) });
};

const addressOf = (input: string): string => input.trim().toLowerCase();

/** Creates the store of e-mails in a database. */
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

/** Creates the route `GET /mail?to=`, which returns the e-mails as JSON, the newest first. */
export const createMailRouter = (mails: MailStore): Router => {
  const router = Router();
  router.get('/mail', ({ query: { to: recipient } }, response) => {
    response.json(mails.list(typeof recipient === 'string' && recipient.trim() !== '' ? recipient : undefined));
  });
  return router;
};

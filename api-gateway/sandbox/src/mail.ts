import { Router } from 'express';
import * as z from 'zod/mini';
import type { SandboxDatabase } from './platform';

const Attachment = z.object({
  name: z.string(),
  /** Media type of an attachment with its parameters, for example `text/calendar; method=REQUEST`. */
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
  /** Time at which the e-mail was sent, in epoch milliseconds of the gateway's clock, which testers can move. */
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

const MAX_STORED_MAILS = 2000;
const MAX_LISTED_MAILS = 500;

// Columns of a stored e-mail. Older e-mails were stored without headers and attachments, so both get empty defaults.
const MAIL_COLUMNS = `id, recipient as "to", sender as "from", subject, text, html, sent_at as sentAt, coalesce(headers, '{}') as headers, coalesce(attachments, '[]') as attachments`;
const MAIL_TABLES = 'mail left join mail_part on mail_part.mail_id = mail.id';

const MailPartRow = z.looseObject({ headers: z.string(), attachments: z.string() });

const parseMail = (row: unknown): ReceivedMail => {
  const { headers, attachments, ...mailFields } = MailPartRow.parse(row);
  return ReceivedMail.parse({ ...mailFields, headers: JSON.parse(headers), attachments: JSON.parse(attachments) });
};

const normalizeAddress = (input: string): string => input.trim().toLowerCase();

/** Creates the store of received e-mails in the sandbox's database. */
export const createMailStore = (database: SandboxDatabase): MailStore => {
  const insertMail = database.prepare(
    'insert or ignore into mail (id, recipient, sender, subject, text, html, sent_at) values (@id, @to, @from, @subject, @text, @html, @sentAt)',
  );
  const insertMailPart = database.prepare(
    'insert or ignore into mail_part (mail_id, headers, attachments) values (?, ?, ?)',
  );
  const pruneMailParts = database.prepare('delete from mail_part where mail_id not in (select id from mail)');
  const pruneMails = database.prepare('delete from mail where seq <= (select max(seq) from mail) - ?');
  const selectAllMails = database.prepare(
    `select ${MAIL_COLUMNS} from ${MAIL_TABLES} order by seq desc limit ${MAX_LISTED_MAILS}`,
  );
  const selectMailsOfRecipient = database.prepare(
    `select ${MAIL_COLUMNS} from ${MAIL_TABLES} where recipient = ? order by seq desc limit ${MAX_LISTED_MAILS}`,
  );
  const selectMail = database.prepare(`select ${MAIL_COLUMNS} from ${MAIL_TABLES} where id = ?`);

  return {
    accept({ headers, attachments, ...mail }) {
      insertMail.run({ ...mail, to: normalizeAddress(mail.to) });
      insertMailPart.run(mail.id, JSON.stringify(headers), JSON.stringify(attachments));
      if (pruneMails.run(MAX_STORED_MAILS).changes > 0) pruneMailParts.run();
    },
    list: (recipient) =>
      (recipient === undefined ? selectAllMails.all() : selectMailsOfRecipient.all(normalizeAddress(recipient))).map(
        parseMail,
      ),
    find(id) {
      const row = selectMail.get(id);
      return row === undefined ? null : parseMail(row);
    },
  };
};

/** Creates the route `GET /mail?to=`, which returns the sandbox's received e-mails as JSON, the newest first. */
export const createMailRouter = (mailStore: MailStore): Router => {
  const router = Router();
  router.get('/mail', ({ query: { to: recipient } }, response) => {
    response.json(mailStore.list(typeof recipient === 'string' && recipient.trim() !== '' ? recipient : undefined));
  });
  return router;
};

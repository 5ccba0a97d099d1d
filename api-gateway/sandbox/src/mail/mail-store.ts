import * as z from 'zod/mini';
import type { SandboxState } from '../state';

/** An e-mail as it arrived. */
export const ReceivedMail = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Epoch milliseconds of the product's clock. */
  sentAt: z.number(),
});
export type ReceivedMail = z.infer<typeof ReceivedMail>;

/** The mails that have arrived in the sandbox. */
export interface MailStore {
  /** Stores a mail; a second copy of the same one is passed over. */
  accept(mail: ReceivedMail): void;
  /** The newest first; of one reader where `to` names them. */
  list(to?: string): ReceivedMail[];
  find(id: string): ReceivedMail | null;
}

const MAX_STORED = 2000;
const MAX_LISTED = 500;

const COLUMNS = 'id, recipient as "to", sender as "from", subject, text, html, sent_at as sentAt';

const addressOf = (typed: string): string => typed.trim().toLowerCase();

/** Mails in the sandbox's file. */
export const createMailStore = (state: SandboxState): MailStore => {
  const insert = state.prepare('insert or ignore into mail (id, recipient, sender, subject, text, html, sent_at) values (@id, @to, @from, @subject, @text, @html, @sentAt)');
  const prune = state.prepare('delete from mail where seq <= (select max(seq) from mail) - ?');
  const all = state.prepare(`select ${COLUMNS} from mail order by seq desc limit ${MAX_LISTED}`);
  const ofOne = state.prepare(`select ${COLUMNS} from mail where recipient = ? order by seq desc limit ${MAX_LISTED}`);
  const one = state.prepare(`select ${COLUMNS} from mail where id = ?`);

  return {
    accept(mail) {
      insert.run({ ...mail, to: addressOf(mail.to) });
      prune.run(MAX_STORED);
    },
    list: (to) => z.array(ReceivedMail).parse(to === undefined ? all.all() : ofOne.all(addressOf(to))),
    find: (id) => z.nullable(ReceivedMail).parse(one.get(id) ?? null),
  };
};

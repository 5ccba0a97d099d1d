import * as z from 'zod/mini';
import { fromJsonColumn, type TextSealing } from '../../../platform';
import type { OpenDatabase } from '../../../platform/database/open-database';
import { MAIL_PLACE } from '../outbox';

const MailJobs = z.array(z.object({ id: z.string(), payload: z.unknown() }));
const SealedPayload = z.object({ to: z.string(), sealed: z.string() });
const Content = z.looseObject({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  calendar: z.nullable(z.object({ method: z.string(), name: z.string(), content: z.string() })),
});

/** An e-mail that waits to be sent, as its reader will see it. */
export type WaitingMail = z.infer<typeof Content> & { readonly id: string; readonly to: string };

/** Reads the e-mails that wait to be sent, the oldest first: all of them, or those to one address. */
export const readWaitingMails = async (
  { database, secrets }: { readonly database: OpenDatabase; readonly secrets: TextSealing },
  email?: string,
): Promise<WaitingMail[]> => {
  const mailJobs = await database
    .knex('job')
    .where({ kind: 'mail/deliver', ...(email === undefined ? {} : { person: email }) })
    .orderBy('position')
    .select('id', 'payload');
  return MailJobs.parse(mailJobs).map(({ id, payload }) => {
    const { to, sealed } = SealedPayload.parse(fromJsonColumn(payload));
    return { id, to, ...Content.parse(JSON.parse(secrets.open(MAIL_PLACE, sealed) ?? 'null')) };
  });
};

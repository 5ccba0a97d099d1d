import { Key } from '@mahlzeit/contract';
import { Router, urlencoded } from 'express';
import type { Response } from 'express';
import * as z from 'zod/mini';
import texts from '../../../../locales/de.json';
import { inlineSource, MESSAGE_PAGE_STYLE, messagePage } from '../../../platform';
import type { IdentityRows, IdentityStore } from '../identity-store';
import { saveUser } from './user-document';
import type { StoredUser } from './user-repository';

const PATH = '/mails/end';

/** Where the reader of a message ends messages of meetups, for mail programs (RFC 8058) and for people. */
export const mailsEndUrl = (publicUrl: string, token: string): string => `${publicUrl}${PATH}/${token}`;

/** What mail programs send (RFC 8058 §3.1). */
const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' };

const RESUME = { name: 'mails', value: 'on' };

const SCRIPT = 'document.forms[0].submit();';

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; script-src ${inlineSource(SCRIPT)}; style-src ${MESSAGE_PAGE_STYLE}; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

// Each is the same for whoever asks: none tells whether the link is anybody's.
const PAGES = {
  // What looks into the links of a mail before its reader does fetches this and ends nothing; a browser goes on by itself.
  asked: messagePage({ title: texts.mailsEndTitle, text: texts.mailsEndText, script: SCRIPT, button: { label: texts.mailsEndButton, ...ONE_CLICK } }),
  ended: messagePage({ title: texts.mailsEndedTitle, text: texts.mailsEndedText, script: null, button: { label: texts.mailsResumeButton, ...RESUME } }),
  resumed: messagePage({ title: texts.mailsResumedTitle, text: texts.mailsResumedText, script: null, button: { label: texts.mailsEndButton, ...ONE_CLICK } }),
} as const;

const send = (response: Response, page: keyof typeof PAGES): void => void response.set(HEADERS).end(PAGES[page]);

const Resuming = z.object({ [RESUME.name]: z.literal(RESUME.value) });

/** Ends or resumes messages of meetups for the owner of a link; they need not be signed in. A link that is nobody's changes nothing. */
const setMeetupMails = async (store: IdentityStore, token: string, meetupMails: boolean): Promise<void> => {
  const findOwner = async (rows: IdentityRows): Promise<StoredUser | null> => {
    const uid = await rows.mailReaders.findUidByToken(token);
    return uid === null ? null : rows.users.find(uid);
  };
  // Anybody may call: only what changes something takes a turn at writing.
  if (((await store.read(findOwner))?.meetupMails ?? meetupMails) === meetupMails) return;
  await store.write(async (rows) => {
    const user = await findOwner(rows);
    if (user !== null && user.meetupMails !== meetupMails) await saveUser(rows, { ...user, meetupMails }, { isNew: false });
  });
};

/** `/mails/end/{token}`: a GET asks and a POST ends; whatever form the POST has, unless it says that messages are wanted again. */
export const createMailsEndRouter = (store: IdentityStore): Router => {
  const router = Router({ strict: true, caseSensitive: true });
  router.get(`${PATH}/:token`, (_request, response) => send(response, 'asked'));
  router.post(`${PATH}/:token`, urlencoded({ extended: false, limit: '1kb' }), async ({ params: { token }, body }, response) => {
    const isResuming = Resuming.safeParse(body).success;
    const key = Key.safeParse(token);
    if (key.success) await setMeetupMails(store, key.data, isResuming);
    send(response, isResuming ? 'resumed' : 'ended');
  });
  return router;
};

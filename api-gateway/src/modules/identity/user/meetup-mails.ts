import { Key } from '@mahlzeit/contract';
import { Router, urlencoded } from 'express';
import type { RequestHandler, Response } from 'express';
import * as z from 'zod/mini';
import texts from '../../../../locales/de.json';
import { clientAddress, consumeAttempt, MESSAGE_PAGE_STYLE, messagePage, retryAfterHeader } from '../../../platform';
import type { CreateRateLimiter } from '../../../platform';
import type { IdentityRows, IdentityStore, StoredUser } from '../store';
import { saveUser } from './user-document';

const MAILS_END_PATH = '/mails/end';

/** Builds the unsubscribe link of e-mails about meetups, for mail programs (RFC 8058) and for people. */
export const mailsEndUrl = (publicUrl: string, token: string): string => `${publicUrl}${MAILS_END_PATH}/${token}`;

/** Form field that mail programs send to unsubscribe with one click (RFC 8058 §3.1). */
const ONE_CLICK_FIELD = { name: 'List-Unsubscribe', value: 'One-Click' };

const RESUME_FIELD = { name: 'mails', value: 'on' };

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src ${MESSAGE_PAGE_STYLE}; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

// The pages are the same for all links, so that they don't reveal whether a link is valid.
const PAGE_BY_STATE = {
  // Link scanners of mail servers open this page before the reader does and run its scripts. So opening the page
  // changes nothing: the reader has to press the button.
  asked: messagePage({
    title: texts.mailsEndTitle,
    text: texts.mailsEndText,
    script: null,
    button: { label: texts.mailsEndButton, ...ONE_CLICK_FIELD },
  }),
  ended: messagePage({
    title: texts.mailsEndedTitle,
    text: texts.mailsEndedText,
    script: null,
    button: { label: texts.mailsResumeButton, ...RESUME_FIELD },
  }),
  tooMany: messagePage({ title: texts.mailsTooManyTitle, text: texts.mailsTooManyText, script: null }),
  resumed: messagePage({
    title: texts.mailsResumedTitle,
    text: texts.mailsResumedText,
    script: null,
    button: { label: texts.mailsEndButton, ...ONE_CLICK_FIELD },
  }),
} as const;

const sendPage = (response: Response, page: keyof typeof PAGE_BY_STATE): void =>
  void response.set(PAGE_HEADERS).end(PAGE_BY_STATE[page]);

// Limit of POSTs per IP address. All users of one mail provider may share the provider's IP address.
const MAX_POSTS_PER_MINUTE = 60;

const ResumeForm = z.object({ [RESUME_FIELD.name]: z.literal(RESUME_FIELD.value) });

/**
 * Ends or resumes e-mails about meetups for the user to whom the link belongs; they need not be signed in. An unknown
 * token changes nothing.
 */
const setMeetupMails = async (store: IdentityStore, token: string, meetupMails: boolean): Promise<void> => {
  const findOwner = async (rows: IdentityRows): Promise<StoredUser | null> => {
    const uid = await rows.mailReaders.findUidByToken(token);
    return uid === null ? null : rows.users.find(uid);
  };
  // Anybody may call this route, so the code opens a write transaction only if the setting really changes.
  if (((await store.read(findOwner))?.meetupMails ?? meetupMails) === meetupMails) return;
  await store.write(async (rows) => {
    const user = await findOwner(rows);
    if (user !== null && user.meetupMails !== meetupMails)
      await saveUser(rows, { ...user, meetupMails }, { isNew: false });
  });
};

/**
 * Creates the router of `/mails/end/{token}`. A GET shows a page that asks for confirmation and reads nothing from the
 * database. A POST ends the e-mails; a POST whose form asks to resume them turns them on again. POSTs are limited by IP
 * address.
 */
export const createMailsEndRouter = (store: IdentityStore, createRateLimiter: CreateRateLimiter): Router => {
  const limiter = createRateLimiter('mails-end', { points: MAX_POSTS_PER_MINUTE, durationMs: 60_000 });
  const limitPosts: RequestHandler = async (request, response, next) => {
    const admission = await consumeAttempt(limiter, clientAddress(request));
    if (admission.ok) return next();
    response.status(429).set(retryAfterHeader(admission.error));
    sendPage(response, 'tooMany');
  };
  const router = Router({ strict: true, caseSensitive: true });
  router.get(`${MAILS_END_PATH}/:token`, (_request, response) => sendPage(response, 'asked'));
  router.post(
    `${MAILS_END_PATH}/:token`,
    limitPosts,
    urlencoded({ extended: false, limit: '1kb' }),
    async ({ params: { token }, body }, response) => {
      const isResuming = ResumeForm.safeParse(body).success;
      const key = Key.safeParse(token);
      if (key.success) await setMeetupMails(store, key.data, isResuming);
      sendPage(response, isResuming ? 'resumed' : 'ended');
    },
  );
  return router;
};

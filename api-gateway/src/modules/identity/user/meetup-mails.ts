import { Key } from '@mahlzeit/contract';
import { Router, urlencoded } from 'express';
import type { RequestHandler, Response } from 'express';
import * as z from 'zod/mini';
import texts from '../../../../locales/de.json';
import { clientAddress, consumeAttempt, MESSAGE_PAGE_STYLE, messagePage, retryAfterHeader } from '../../../platform';
import type { CreateRateLimiter } from '../../../platform';
import type { IdentityRows, IdentityStore, StoredUser } from '../store';
import { saveUser } from './user-document';

const PATH = '/mails/end';

/** Builds the unsubscribe link of e-mails about meetups, for mail programs (RFC 8058) and for people. */
export const mailsEndUrl = (publicUrl: string, token: string): string => `${publicUrl}${PATH}/${token}`;

/** Form field that mail programs send to unsubscribe with one click (RFC 8058 §3.1). */
const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' };

const RESUME = { name: 'mails', value: 'on' };

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src ${MESSAGE_PAGE_STYLE}; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

// The pages are the same for all links, so that they don't reveal whether a link is valid.
const PAGES = {
  // Link scanners of mail servers open this page before the reader does and run its scripts. So opening the page
  // changes nothing: the reader has to press the button.
  asked: messagePage({
    title: texts.mailsEndTitle,
    text: texts.mailsEndText,
    script: null,
    button: { label: texts.mailsEndButton, ...ONE_CLICK },
  }),
  ended: messagePage({
    title: texts.mailsEndedTitle,
    text: texts.mailsEndedText,
    script: null,
    button: { label: texts.mailsResumeButton, ...RESUME },
  }),
  tooMany: messagePage({ title: texts.mailsTooManyTitle, text: texts.mailsTooManyText, script: null }),
  resumed: messagePage({
    title: texts.mailsResumedTitle,
    text: texts.mailsResumedText,
    script: null,
    button: { label: texts.mailsEndButton, ...ONE_CLICK },
  }),
} as const;

const send = (response: Response, page: keyof typeof PAGES): void => void response.set(HEADERS).end(PAGES[page]);

// Limit of POSTs per IP address. All users of one mail provider may share the provider's IP address.
const POSTS_A_MINUTE = 60;

const Resuming = z.object({ [RESUME.name]: z.literal(RESUME.value) });

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
  const limiter = createRateLimiter('mails-end', { points: POSTS_A_MINUTE, durationMs: 60_000 });
  const admit: RequestHandler = async (request, response, next) => {
    const admitted = await consumeAttempt(limiter, clientAddress(request));
    if (admitted.ok) return next();
    response.status(429).set(retryAfterHeader(admitted.error));
    send(response, 'tooMany');
  };
  const router = Router({ strict: true, caseSensitive: true });
  router.get(`${PATH}/:token`, (_request, response) => send(response, 'asked'));
  router.post(
    `${PATH}/:token`,
    admit,
    urlencoded({ extended: false, limit: '1kb' }),
    async ({ params: { token }, body }, response) => {
      const isResuming = Resuming.safeParse(body).success;
      const key = Key.safeParse(token);
      if (key.success) await setMeetupMails(store, key.data, isResuming);
      send(response, isResuming ? 'resumed' : 'ended');
    },
  );
  return router;
};

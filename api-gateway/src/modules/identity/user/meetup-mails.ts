import { Key } from '@mahlzeit/contract';
import { Router, urlencoded } from 'express';
import type { RequestHandler, Response } from 'express';
import * as z from 'zod/mini';
import texts from '../../../../locales/de.json';
import {
  clientAddress,
  consumeAttempt,
  MESSAGE_PAGE_STYLE,
  renderMessagePage,
  retryAfterHeader,
} from '../../../platform';
import type { CreateRateLimiter } from '../../../platform';
import type { IdentityRows, IdentityStore, StoredUser } from '../store';
import { saveUser } from './user-document';

const MAILS_END_PATH = '/mails/end';

/** Builds the unsubscribe link in e-mails about meetups, for mail programs (RFC 8058) and for people. */
export const mailsUnsubscribeUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}${MAILS_END_PATH}/${token}`;

/** Form field that mail programs send to unsubscribe with one click (RFC 8058 §3.1). */
const ONE_CLICK_UNSUBSCRIBE_FIELD = { name: 'List-Unsubscribe', value: 'One-Click' };

const RESUME_MAILS_FIELD = { name: 'mails', value: 'on' };

const MAIL_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src ${MESSAGE_PAGE_STYLE}; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'X-Robots-Tag': 'noindex',
};

// Pages that an unsubscribe link shows. They are the same for all links, so that they don't reveal whether a link is
// valid.
const PAGE_BY_STATE = {
  // Page that asks for confirmation. Link scanners of mail servers open it before the user does and run its scripts, so
  // opening it changes nothing: the user has to press the button.
  asked: renderMessagePage({
    title: texts.mailsEndTitle,
    text: texts.mailsEndText,
    script: null,
    button: { label: texts.mailsEndButton, ...ONE_CLICK_UNSUBSCRIBE_FIELD },
  }),
  ended: renderMessagePage({
    title: texts.mailsEndedTitle,
    text: texts.mailsEndedText,
    script: null,
    button: { label: texts.mailsResumeButton, ...RESUME_MAILS_FIELD },
  }),
  tooMany: renderMessagePage({ title: texts.mailsTooManyTitle, text: texts.mailsTooManyText, script: null }),
  resumed: renderMessagePage({
    title: texts.mailsResumedTitle,
    text: texts.mailsResumedText,
    script: null,
    button: { label: texts.mailsEndButton, ...ONE_CLICK_UNSUBSCRIBE_FIELD },
  }),
} as const;

const sendPage = (response: Response, pageState: keyof typeof PAGE_BY_STATE): void =>
  void response.set(MAIL_PAGE_HEADERS).end(PAGE_BY_STATE[pageState]);

// Maximum number of POSTs from one IP address in a minute. All users of one mail provider may share the provider's IP
// address.
const MAX_POSTS_PER_MINUTE = 60;

const ResumeMailsForm = z.object({ [RESUME_MAILS_FIELD.name]: z.literal(RESUME_MAILS_FIELD.value) });

/**
 * Ends or resumes e-mails about meetups for the user to whom an unsubscribe link belongs; the user need not be signed
 * in. An unknown token changes nothing.
 */
const setMeetupMails = async (store: IdentityStore, token: string, meetupMails: boolean): Promise<void> => {
  const findTokenOwner = async (identityRows: IdentityRows): Promise<StoredUser | null> => {
    const uid = await identityRows.mailReaders.findUidByToken(token);
    return uid === null ? null : identityRows.users.find(uid);
  };
  // Opens a write transaction only if the setting really changes, because anybody may call this route.
  if (((await store.read(findTokenOwner))?.meetupMails ?? meetupMails) === meetupMails) return;
  await store.write(async (identityRows) => {
    const user = await findTokenOwner(identityRows);
    if (user !== null && user.meetupMails !== meetupMails)
      await saveUser(identityRows, { ...user, meetupMails }, { isNew: false });
  });
};

/**
 * Creates the router of `/mails/end/{token}`. A GET shows a page that asks for confirmation and reads nothing from the
 * database. A POST ends the e-mails; a POST whose form asks to resume them turns them on again. POSTs are limited by IP
 * address.
 */
export const createMailsEndRouter = (store: IdentityStore, createRateLimiter: CreateRateLimiter): Router => {
  const postLimiter = createRateLimiter('mails-end', { points: MAX_POSTS_PER_MINUTE, durationMs: 60_000 });
  const limitPosts: RequestHandler = async (request, response, next) => {
    const postAdmission = await consumeAttempt(postLimiter, clientAddress(request));
    if (postAdmission.ok) return next();
    response.status(429).set(retryAfterHeader(postAdmission.error));
    sendPage(response, 'tooMany');
  };
  const router = Router({ strict: true, caseSensitive: true });
  router.get(`${MAILS_END_PATH}/:token`, (_request, response) => sendPage(response, 'asked'));
  router.post(
    `${MAILS_END_PATH}/:token`,
    limitPosts,
    urlencoded({ extended: false, limit: '1kb' }),
    async ({ params: { token }, body }, response) => {
      const isResumeRequested = ResumeMailsForm.safeParse(body).success;
      const parsedToken = Key.safeParse(token);
      if (parsedToken.success) await setMeetupMails(store, parsedToken.data, isResumeRequested);
      sendPage(response, isResumeRequested ? 'resumed' : 'ended');
    },
  );
  return router;
};

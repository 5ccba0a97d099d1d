import { Router } from 'express';
import { sendError } from '../answer-fault';
import type { SandboxClock } from '../clock/sandbox-clock';
import type { MailStore } from '../mail/mail-store';
import { homePage } from './home-page';
import { sendPage } from './page';

export interface HomeRouterDeps {
  readonly mails: MailStore;
  readonly clock: SandboxClock;
  readonly gatewayUrl: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

// A link of a mail opens beside the sandbox, not inside the frame.
const inFrame = (html: string): string => html.replace(/<head>/i, '<head><base target="_blank" rel="noopener">');

/** `/`: mails and clock for people; `/mails/{id}`: one mail as its reader sees it. */
export const createHomeRouter = ({ mails, clock, gatewayUrl }: HomeRouterDeps): Router => {
  const router = Router();
  router.get('/', ({ query }, response) => {
    const to = textOf(query['to']);
    const id = textOf(query['mail']);
    const shown = mails.list(to === '' ? undefined : to);
    sendPage(response, homePage({ now: clock.now(), gatewayUrl, mails: shown, opened: id === '' ? null : mails.find(id), to }));
  });
  router.get('/mails/:id', ({ params: { id } }, response) => {
    const mail = mails.find(id);
    if (mail === null) return sendError(response, 404, 'notFound');
    response.set({
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
    response.type('html').send(inFrame(mail.html));
  });
  return router;
};

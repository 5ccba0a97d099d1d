import { Router } from 'express';
import type { MailStore } from './mail-store';

/** `GET /mail?to=`: the mails as JSON, the newest first. */
export const createMailRouter = (mails: MailStore): Router => {
  const router = Router();
  router.get('/mail', ({ query: { to } }, response) => {
    response.json(mails.list(typeof to === 'string' && to.trim() !== '' ? to : undefined));
  });
  return router;
};

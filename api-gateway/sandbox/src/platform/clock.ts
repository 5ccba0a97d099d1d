import express, { Router } from 'express';
import * as z from 'zod/mini';
import { sendError } from './page';

/** The product's two clocks as the sandbox needs them; epoch milliseconds. */
export interface SandboxClock {
  /** The one that can be moved. */
  now(): number;
  /** The machine's: tokens and codes of the sign-in pages live by it. */
  realNow(): number;
  /** Sets the first; whatever has become due has been done when it resolves. */
  moveTo(instant: number): Promise<void>;
}

// What a Date can hold and an ISO year of four digits can say.
const LATEST = Date.parse('9999-12-31T00:00:00Z');

const IsoText = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);

const Instant = z.pipe(
  z.union([
    z.number(),
    z.pipe(
      IsoText,
      z.transform((text) => Date.parse(text)),
    ),
  ]),
  z.int().check(z.gte(0), z.lte(LATEST)),
);

const Move = z.object({ now: Instant, force: z._default(z.boolean(), false) });

/** `GET /clock` tells the product's time, `POST /clock` moves it; backwards by force alone. */
export const createClockRouter = (clock: SandboxClock): Router => {
  const router = Router();
  // JSON alone: a page of somebody else could send a form.
  router
    .route('/clock')
    .get((_request, response) => {
      response.json({ now: clock.now() });
    })
    .post(express.json(), async ({ body }, response) => {
      const move = Move.safeParse(body);
      if (!move.success) return sendError(response, 400, 'invalidRequest');
      const { now, force } = move.data;
      if (now < clock.now() && !force) return sendError(response, 409, 'clockBackwards');
      await clock.moveTo(now);
      response.json({ now: clock.now() });
    });
  return router;
};

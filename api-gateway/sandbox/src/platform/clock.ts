import express, { Router } from 'express';
import * as z from 'zod/mini';
import { sendError } from './page';

/** Clocks of the product as the sandbox needs them; epoch milliseconds. */
export interface SandboxClock {
  /** Domain clock, which can be moved. */
  now(): number;
  /** Clock of the machine: tokens and codes of the sign-in pages expire by it. */
  realNow(): number;
  /** Moves the domain clock. Resolves once everything that became due is done. */
  moveTo(instant: number): Promise<void>;
}

// Instants that a Date can hold and an ISO year of four digits can write.
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

/** Answers `GET /clock` with the product's time, and moves it by `POST /clock`; backwards only with `force`. */
export const createClockRouter = (clock: SandboxClock): Router => {
  const router = Router();
  // Only JSON is read: a page of another origin could send a form.
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

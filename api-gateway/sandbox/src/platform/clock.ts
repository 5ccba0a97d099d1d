import express, { Router } from 'express';
import * as z from 'zod/mini';
import { allowCrossOrigin } from './cross-origin';
import { sendError } from './page';

/**
 * The two clocks of the product, in epoch milliseconds: the gateway's clock, which testers can move, and the machine's
 * clock.
 */
export interface SandboxClock {
  /** Returns the time of the gateway's clock, which testers can move. */
  now(): number;
  /** Returns the time of the machine's clock, by which the tokens and codes of the sign-in pages expire. */
  realNow(): number;
  /** Moves the gateway's clock. Resolves when all jobs that became due are finished. */
  moveTo(instant: number): Promise<void>;
}

// Latest instant to which the gateway's clock can be moved, because an ISO year has four digits.
const LATEST_INSTANT_MS = Date.parse('9999-12-31T00:00:00Z');

const IsoText = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);

const Instant = z.pipe(
  z.union([
    z.number(),
    z.pipe(
      IsoText,
      z.transform((text) => Date.parse(text)),
    ),
  ]),
  z.int().check(z.gte(0), z.lte(LATEST_INSTANT_MS)),
);

const ClockMove = z.object({ now: Instant, force: z._default(z.boolean(), false) });

/**
 * Creates the routes `GET /clock`, which returns the time of the gateway's clock, and `POST /clock`, which moves it. A
 * move backwards needs `force`.
 */
export const createClockRouter = (clock: SandboxClock, gatewayUrl: string): Router => {
  const router = Router();
  // Accepts only JSON: a page of another origin could send a form, but not JSON. The product's own pages send JSON,
  // because their panel for testers has a clock.
  router
    .route('/clock')
    .all(allowCrossOrigin(gatewayUrl))
    .get((_request, response) => {
      response.json({ now: clock.now() });
    })
    .post(express.json(), async ({ body }, response) => {
      const clockMove = ClockMove.safeParse(body);
      if (!clockMove.success) return sendError(response, 400, 'invalidRequest');
      const { now, force } = clockMove.data;
      if (now < clock.now() && !force) return sendError(response, 409, 'clockBackwards');
      await clock.moveTo(now);
      response.json({ now: clock.now() });
    });
  return router;
};

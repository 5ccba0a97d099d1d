import { Coordinate } from '@mahlzeit/contract';
import * as z from 'zod/mini';

/** Member who has a page of the product open: their session, their chat, and the live topics that the page follows. */
export const LoadMember = z.object({
  uid: z.string(),
  /** Name under which the payment sandbox knows the member's cards. */
  payerName: z.string(),
  token: z.string(),
  /** Cookie with which the page gets its next token. */
  cookie: z.string(),
  chatKey: z.string(),
  topics: z.array(z.string()),
});
export type LoadMember = z.infer<typeof LoadMember>;

/** Restaurant with an open partner console (counter), and its dish that everybody orders. */
export const LoadCounter = z.object({
  restaurantKey: z.string(),
  token: z.string(),
  dishKey: z.string(),
  /** Price of the dish in cents. */
  price: z.number(),
  /** Another dish of the restaurant, whose price changes. */
  changingDishKey: z.string(),
  mealTypeKey: z.string(),
});
export type LoadCounter = z.infer<typeof LoadCounter>;

/** Gateway under load, and its data that the members and counters use. */
export const LoadTarget = z.object({
  url: z.string(),
  /** Milliseconds by which the gateway's clock is ahead of the machine's. */
  clockAheadMs: z.number(),
  position: Coordinate,
  members: z.array(LoadMember),
  counters: z.array(LoadCounter),
  places: z.array(z.object({ key: z.string(), routingName: z.string() })),
  /** Paths of pictures that lists and pages of places show. */
  pictures: z.array(z.string()),
});
export type LoadTarget = z.infer<typeof LoadTarget>;

/** Number of arrivals a second of each kind of action. */
export const LoadRates = z.object({
  /** Requests of browsing diners. */
  browsing: z.number(),
  messages: z.number(),
  invitations: z.number(),
  orders: z.number(),
  /** Changes of a dish by its restaurant. */
  menuChanges: z.number(),
});
export type LoadRates = z.infer<typeof LoadRates>;

/** No action of any kind. */
export const NO_LOAD: LoadRates = { browsing: 0, messages: 0, invitations: 0, orders: 0, menuChanges: 0 };

/** Load that is applied for a while. */
export const LoadRun = z.object({
  rates: LoadRates,
  durationMs: z.number(),
  /** Time from the arrival of an order at its counter until somebody there accepts it. */
  acceptAfterMs: z.number(),
  /** Number of unfinished actions at which the run ends early, because the gateway falls more and more behind. */
  maxUnfinished: z.number(),
});
export type LoadRun = z.infer<typeof LoadRun>;

/** Outcome of a run, or of a part of it. */
export const LoadReport = z.object({
  /** Number and 99th percentile of the times of each kind of request or delivery. */
  times: z.record(z.string(), z.object({ count: z.number(), p99Ms: z.number() })),
  /** Number of failures by kind and outcome, for instance `message: 503 unavailable` or `list: ECONNRESET`. */
  failures: z.record(z.string(), z.number()),
  /** Number of deltas that all open pages have received. */
  deltas: z.number(),
  /** Number of open pages and counters that have lost their connection since the start. */
  lostConnections: z.number(),
  /** Whether the run ended early because too many actions were unfinished. */
  isOverloaded: z.boolean(),
  /** Share of one processor that the process of the load has used itself. */
  cpuShare: z.number(),
  /** 99th percentile of the delays of the load's own event loop in ms. Its times hold these delays, too. */
  ownDelayP99Ms: z.number(),
});
export type LoadReport = z.infer<typeof LoadReport>;

import * as z from 'zod/mini';

/** How many requests of each kind were answered with which status; 0 where there was no answer. */
export const Outcome = z.record(z.string(), z.record(z.string(), z.number()));
export type Outcome = z.infer<typeof Outcome>;

/** Durations of the probes of one phase in milliseconds, and the failed probes. */
export const Probed = z.object({
  livez: z.array(z.number()),
  logins: z.array(z.number()),
  failures: z.array(z.string()),
});
export type Probed = z.infer<typeof Probed>;

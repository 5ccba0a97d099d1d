import * as z from 'zod/mini';

/** Number of responses by kind of request and HTTP status. Requests without a response are counted under status 0. */
export const AttackOutcome = z.record(z.string(), z.record(z.string(), z.number()));
export type AttackOutcome = z.infer<typeof AttackOutcome>;

/** Durations of the probes of one phase in milliseconds, and the messages of the failed probes. */
export const ProbeResult = z.object({
  livez: z.array(z.number()),
  logins: z.array(z.number()),
  failures: z.array(z.string()),
});
export type ProbeResult = z.infer<typeof ProbeResult>;

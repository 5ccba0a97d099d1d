import * as z from 'zod/mini';

/** Names of the loads, in the order in which they are measured. `flood` is everything at once that an attacker has. */
export const LOAD_NAMES = ['flood', 'subscriptions', 'sockets', 'messages', 'metrics', 'expiry'] as const;
export type LoadName = (typeof LOAD_NAMES)[number];

/** Number of requests or connections by kind and by how they ended. Requests without a response have the status 0. */
export const AttackOutcome = z.record(z.string(), z.record(z.string(), z.number()));
export type AttackOutcome = z.infer<typeof AttackOutcome>;

/** Durations of the probes of one phase in milliseconds, and the messages of the failed probes. */
export const ProbeResult = z.object({
  livez: z.array(z.number()),
  logins: z.array(z.number()),
  failures: z.array(z.string()),
});
export type ProbeResult = z.infer<typeof ProbeResult>;

import * as z from 'zod/mini';
import type { AttackOutcome } from '../replies';

/** The attacked gateway, and what the attackers know about it. */
export const AttackTarget = z.object({
  url: z.string(),
  /** Addresses of this machine from which the attackers send, in turns; empty where the system has one alone. */
  addresses: z.array(z.string()),
  /** Addresses of the members who prepare the attack. */
  memberAddresses: z.array(z.string()),
  metricsToken: z.string(),
  /** Chat of ten people with their tokens. */
  chat: z.object({ key: z.string(), tokens: z.array(z.string()) }),
});
export type AttackTarget = z.infer<typeof AttackTarget>;

/** Many requests or connections at once. */
export interface AttackLoad {
  /** Prepares the load while nothing is measured. */
  prepare(target: AttackTarget): Promise<void>;
  /** Runs the load until all of it is served, or until the load's time is over. */
  run(target: AttackTarget): Promise<AttackOutcome>;
}

/** Counts how often each outcome occurs. */
export const countByOutcome = (outcomes: readonly (string | number)[]): Record<string, number> => {
  const countOf: Record<string, number> = {};
  for (const outcome of outcomes) countOf[outcome] = (countOf[outcome] ?? 0) + 1;
  return countOf;
};

/** Returns the address from which the attackers open their connection of this number; undefined for the default one. */
export const addressAt = ({ addresses }: Pick<AttackTarget, 'addresses'>, index: number): string | undefined =>
  addresses[index % addresses.length];

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';

/** What a fault is asked for: which calls it hits, when, and what becomes of them (contract §8). */
export const FaultForm = z.object({
  provider: z.optional(z.enum(['mangopay', 'paypal'])),
  operation: z.enum(['payin', 'capture', 'refund', 'cardRegistration', 'read', '*']),
  /** Before the provider has written anything, or after. */
  when: z.enum(['beforeCommit', 'afterCommit']),
  /** The line is cut, the answer is late, or it is a failure. */
  kind: z.enum(['drop', 'delay', 'fail']),
  delayMs: z._default(z.int().check(z.gte(0), z.lte(120_000)), 0),
  /** HTTP status of a failure. */
  status: z.optional(z.int().check(z.gte(400), z.lte(599))),
  /** A failure as the provider's own code, in a proper answer. */
  resultCode: z.optional(z.string().check(z.maxLength(100))),
  /** How many calls it hits. */
  count: z.int().check(z.gte(1), z.lte(10_000)),
});
export type FaultForm = z.infer<typeof FaultForm>;

/** One kind of call of one provider. */
export interface ProviderCall {
  readonly provider: 'mangopay' | 'paypal';
  readonly operation: Exclude<FaultForm['operation'], '*'>;
}

/** What becomes of a call: undefined: nothing unusual. */
export type Fault = Pick<FaultForm, 'kind' | 'status' | 'resultCode'>;

/** Faults that wait for calls. */
export interface Faults {
  /** Adds one and answers its id. */
  add(form: FaultForm): string;
  clear(): void;
  /** Takes the first fault for this moment of a call; a late answer has been waited for when it resolves. */
  meet(call: ProviderCall, when: FaultForm['when']): Promise<Fault | undefined>;
  /** Ends what is being waited for. */
  close(): void;
}

interface Waiting extends FaultForm {
  readonly id: string;
  left: number;
}

/** Faults in memory: whoever wants one asks for it. */
export const createFaults = (): Faults => {
  const waiting: Waiting[] = [];
  const closing = new AbortController();

  const take = ({ provider, operation }: ProviderCall, when: FaultForm['when']): Waiting | undefined => {
    const found = waiting.find(
      (fault) =>
        fault.when === when &&
        (fault.provider === undefined || fault.provider === provider) &&
        (fault.operation === '*' || fault.operation === operation),
    );
    if (found !== undefined) {
      found.left -= 1;
      if (found.left === 0) waiting.splice(waiting.indexOf(found), 1);
    }
    return found;
  };

  return {
    add(form) {
      const id = randomUUID();
      waiting.push({ ...form, id, left: form.count });
      return id;
    },
    clear: () => void waiting.splice(0),
    async meet(call, when) {
      const fault = take(call, when);
      if (fault === undefined) return undefined;
      if (fault.delayMs > 0)
        await delay(fault.delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      return fault.kind === 'delay' ? undefined : fault;
    },
    close: () => closing.abort(),
  };
};

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';

/** Request of a fault: the calls that it hits, the moment, and the outcome (contract §8). */
export const FaultForm = z.object({
  provider: z.optional(z.enum(['mangopay', 'paypal'])),
  operation: z.enum(['payin', 'capture', 'refund', 'cardRegistration', 'read', '*']),
  /** Before or after the provider has written anything. */
  when: z.enum(['beforeCommit', 'afterCommit']),
  /** The connection breaks, the answer is late, or the call fails. */
  kind: z.enum(['drop', 'delay', 'fail']),
  delayMs: z._default(z.int().check(z.gte(0), z.lte(120_000)), 0),
  /** HTTP status of a failed call. */
  status: z.optional(z.int().check(z.gte(400), z.lte(599))),
  /** Provider's code of a failure, in a proper answer. */
  resultCode: z.optional(z.string().check(z.maxLength(100))),
  /** Number of calls that the fault hits. */
  count: z.int().check(z.gte(1), z.lte(10_000)),
});
export type FaultForm = z.infer<typeof FaultForm>;

/** Kind of call of one provider. */
export interface ProviderCall {
  readonly provider: 'mangopay' | 'paypal';
  readonly operation: Exclude<FaultForm['operation'], '*'>;
}

/** Outcome of a call; undefined: nothing unusual. */
export type Fault = Pick<FaultForm, 'kind' | 'status' | 'resultCode'>;

/** Faults that wait for calls. */
export interface Faults {
  /** Adds a fault. Returns its id. */
  add(form: FaultForm): string;
  clear(): void;
  /** Takes the first fault for this moment of a call. Resolves after the delay of a late answer. */
  findFault(call: ProviderCall, when: FaultForm['when']): Promise<Fault | undefined>;
  /** Ends all delays. */
  close(): void;
}

interface WaitingFault extends FaultForm {
  readonly id: string;
  remainingCount: number;
}

/** Creates the faults, in memory. */
export const createFaults = (): Faults => {
  const waitingFaults: WaitingFault[] = [];
  const closeController = new AbortController();

  const takeFault = ({ provider, operation }: ProviderCall, when: FaultForm['when']): WaitingFault | undefined => {
    const fault = waitingFaults.find(
      (fault) =>
        fault.when === when &&
        (fault.provider === undefined || fault.provider === provider) &&
        (fault.operation === '*' || fault.operation === operation),
    );
    if (fault !== undefined) {
      fault.remainingCount -= 1;
      if (fault.remainingCount === 0) waitingFaults.splice(waitingFaults.indexOf(fault), 1);
    }
    return fault;
  };

  return {
    add(form) {
      const id = randomUUID();
      waitingFaults.push({ ...form, id, remainingCount: form.count });
      return id;
    },
    clear: () => void waitingFaults.splice(0),
    async findFault(call, when) {
      const fault = takeFault(call, when);
      if (fault === undefined) return undefined;
      if (fault.delayMs > 0)
        await delay(fault.delayMs, undefined, { signal: closeController.signal, ref: false }).catch(() => undefined);
      return fault.kind === 'delay' ? undefined : fault;
    },
    close: () => closeController.abort(),
  };
};

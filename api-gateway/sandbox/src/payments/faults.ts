import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';

/** Request body that injects a fault into the sandbox: which calls fail, when in a call, and how (contract §8). */
export const FaultForm = z.object({
  provider: z.optional(z.enum(['mangopay', 'paypal'])),
  operation: z.enum(['payin', 'capture', 'refund', 'cardRegistration', 'read', '*']),
  /** Whether the fault happens before or after the provider has stored its changes. */
  when: z.enum(['beforeCommit', 'afterCommit']),
  /** Kind of the fault: `drop` cuts the connection, `delay` postpones the response, `fail` returns an error. */
  kind: z.enum(['drop', 'delay', 'fail']),
  delayMs: z._default(z.int().check(z.gte(0), z.lte(120_000)), 0),
  /** HTTP status of a failed call; 500 by default. */
  status: z.optional(z.int().check(z.gte(400), z.lte(599))),
  /**
   * Error code of the provider, for example Mangopay's `ResultCode`. The response is then a regular response of the
   * provider that contains this code.
   */
  resultCode: z.optional(z.string().check(z.maxLength(100))),
  /** Number of calls to the provider that get the fault. */
  count: z.int().check(z.gte(1), z.lte(10_000)),
});
export type FaultForm = z.infer<typeof FaultForm>;

/** Provider and operation of a call to the sandbox. */
export interface ProviderCall {
  readonly provider: 'mangopay' | 'paypal';
  readonly operation: Exclude<FaultForm['operation'], '*'>;
}

/** Fault that a call must produce: an error or a broken connection. */
export type Fault = Pick<FaultForm, 'kind' | 'status' | 'resultCode'>;

/** Queue of injected faults that wait for matching calls. */
export interface FaultQueue {
  /** Adds a fault to the queue. Returns the id of the fault. */
  add(form: FaultForm): string;
  clear(): void;
  /**
   * Takes the first fault that matches a call at this moment out of the queue. Resolves with the fault after its delay,
   * or with undefined if the call continues normally.
   */
  findFault(call: ProviderCall, faultMoment: FaultForm['when']): Promise<Fault | undefined>;
  /** Ends all running delays of faults, so that the sandbox can close. */
  close(): void;
}

interface WaitingFault extends FaultForm {
  readonly id: string;
  remainingCount: number;
}

/** Creates an empty queue of faults in memory. A restart of the sandbox drops all faults. */
export const createFaultQueue = (): FaultQueue => {
  const waitingFaults: WaitingFault[] = [];
  const closeAbortController = new AbortController();

  const takeFault = (
    { provider, operation }: ProviderCall,
    faultMoment: FaultForm['when'],
  ): WaitingFault | undefined => {
    const fault = waitingFaults.find(
      (fault) =>
        fault.when === faultMoment &&
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
    async findFault(call, faultMoment) {
      const fault = takeFault(call, faultMoment);
      if (fault === undefined) return undefined;
      if (fault.delayMs > 0)
        await delay(fault.delayMs, undefined, { signal: closeAbortController.signal, ref: false }).catch(
          () => undefined,
        );
      return fault.kind === 'delay' ? undefined : fault;
    },
    close: () => closeAbortController.abort(),
  };
};

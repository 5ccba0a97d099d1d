import type { Request, RequestHandler, Response } from 'express';
import type { Fault, Faults, ProviderCall } from './faults';

/** Answer of a provider. */
export interface ProviderAnswer {
  readonly status: number;
  /** JSON; a string is sent as it is. */
  readonly body: unknown;
  /** Address of a redirect. */
  readonly location?: string;
}

const send = (response: Response, { status, body, location }: ProviderAnswer): void => {
  response.status(status);
  if (location !== undefined) response.location(location);
  if (typeof body === 'string') response.type('text/plain').send(body);
  else response.json(body);
};

/** Call of a provider as its handler sees it. */
export interface CallContext {
  readonly request: Request;
  /** Injected failure in the provider's form; undefined: none. */
  readonly resultCode: string | undefined;
}

interface CallDeps {
  readonly faults: Faults;
  /** Writes a failure in the provider's form. */
  failure(status: number): unknown;
}

const isCut = (fault: Fault | undefined, response: Response): boolean => {
  if (fault?.kind !== 'drop') return false;
  response.socket?.destroy();
  return true;
};

/** Answers a call. `work` writes all changes at once; faults hit the call before or after it. */
export const providerCall =
  ({ faults, failure }: CallDeps, call: ProviderCall, work: (context: CallContext) => ProviderAnswer): RequestHandler =>
  async (request, response) => {
    const faultBefore = await faults.findFault(call, 'beforeCommit');
    if (isCut(faultBefore, response)) return;
    if (faultBefore?.kind === 'fail' && faultBefore.resultCode === undefined) {
      const status = faultBefore.status ?? 500;
      send(response, { status, body: failure(status) });
      return;
    }
    const answer = work({ request, resultCode: faultBefore?.resultCode });
    const faultAfter = await faults.findFault(call, 'afterCommit');
    if (isCut(faultAfter, response)) return;
    if (faultAfter?.kind === 'fail') {
      const status = faultAfter.status ?? 500;
      send(response, { status, body: failure(status) });
      return;
    }
    send(response, answer);
  };

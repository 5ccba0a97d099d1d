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
    const before = await faults.meet(call, 'beforeCommit');
    if (isCut(before, response)) return;
    if (before?.kind === 'fail' && before.resultCode === undefined) {
      const status = before.status ?? 500;
      send(response, { status, body: failure(status) });
      return;
    }
    const answer = work({ request, resultCode: before?.resultCode });
    const after = await faults.meet(call, 'afterCommit');
    if (isCut(after, response)) return;
    if (after?.kind === 'fail') {
      const status = after.status ?? 500;
      send(response, { status, body: failure(status) });
      return;
    }
    send(response, answer);
  };

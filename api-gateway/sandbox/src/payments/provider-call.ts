import type { Request, RequestHandler, Response } from 'express';
import type { Fault, Faults, ProviderCall } from './faults';

/** What a provider answers. */
export interface ProviderAnswer {
  readonly status: number;
  /** JSON; a text is one as it is. */
  readonly body: unknown;
  /** Where a browser is led on to. */
  readonly location?: string;
}

const send = (response: Response, { status, body, location }: ProviderAnswer): void => {
  response.status(status);
  if (location !== undefined) response.location(location);
  if (typeof body === 'string') response.type('text/plain').send(body);
  else response.json(body);
};

/** A call of a provider as its handler sees it. */
export interface CallContext {
  readonly request: Request;
  /** A failure in the provider's own words that somebody has asked for; undefined: none. */
  readonly resultCode: string | undefined;
}

interface CallDeps {
  readonly faults: Faults;
  /** How the provider words a failure of its own. */
  failure(status: number): unknown;
}

const isCut = (fault: Fault | undefined, response: Response): boolean => {
  if (fault?.kind !== 'drop') return false;
  response.socket?.destroy();
  return true;
};

/** Answers a call: `work` writes all of it at once, and faults hit it before or after that. */
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

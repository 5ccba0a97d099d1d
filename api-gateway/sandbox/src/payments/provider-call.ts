import type { Request, RequestHandler, Response } from 'express';
import type { Fault, FaultQueue, ProviderCall } from './faults';

/** HTTP response of an imitated payment provider. */
export interface ProviderAnswer {
  readonly status: number;
  /** Body of the response: a JSON value. A string is sent as plain text. */
  readonly body: unknown;
  /** Target of a redirect, for status 302 or 303. */
  readonly location?: string;
}

const sendAnswer = (response: Response, { status, body, location }: ProviderAnswer): void => {
  response.status(status);
  if (location !== undefined) response.location(location);
  if (typeof body === 'string') response.type('text/plain').send(body);
  else response.json(body);
};

/** Input of the function that handles a call to an imitated payment provider. */
export interface CallContext {
  readonly request: Request;
  /** Error code that an injected fault requests; undefined for a normal call. */
  readonly resultCode: string | undefined;
}

interface CallDeps {
  readonly faults: FaultQueue;
  /** Builds an error body in the provider's format. */
  failureBody(status: number): unknown;
}

const isConnectionCut = (fault: Fault | undefined, response: Response): boolean => {
  if (fault?.kind !== 'drop') return false;
  response.socket?.destroy();
  return true;
};

/**
 * Creates the Express handler of a payment provider's route. `handleCall` stores all changes of the call in one
 * transaction; an injected fault happens before or after it.
 */
export const createCallHandler =
  (
    { faults, failureBody }: CallDeps,
    providerOperation: ProviderCall,
    handleCall: (context: CallContext) => ProviderAnswer,
  ): RequestHandler =>
  async (request, response) => {
    const faultBeforeCommit = await faults.findFault(providerOperation, 'beforeCommit');
    if (isConnectionCut(faultBeforeCommit, response)) return;
    if (faultBeforeCommit?.kind === 'fail' && faultBeforeCommit.resultCode === undefined) {
      const status = faultBeforeCommit.status ?? 500;
      sendAnswer(response, { status, body: failureBody(status) });
      return;
    }
    const providerAnswer = handleCall({ request, resultCode: faultBeforeCommit?.resultCode });
    const faultAfterCommit = await faults.findFault(providerOperation, 'afterCommit');
    if (isConnectionCut(faultAfterCommit, response)) return;
    if (faultAfterCommit?.kind === 'fail') {
      const status = faultAfterCommit.status ?? 500;
      sendAnswer(response, { status, body: failureBody(status) });
      return;
    }
    sendAnswer(response, providerAnswer);
  };

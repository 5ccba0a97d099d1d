import { getResponse } from 'msw';
import type { RequestHandler } from 'msw';
import type { SendRequest } from '../../platform/gateway/transport';
import type { ScenarioAnswer } from './answers';

/** The HTTP side of a scenario. */
export interface ScenarioGateway {
  readonly sendRequest: SendRequest;
  /** Puts answers before those that are there. */
  use(...answers: readonly ScenarioAnswer[]): void;
  /** Puts answers behind those that are there. */
  byDefault(...answers: readonly ScenarioAnswer[]): void;
  /** Requests as `GET /api/users/me`, oldest first. */
  readonly requests: readonly string[];
}

const untilAborted = (signal: AbortSignal): Promise<never> => new Promise((_, reject) => {
  signal.addEventListener('abort', () => reject(new DOMException('The request was aborted', 'AbortError')));
});

/** Answers requests from a scenario, without a network. A request that no answer fits is a fault of the scenario. */
export const createScenarioGateway = (given: readonly ScenarioAnswer[] = []): ScenarioGateway => {
  const made = (answers: readonly ScenarioAnswer[]): RequestHandler[] => answers.map((make) => make());
  let handlers = made(given);
  const requests: string[] = [];

  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    requests.push(`${request.method} ${pathname}`);
    const response = await getResponse(handlers, request);
    if (response !== undefined) return response;
    console.error(`The scenario has no answer to ${request.method} ${pathname}`);
    throw new TypeError('Failed to fetch');
  };

  return {
    requests,
    use(...more) {
      handlers = [...made(more), ...handlers];
    },
    byDefault(...more) {
      handlers = [...handlers, ...made(more)];
    },
    sendRequest: (request) => Promise.race([respond(request), untilAborted(request.signal)]),
  };
};

import { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener } from 'node:http';
import type { Express } from 'express';

const isExpress = (requestHandler: RequestListener | Express): requestHandler is Express =>
  'request' in requestHandler && 'response' in requestHandler;

/**
 * Creates request and response classes that have Express's prototypes from the start. Otherwise Express changes the
 * prototype of each message, and V8 keeps changed objects until a full garbage collection. With 6,000 requests, a
 * collection of the young generation then took 2.3 ms instead of 0.5 ms.
 */
export const createExpressMessages = () => {
  class ServedRequest extends IncomingMessage {}
  class ServedResponse extends ServerResponse<IncomingMessage> {}
  return {
    /** Classes with which Node's server creates its requests and responses. */
    classes: { IncomingMessage: ServedRequest, ServerResponse: ServedResponse },
    /**
     * Gives the classes the prototypes of this Express app. Another kind of handler gets the plain messages of Node.
     */
    serveBy(requestHandler: RequestListener | Express): void {
      if (!isExpress(requestHandler)) return;
      Object.setPrototypeOf(ServedRequest.prototype, requestHandler.request);
      Object.setPrototypeOf(ServedResponse.prototype, requestHandler.response);
      Object.assign(requestHandler, { request: ServedRequest.prototype, response: ServedResponse.prototype });
    },
  };
};

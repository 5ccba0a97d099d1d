import { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener } from 'node:http';
import type { Express } from 'express';

const isExpress = (requestHandler: RequestListener | Express): requestHandler is Express =>
  'request' in requestHandler && 'response' in requestHandler;

/**
 * Creates classes of requests and responses with Express's prototypes. Otherwise Express changes the prototype of each
 * request and response, and V8 keeps changed objects until a full garbage collection. With 6,000 requests, a collection
 * of the young generation then took 2.3 ms instead of 0.5 ms.
 */
export const createExpressMessages = () => {
  class ServedRequest extends IncomingMessage {}
  class ServedResponse extends ServerResponse<IncomingMessage> {}
  return {
    /** Classes with which Node's server creates requests and responses. */
    classes: { IncomingMessage: ServedRequest, ServerResponse: ServedResponse },
    /**
     * Sets the prototypes of the classes to those of this Express app. Any other request handler gets Node's plain
     * requests and responses.
     */
    serveBy(requestHandler: RequestListener | Express): void {
      if (!isExpress(requestHandler)) return;
      Object.setPrototypeOf(ServedRequest.prototype, requestHandler.request);
      Object.setPrototypeOf(ServedResponse.prototype, requestHandler.response);
      Object.assign(requestHandler, { request: ServedRequest.prototype, response: ServedResponse.prototype });
    },
  };
};

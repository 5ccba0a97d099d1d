import { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener } from 'node:http';
import type { Express } from 'express';

const isExpress = (handle: RequestListener | Express): handle is Express => 'request' in handle && 'response' in handle;

/**
 * Creates request and response classes that have Express's prototypes from the start. Otherwise Express changes the
 * prototype of each message, and V8 keeps changed objects until a full garbage collection. With 6,000 requests, a
 * collection of the young generation then took 2.3 ms instead of 0.5 ms.
 */
export const createExpressMessages = () => {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse<IncomingMessage> {}
  return {
    /** Classes with which Node's server creates its requests and responses. */
    classes: { IncomingMessage: Request, ServerResponse: Response },
    /**
     * Gives the classes the prototypes of this Express app. Another kind of handler gets the plain messages of Node.
     */
    serveBy(handle: RequestListener | Express): void {
      if (!isExpress(handle)) return;
      Object.setPrototypeOf(Request.prototype, handle.request);
      Object.setPrototypeOf(Response.prototype, handle.response);
      Object.assign(handle, { request: Request.prototype, response: Response.prototype });
    },
  };
};

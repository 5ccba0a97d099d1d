import { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener } from 'node:http';
import type { Express } from 'express';

const isExpress = (handle: RequestListener | Express): handle is Express => 'request' in handle && 'response' in handle;

/**
 * Creates request and response classes with Express's prototypes from the start. Express changes the prototype of each
 * message, and V8 keeps changed objects until a full garbage collection: a collection of the young generation took 2.3
 * ms instead of 0.5 (6,000 requests).
 */
export const createExpressMessages = () => {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse<IncomingMessage> {}
  return {
    /** Classes from which Node's server creates its messages. */
    classes: { IncomingMessage: Request, ServerResponse: Response },
    /** Gives the classes the prototypes of this app. Any other handler gets plain messages. */
    serveBy(handle: RequestListener | Express): void {
      if (!isExpress(handle)) return;
      Object.setPrototypeOf(Request.prototype, handle.request);
      Object.setPrototypeOf(Response.prototype, handle.response);
      Object.assign(handle, { request: Request.prototype, response: Response.prototype });
    },
  };
};

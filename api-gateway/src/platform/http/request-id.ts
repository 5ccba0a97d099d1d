import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const header = 'X-Request-Id';

/** Gives every request an id of our own making; whoever reports a failure can name it. */
export const giveRequestId: RequestHandler = (_request, response, next) => {
  response.setHeader(header, randomUUID());
  next();
};

/** The id given to the request that this response answers. */
export const requestIdOf = (response: Response): string => String(response.getHeader(header) ?? '');

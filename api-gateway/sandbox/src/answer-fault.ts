import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, Response } from 'express';

/** Sends an error in the product's own form. */
export const sendError = (response: Response, status: number, code: string): void => {
  response.status(status).json({ code, message: code, requestId: randomUUID() });
};

const statusOf = (error: unknown): number => {
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
};

/** Sends errors that were thrown on the way; only a mistake of the sandbox itself is logged. */
export const handleErrors = (onUnexpectedError: (error: unknown) => void): ErrorRequestHandler => (error: unknown, _request, response, next) => {
  const status = statusOf(error);
  if (status === 500) onUnexpectedError(error);
  if (response.headersSent) next(error);
  else sendError(response, status, status === 500 ? 'internal' : 'invalidRequest');
};

import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, Response } from 'express';

/** Says no in the product's own form. */
export const answerFault = (response: Response, status: number, code: string): void => {
  response.status(status).json({ code, message: code, requestId: randomUUID() });
};

const statusOf = (error: unknown): number => {
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
};

/** Answers what went wrong on the way; only a mistake of the sandbox itself is told to its log. */
export const answerErrors = (onSurprise: (error: unknown) => void): ErrorRequestHandler => (error: unknown, _request, response, next) => {
  const status = statusOf(error);
  if (status === 500) onSurprise(error);
  if (response.headersSent) next(error);
  else answerFault(response, status, status === 500 ? 'internal' : 'invalidRequest');
};

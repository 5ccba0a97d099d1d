import type { Response } from 'express';
import type { Outcome } from './outcome';

/** Sends an answer. Nothing of the API is ever cached by anybody unless its route says so. */
export const sendOutcome = (response: Response, outcome: Outcome): void => {
  response.status(outcome.status);
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(outcome.headers)) response.setHeader(name, value);
  if (outcome.body === '') {
    response.end();
    return;
  }
  const body = Buffer.from(outcome.body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.byteLength);
  response.end(body);
};

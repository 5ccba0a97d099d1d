import type { Response } from 'express';
import type { Outcome } from './outcome';
import { pack } from './pack';

const sendHead = (response: Response, { status, headers }: Outcome): void => {
  response.status(status);
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
};

const sendBody = (response: Response, body: Buffer): void => {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.byteLength);
  response.end(body);
};

/** Sends an answer. Nothing of the API is ever cached by anybody unless its route says so. */
export const sendOutcome = (response: Response, outcome: Outcome): void => {
  sendHead(response, outcome);
  if (outcome.body === '') response.end();
  else sendBody(response, Buffer.from(outcome.body));
};

// What fits into the first packets of a connection gains nothing by packing.
const WORTH_PACKING = 4_096;

/** Sends the answer of a route, a long one packed where the asker takes it: a list of places shrinks to a tenth. */
export const sendAnswer = async (response: Response, outcome: Outcome): Promise<void> => {
  if (outcome.body.length < WORTH_PACKING) return sendOutcome(response, outcome);
  const { encoding, body } = await pack(outcome.body, (wanted) => response.req.acceptsEncodings(wanted) === wanted);
  sendHead(response, outcome);
  response.vary('Accept-Encoding');
  if (encoding !== null) response.setHeader('Content-Encoding', encoding);
  sendBody(response, body);
};

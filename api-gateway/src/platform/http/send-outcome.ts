import type { Response } from 'express';
import type { HttpResult } from './outcome';
import { compress } from './pack';

const sendHead = (response: Response, { status, headers }: HttpResult): void => {
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
export const sendResult = (response: Response, result: HttpResult): void => {
  sendHead(response, result);
  if (result.body === '') response.end();
  else sendBody(response, Buffer.from(result.body));
};

// What fits into the first packets of a connection gains nothing by compression.
const WORTH_COMPRESSING = 4_096;

/** Sends the answer of a route; compresses a long one where the client accepts it: a list of places shrinks to a tenth. */
export const sendAnswer = async (response: Response, result: HttpResult): Promise<void> => {
  if (result.body.length < WORTH_COMPRESSING) return sendResult(response, result);
  const { encoding, body } = await compress(result.body, (wanted) => response.req.acceptsEncodings(wanted) === wanted);
  sendHead(response, result);
  response.vary('Accept-Encoding');
  if (encoding !== null) response.setHeader('Content-Encoding', encoding);
  sendBody(response, body);
};

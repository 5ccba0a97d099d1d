import type { FileBytes } from '@mahlzeit/contract';
import { isWellFormedText } from '@mahlzeit/contract/rules';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../errors';

/** A request whose body isn't read yet, and its response. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/**
 * Milliseconds within which the body of a request must arrive. A slower body would occupy a slot that other requests
 * need.
 */
export const BODY_DEADLINE_MS = 30_000;

/**
 * Bytes per millisecond that a phone with a very weak signal sends. A request body that arrives at this rate gets more
 * time.
 */
const MIN_BYTES_PER_MS = 32;

/** Calls `onLate` when the time for the body has expired. Returns a function that cancels the timer. */
const limitBodyTime = ({ socket, readableLength }: Request, onLate: () => void): (() => void) => {
  // Counts the bytes of the body that arrived together with the header as well.
  const initialBytesRead = socket.bytesRead - readableLength;
  let deadlineTimer: NodeJS.Timeout;
  const waitForBytes = (waitedMs: number): void => {
    const allowedMs = BODY_DEADLINE_MS + (socket.bytesRead - initialBytesRead) / MIN_BYTES_PER_MS;
    if (waitedMs >= allowedMs) onLate();
    else deadlineTimer = setTimeout(() => waitForBytes(allowedMs), allowedMs - waitedMs);
  };
  waitForBytes(0);
  return () => clearTimeout(deadlineTimer);
};

/**
 * Lets an Express parser read the body. Throws `requestTimeout` when reading takes too long, otherwise the parser's own
 * error.
 */
const parseBody = (parseRequest: RequestHandler, { request, response }: Exchange): Promise<void> =>
  new Promise((resolve, reject) => {
    const stopTimer = limitBodyTime(request, () => {
      // Closes the connection, because the gateway doesn't wait for the rest of the body and so can't use it again.
      response.setHeader('Connection', 'close');
      reject(new AppError('requestTimeout'));
    });
    parseRequest(request, response, (error?: unknown) => {
      stopTimer();
      if (error === undefined) resolve();
      else reject(error);
    });
  });

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

// Maximum nesting depth of a JSON body. No schema of the contract is nested deeper than ten levels.
const MAX_JSON_DEPTH = 50;

/** Checks that a value isn't nested too deeply. A parser that walks through 20,000 levels would overflow the stack. */
export const isShallowJson = (value: unknown, nestingDepth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (nestingDepth < MAX_JSON_DEPTH &&
    Object.values(value).every((childValue) => isShallowJson(childValue, nestingDepth + 1)));

// Refuses a half of a character (lone surrogate): no database can store it, and the gateway doesn't store another text
// than the sent one.
const refuseHalfCharacter = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string' && !isWellFormedText(value)) throw new SyntaxError('The text has half of a character');
  return value;
};

const parseJson = express.json({ limit: '100kb', reviver: refuseHalfCharacter });

/**
 * Reads the JSON body of a request, at most 100 kB; a missing body counts as `{}`. Throws errors that become a response
 * with 400, 408, 413 or 415.
 */
export const readJsonBody = async ({ request, response }: Exchange): Promise<unknown> => {
  if (!hasBody(request)) return {};
  if (request.is('application/json') === false) throw new AppError('unsupportedMediaType');
  await parseBody(parseJson, { request, response });
  if (!isShallowJson(request.body))
    throw new AppError('invalidRequest', { details: { issues: [{ path: '', rule: 'malformed' }] } });
  return request.body ?? {};
};

/**
 * Reads the raw body of a request, of any type and up to `maxBytes`; a missing body counts as an empty file. Throws
 * errors that become a response with 408, 413 or 415.
 */
export const readFileBody = async ({ request, response }: Exchange, maxBytes: number): Promise<FileBytes> => {
  // Refuses a compressed body, because its content could be far larger than its transferred size.
  await parseBody(express.raw({ limit: maxBytes, type: () => true, inflate: false }), { request, response });
  return request.body instanceof Uint8Array ? request.body : new Uint8Array();
};

import type { FileBytes } from '@mahlzeit/contract';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../errors';

/** A request whose body is still to come, and where it is answered. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** Milliseconds that a body may take to arrive: one that comes drop by drop holds a place that others need. */
export const BODY_DEADLINE_MS = 30_000;

/**
 * A picture from a phone at the edge of its network comes as fast as this, in bytes a millisecond, and gets its time
 * beyond the deadline.
 */
const SLOWEST = 32;

/** Calls `onLate` once the body has had its time; returns the way to stop that. */
const limitTime = ({ socket, readableLength }: Request, onLate: () => void): (() => void) => {
  // What came with the head counts as well.
  const before = socket.bytesRead - readableLength;
  let timer: NodeJS.Timeout;
  const wait = (waited: number): void => {
    const allowed = BODY_DEADLINE_MS + (socket.bytesRead - before) / SLOWEST;
    if (waited >= allowed) onLate();
    else timer = setTimeout(() => wait(allowed), allowed - waited);
  };
  wait(0);
  return () => clearTimeout(timer);
};

/**
 * Lets a parser of express read the body. Throws `requestTimeout` where it takes too long, else what the parser throws.
 */
const parseBody = (parse: RequestHandler, { request, response }: Exchange): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = limitTime(request, () => {
      // What is still to come is not waited for.
      response.setHeader('Connection', 'close');
      reject(new AppError('requestTimeout'));
    });
    parse(request, response, (error?: unknown) => {
      stop();
      if (error === undefined) resolve();
      else reject(error);
    });
  });

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

// Nothing that the contract knows is nested deeper than ten.
const DEEPEST = 50;

/** Whether a value is nested no deeper than anybody means it: whoever walks through 20,000 levels falls. */
export const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < DEEPEST && Object.values(value).every((part) => isShallow(part, depth + 1)));

const parseJson = express.json({ limit: '100kb' });

/**
 * Reads a JSON body of at most 100 kB; none at all counts as `{}`. Throws what the error handler maps to 400, 408, 413
 * or 415.
 */
export const readJsonBody = async ({ request, response }: Exchange): Promise<unknown> => {
  if (!hasBody(request)) return {};
  if (request.is('application/json') === false) throw new AppError('unsupportedMediaType');
  await parseBody(parseJson, { request, response });
  if (!isShallow(request.body))
    throw new AppError('invalidRequest', { details: { issues: [{ path: '', rule: 'malformed' }] } });
  return request.body ?? {};
};

/**
 * Reads a body as it comes, of any type, up to `maxBytes`; none at all counts as an empty file. Throws what the error
 * handler maps to 408, 413 or 415.
 */
export const readFileBody = async ({ request, response }: Exchange, maxBytes: number): Promise<FileBytes> => {
  // Not inflated: what is sent compressed could be far larger than it looks.
  await parseBody(express.raw({ limit: maxBytes, type: () => true, inflate: false }), { request, response });
  return request.body instanceof Uint8Array ? request.body : new Uint8Array();
};

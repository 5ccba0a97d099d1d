import express, { type Request, type Response } from 'express';
import { AppError } from '../errors';
import { isShallow } from './readable-text';

const parse = express.json({ limit: '100kb' });

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/** Reads a JSON body of at most 100 kB; none at all counts as `{}`. Throws what the error handler maps to 400, 413 or 415. */
export const readJsonBody = async (request: Request, response: Response): Promise<unknown> => {
  if (!hasBody(request)) return {};
  if (request.is('application/json') === false) throw new AppError('unsupportedMediaType');
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  if (!isShallow(request.body)) throw new AppError('invalidRequest', { details: { issues: [{ path: '', rule: 'malformed' }] } });
  return request.body ?? {};
};

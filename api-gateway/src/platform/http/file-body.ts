import type { FileBytes } from '@mahlzeit/contract';
import express, { type Request, type Response } from 'express';

/** Reads a body as it comes, of any type, up to `maxBytes`; none at all counts as an empty file. Throws what the error handler maps to 413 or 415. */
export const readFileBody = async (request: Request, response: Response, maxBytes: number): Promise<FileBytes> => {
  // Not inflated: what is sent compressed could be far larger than it looks.
  const read = express.raw({ limit: maxBytes, type: () => true, inflate: false });
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  return request.body instanceof Uint8Array ? request.body : new Uint8Array();
};

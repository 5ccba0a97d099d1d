import { err, ok } from '@mahlzeit/contract';
import type { ErrorCode, FileBytes, Result } from '@mahlzeit/contract';
import express from 'express';
import type { Request, Response } from 'express';
import type { BoundRoute, CallerSession, RouteError } from '../types';
import { clientAddress } from './client-address';

/** Reads a body as it comes, of any type, up to `maxBytes`; none at all counts as an empty file. Throws what the error handler maps to 413 or 415. */
const readFileBody = async (request: Request, response: Response, maxBytes: number): Promise<FileBytes> => {
  // Not inflated: what is sent compressed could be far larger than it looks.
  const read = express.raw({ limit: maxBytes, type: () => true, inflate: false });
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  return request.body instanceof Uint8Array ? request.body : new Uint8Array();
};

/** A file as it was sent, which tells a repeat from another request, and as its handler gets it. */
interface UploadedFile {
  readonly sent: Uint8Array;
  readonly body: Uint8Array;
}

const retryAfterMs = 1000;

// Each may fill megabytes of memory from its first byte until it is worked off.
const MAX_AT_ONCE = 32;

/**
 * Reads uploaded files, one of a user at a time and a bounded number of all. The second one of a user isn't read until the
 * first one has been answered; its sender is asked to try again.
 */
export const createFileUpload = () => {
  const sending = new Set<string>();

  const readFile = async ({ contract, preprocess }: BoundRoute, request: Request, response: Response): Promise<Result<UploadedFile, RouteError | ErrorCode>> => {
    const sent = await readFileBody(request, response, contract.takesFile?.maxBytes ?? 0);
    const processed = preprocess === undefined ? ok(sent) : await preprocess(sent);
    return processed.ok ? ok({ sent, body: processed.value }) : processed;
  };

  return async (bound: BoundRoute, session: CallerSession | null, { request, response }: { request: Request; response: Response }): Promise<Result<UploadedFile, RouteError | ErrorCode>> => {
    const who = session?.uid ?? clientAddress(request);
    if (sending.has(who)) return err({ code: 'requestInProgress', retryAfterMs });
    if (sending.size >= MAX_AT_ONCE) return err({ code: 'unavailable', retryAfterMs });
    sending.add(who);
    try {
      return await readFile(bound, request, response);
    } finally {
      sending.delete(who);
    }
  };
};

/** Reads the file of a request. */
export type FileUpload = ReturnType<typeof createFileUpload>;

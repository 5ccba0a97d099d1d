import { err, ok, type ErrorCode, type Result } from '@mahlzeit/contract';
import type { Request, Response } from 'express';
import type { BoundRoute, CallerSession, RouteError } from '../types';
import { readFileBody } from './file-body';

/** A file as it was sent, which tells a repeat from another request, and as its handler gets it. */
export interface UploadedFile {
  readonly sent: Uint8Array;
  readonly body: Uint8Array;
}

const retryAfterMs = 1000;

/**
 * Reads uploaded files, one of a user at a time: each may fill megabytes of memory. The second one isn't read until the
 * first one has been answered; its sender is asked to try again.
 */
export const createFileUpload = () => {
  const sending = new Set<string>();

  const take = async ({ contract, preprocess }: BoundRoute, request: Request, response: Response): Promise<Result<UploadedFile, RouteError | ErrorCode>> => {
    const sent = await readFileBody(request, response, contract.takesFile?.maxBytes ?? 0);
    const taken = preprocess === undefined ? ok(sent) : await preprocess(sent);
    return taken.ok ? ok({ sent, body: taken.value }) : taken;
  };

  return async (bound: BoundRoute, session: CallerSession | null, { request, response }: { request: Request; response: Response }): Promise<Result<UploadedFile, RouteError | ErrorCode>> => {
    const who = session?.uid ?? request.ip ?? '';
    if (sending.has(who)) return err({ code: 'requestInProgress', retryAfterMs });
    sending.add(who);
    try {
      return await take(bound, request, response);
    } finally {
      sending.delete(who);
    }
  };
};

/** Reads the file of a request. */
export type FileUpload = ReturnType<typeof createFileUpload>;

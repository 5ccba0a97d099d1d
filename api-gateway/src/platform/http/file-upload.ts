import { err, ok } from '@mahlzeit/contract';
import type { ErrorCode, Result } from '@mahlzeit/contract';
import type { CallerSession } from '../callers';
import type { RouteError } from '../errors';
import { tooManyAttemptsError } from '../rate-limit';
import { clientAddress } from './client-address';
import { readFileBody } from './request-body';
import type { Exchange } from './request-body';
import type { BoundRoute, FileSender } from './route-types';

/**
 * An uploaded file in two forms: `bytes` as uploaded, by which a repeated request is recognised, and `body` as the
 * handler gets it after processing.
 */
interface UploadedFile {
  readonly bytes: Uint8Array;
  readonly body: Uint8Array;
}

const retryAfterMs = 1000;

// Maximum number of simultaneous uploads. Each one may occupy megabytes of memory from its first byte until its end.
const MAX_UPLOADS = 32;

// Maximum number of simultaneous uploads from one IP address, so that one address can't occupy all slots. It is enough
// for a household.
const MAX_UPLOADS_PER_ADDRESS = 4;

/** Creates the counter of uploads in progress, by user and by IP address, which refuses further uploads. */
const createUploadSlots = () => {
  const addressBySender = new Map<string, string>();
  const uploadCountOf = (address: string): number =>
    [...addressBySender.values()].filter((senderAddress) => senderAddress === address).length;
  return {
    enter({ senderId, address }: FileSender): Result<void, RouteError> {
      if (addressBySender.has(senderId)) return err({ code: 'requestInProgress', retryAfterMs });
      if (addressBySender.size >= MAX_UPLOADS) return err({ code: 'unavailable', retryAfterMs });
      if (uploadCountOf(address) >= MAX_UPLOADS_PER_ADDRESS) return err(tooManyAttemptsError(retryAfterMs));
      addressBySender.set(senderId, address);
      return ok(undefined);
    },
    leave: ({ senderId }: FileSender): boolean => addressBySender.delete(senderId),
  };
};

/**
 * Creates the reader of uploaded files. At the same time it reads one file of each user, a few files of each IP
 * address, and a limited number of files in total. While a user's first file is in progress, the second one is not
 * read; the response asks the client to retry.
 */
export const createFileUpload = () => {
  const uploadSlots = createUploadSlots();

  const readFile = async (
    { contract, admit, preprocess }: BoundRoute,
    sender: FileSender,
    exchange: Exchange,
  ): Promise<Result<UploadedFile, RouteError | ErrorCode>> => {
    const admission = admit === undefined ? ok(undefined) : await admit(sender);
    if (!admission.ok) return admission;
    const bytes = await readFileBody(exchange, contract.takesFile?.maxBytes ?? 0);
    const processedBytes = preprocess === undefined ? ok(bytes) : await preprocess(bytes);
    return processedBytes.ok ? ok({ bytes, body: processedBytes.value }) : processedBytes;
  };

  return async (
    boundRoute: BoundRoute,
    session: CallerSession | null,
    exchange: Exchange,
  ): Promise<Result<UploadedFile, RouteError | ErrorCode>> => {
    const address = clientAddress(exchange.request);
    const sender = { senderId: session?.uid ?? address, address };
    const admission = uploadSlots.enter(sender);
    if (!admission.ok) return admission;
    try {
      return await readFile(boundRoute, sender, exchange);
    } finally {
      uploadSlots.leave(sender);
    }
  };
};

/** Type of the function that reads the uploaded file of a request, or returns the reason of a refusal. */
export type FileUpload = ReturnType<typeof createFileUpload>;

import { err, ok } from '@mahlzeit/contract';
import type { ErrorCode, Result } from '@mahlzeit/contract';
import type { CallerSession } from '../callers';
import type { RouteError } from '../errors';
import { tooManyAttempts } from '../rate-limit';
import { clientAddress } from './client-address';
import { readFileBody } from './request-body';
import type { Exchange } from './request-body';
import type { BoundRoute, FileSender } from './route-types';

/** A file as uploaded, by which repeats are recognised, and as its handler gets it. */
interface UploadedFile {
  readonly bytes: Uint8Array;
  readonly body: Uint8Array;
}

const retryAfterMs = 1000;

// Each upload may occupy megabytes of memory from its first byte until its end.
const MAX_AT_ONCE = 32;

// One address can't occupy all slots, and a household has enough.
const MAX_OF_AN_ADDRESS = 4;

/** Tracks the uploads in progress. */
const createSenders = () => {
  const addressesByWho = new Map<string, string>();
  const countOf = (address: string): number => [...addressesByWho.values()].filter((other) => other === address).length;
  return {
    enter({ who, address }: FileSender): Result<void, RouteError> {
      if (addressesByWho.has(who)) return err({ code: 'requestInProgress', retryAfterMs });
      if (addressesByWho.size >= MAX_AT_ONCE) return err({ code: 'unavailable', retryAfterMs });
      if (countOf(address) >= MAX_OF_AN_ADDRESS) return err(tooManyAttempts(retryAfterMs));
      addressesByWho.set(who, address);
      return ok(undefined);
    },
    leave: ({ who }: FileSender): boolean => addressesByWho.delete(who),
  };
};

/**
 * Reads uploaded files: one at a time of a user, a few of an address, and a bounded number in all. The second file of a
 * user isn't read before the first is answered; its sender is asked to retry.
 */
export const createFileUpload = () => {
  const senders = createSenders();

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
    bound: BoundRoute,
    session: CallerSession | null,
    exchange: Exchange,
  ): Promise<Result<UploadedFile, RouteError | ErrorCode>> => {
    const address = clientAddress(exchange.request);
    const sender = { who: session?.uid ?? address, address };
    const admission = senders.enter(sender);
    if (!admission.ok) return admission;
    try {
      return await readFile(bound, sender, exchange);
    } finally {
      senders.leave(sender);
    }
  };
};

/** Reads the file of a request. */
export type FileUpload = ReturnType<typeof createFileUpload>;

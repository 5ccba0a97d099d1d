import { err, ok } from '@mahlzeit/contract';
import type { ErrorCode, Result } from '@mahlzeit/contract';
import type { CallerSession } from '../callers';
import type { RouteError } from '../errors';
import { clientAddress } from './client-address';
import { readFileBody } from './request-body';
import type { Exchange } from './request-body';
import type { BoundRoute, FileSender } from './route-types';

/** A file as it was sent, which tells a repeat from another request, and as its handler gets it. */
interface UploadedFile {
  readonly sent: Uint8Array;
  readonly body: Uint8Array;
}

const retryAfterMs = 1000;

// Each may fill megabytes of memory from its first byte until it is worked off.
const MAX_AT_ONCE = 32;

// Nobody takes all places, and a household or a table of colleagues has enough.
const MAX_OF_AN_ADDRESS = 4;

/** Who is sending files at the moment. */
const createSenders = () => {
  const addressesByWho = new Map<string, string>();
  const countOf = (address: string): number => [...addressesByWho.values()].filter((other) => other === address).length;
  return {
    enter({ who, address }: FileSender): Result<void, RouteError> {
      if (addressesByWho.has(who)) return err({ code: 'requestInProgress', retryAfterMs });
      if (addressesByWho.size >= MAX_AT_ONCE) return err({ code: 'unavailable', retryAfterMs });
      if (countOf(address) >= MAX_OF_AN_ADDRESS) return err({ code: 'ErrorTooManyAttempts', retryAfterMs });
      addressesByWho.set(who, address);
      return ok(undefined);
    },
    leave: ({ who }: FileSender): boolean => addressesByWho.delete(who),
  };
};

/**
 * Reads uploaded files, one of a user at a time, a few of an address and a bounded number of all. The second one of a
 * user isn't read until the first one has been answered; its sender is asked to try again.
 */
export const createFileUpload = () => {
  const senders = createSenders();

  const readFile = async (
    { contract, admit, preprocess }: BoundRoute,
    sender: FileSender,
    exchange: Exchange,
  ): Promise<Result<UploadedFile, RouteError | ErrorCode>> => {
    const admitted = admit === undefined ? ok(undefined) : await admit(sender);
    if (!admitted.ok) return admitted;
    const sent = await readFileBody(exchange, contract.takesFile?.maxBytes ?? 0);
    const processed = preprocess === undefined ? ok(sent) : await preprocess(sent);
    return processed.ok ? ok({ sent, body: processed.value }) : processed;
  };

  return async (
    bound: BoundRoute,
    session: CallerSession | null,
    exchange: Exchange,
  ): Promise<Result<UploadedFile, RouteError | ErrorCode>> => {
    const address = clientAddress(exchange.request);
    const sender = { who: session?.uid ?? address, address };
    const entered = senders.enter(sender);
    if (!entered.ok) return entered;
    try {
      return await readFile(bound, sender, exchange);
    } finally {
      senders.leave(sender);
    }
  };
};

/** Reads the file of a request. */
export type FileUpload = ReturnType<typeof createFileUpload>;

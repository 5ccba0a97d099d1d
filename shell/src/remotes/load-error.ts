/** Where a load got stuck. */
export type LoadPhase = 'entry' | 'chunk' | 'mount' | 'overall';

/**
 * Why a load failed. `incompatible`: built for another shell contract or another version of a shared package;
 * `unreachable`: the script was not served or not what its hash promises; `timeout`: nothing came in time;
 * `broken`: it came, but what it holds can't be used.
 */
type LoadErrorReason = 'incompatible' | 'unreachable' | 'timeout' | 'broken';

/** A part of a remote could not be had. Rejects loads; the page shows its own German words. */
export class LoadError extends Error {
  readonly phase: LoadPhase;
  readonly reason: LoadErrorReason;

  constructor(
    phase: LoadPhase,
    reason: LoadErrorReason,
    options: { readonly message: string; readonly cause?: unknown },
  ) {
    super(options.message, { cause: options.cause });
    this.name = 'LoadError';
    this.phase = phase;
    this.reason = reason;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// The federation runtime and webpack tell causes apart by words alone.
const SKEW = /does not satisf|Unsatisfied version|is not supported|requires?Version/i;
const SCRIPT = /ScriptNetworkError|ChunkLoadError|Loading chunk .+ failed|RUNTIME-008/;

const reasonOf = (message: string): LoadErrorReason => {
  if (SKEW.test(message)) return 'incompatible';
  return SCRIPT.test(message) ? 'unreachable' : 'broken';
};

/** Classifies something that was thrown while loading. */
export const toLoadError = (error: unknown, phase: LoadPhase): LoadError => {
  if (error instanceof LoadError) return error;
  const message = messageOf(error);
  return new LoadError(phase, reasonOf(message), { message, cause: error });
};

/** Whether trying again by itself makes sense: a wrong version stays wrong. */
export const mayPass = ({ reason }: LoadError): boolean => reason !== 'incompatible';

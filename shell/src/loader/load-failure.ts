/** Where a load got stuck. */
export type LoadPhase = 'entry' | 'chunk' | 'mount' | 'overall';

/**
 * Why a load failed. `incompatible`: built for another shell contract or another version of a shared package;
 * `unreachable`: the script was not served or not what its hash promises; `timeout`: nothing came in time;
 * `broken`: it came, but what it holds can't be used.
 */
export type LoadFailureReason = 'incompatible' | 'unreachable' | 'timeout' | 'broken';

/** A part of a remote could not be had. Rejects loads; the page shows its own German words. */
export class LoadFailure extends Error {
  readonly phase: LoadPhase;
  readonly reason: LoadFailureReason;

  constructor(phase: LoadPhase, reason: LoadFailureReason, options: { readonly message: string; readonly cause?: unknown }) {
    super(options.message, { cause: options.cause });
    this.name = 'LoadFailure';
    this.phase = phase;
    this.reason = reason;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// The federation runtime and webpack tell causes apart by words alone.
const SKEW = /does not satisf|Unsatisfied version|is not supported|requires?Version/i;
const SCRIPT = /ScriptNetworkError|ChunkLoadError|Loading chunk .+ failed|RUNTIME-008/;

const reasonOf = (message: string): LoadFailureReason => {
  if (SKEW.test(message)) return 'incompatible';
  return SCRIPT.test(message) ? 'unreachable' : 'broken';
};

/** Says in our words why something thrown while loading was thrown. */
export const toLoadFailure = (error: unknown, phase: LoadPhase): LoadFailure => {
  if (error instanceof LoadFailure) return error;
  const message = messageOf(error);
  return new LoadFailure(phase, reasonOf(message), { message, cause: error });
};

/** Whether trying again by itself makes sense: a wrong version stays wrong. */
export const mayPass = ({ reason }: LoadFailure): boolean => reason !== 'incompatible';

/**
 * Phase of a load in which it failed. `entry`: a remote's entry script; `chunk`: the script of a part, such as a screen
 * or slot; `mount`: the screen; `overall`: the time limit for everything.
 */
export type LoadPhase = 'entry' | 'chunk' | 'mount' | 'overall';

/**
 * Reason of a failed load. `incompatible`: built for another shell contract or another version of a shared package;
 * `unreachable`: the script was not served or doesn't match its hash; `timeout`: no response in time; `broken`: loaded,
 * but its content can't be used.
 */
type LoadErrorReason = 'incompatible' | 'unreachable' | 'timeout' | 'broken';

/**
 * Error while loading a remote or one of its parts. The message is for developers; the page shows a German text of its
 * own.
 */
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

const errorMessageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// The federation runtime and webpack throw errors whose causes differ only in the messages.
const VERSION_SKEW_PATTERN = /does not satisf|Unsatisfied version|is not supported|requires?Version/i;
const SCRIPT_ERROR_PATTERN = /ScriptNetworkError|ChunkLoadError|Loading chunk .+ failed|RUNTIME-008/;

const loadErrorReasonOf = (message: string): LoadErrorReason => {
  if (VERSION_SKEW_PATTERN.test(message)) return 'incompatible';
  return SCRIPT_ERROR_PATTERN.test(message) ? 'unreachable' : 'broken';
};

/** Returns an error that was thrown during a load as a LoadError; the reason is derived from its message. */
export const toLoadError = (error: unknown, phase: LoadPhase): LoadError => {
  if (error instanceof LoadError) return error;
  const message = errorMessageOf(error);
  return new LoadError(phase, loadErrorReasonOf(message), { message, cause: error });
};

/** Whether an automatic retry makes sense: an incompatible version stays incompatible. */
export const isRetryableError = ({ reason }: LoadError): boolean => reason !== 'incompatible';

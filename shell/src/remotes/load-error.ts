import type { ScriptErrorReason } from '../script-fetch';

/**
 * Phase in which a remote failed. `entry`: its entry script with the declaration; `chunk`: the scripts of a part, such
 * as a screen or slot; `mount`: the mount of a screen; `update`: new parameters for a mounted screen.
 */
export type LoadPhase = 'entry' | 'chunk' | 'mount' | 'update';

/**
 * Reason of a failure. `incompatible`: built for another shell contract or another version of a shared package;
 * `broken`: loaded, but its content can't be used. The other reasons are those of its scripts.
 */
type LoadErrorReason = ScriptErrorReason | 'incompatible' | 'broken';

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

// Matches messages about incompatible versions. The federation runtime and webpack throw errors whose causes differ
// only in their messages.
const VERSION_SKEW_PATTERN = /does not satisf|Unsatisfied version|is not supported|requires?Version/i;
const SCRIPT_ERROR_PATTERN = /ScriptNetworkError|ChunkLoadError|Loading chunk .+ failed|RUNTIME-008/;

const loadErrorReasonOf = (message: string, scriptReason: ScriptErrorReason): LoadErrorReason => {
  if (VERSION_SKEW_PATTERN.test(message)) return 'incompatible';
  return SCRIPT_ERROR_PATTERN.test(message) ? scriptReason : 'broken';
};

/**
 * Returns an error that was thrown during a load as a LoadError; the reason is derived from its message. `scriptReason`
 * is the reason to use for an error that says only that a script has failed.
 */
export const toLoadError = (
  error: unknown,
  phase: LoadPhase,
  scriptReason: ScriptErrorReason = 'unreachable',
): LoadError => {
  if (error instanceof LoadError) return error;
  const message = errorMessageOf(error);
  return new LoadError(phase, loadErrorReasonOf(message, scriptReason), { message, cause: error });
};

/**
 * Returns whether the release itself has caused the error, so that another request for the same release wouldn't help.
 * All other errors may be caused by the network or the server.
 */
export const isReleaseError = ({ reason }: LoadError): boolean =>
  reason === 'incompatible' || reason === 'broken' || reason === 'missing' || reason === 'mismatch';

/**
 * Returns whether the user's connection has caused a failure; `error` is null for a failure that no load has caused.
 */
export const isConnectionError = (error: LoadError | null): boolean => error?.reason === 'offline' || !navigator.onLine;

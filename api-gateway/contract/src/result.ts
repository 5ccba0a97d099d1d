/** An expected outcome: either a value or a refusal with its code. Surprises are thrown instead. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** Wraps a value as a success. */
export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });

/** Wraps a refusal. */
export const err = <E>(error: E): Result<never, E> => ({ ok: false, error });

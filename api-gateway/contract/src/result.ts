/** Either a value or an expected error with its code. What nobody expects is thrown instead. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** Wraps a value as a success. */
export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });

/** Wraps an expected error. */
export const err = <E>(error: E): Result<never, E> => ({ ok: false, error });

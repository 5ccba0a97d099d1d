const BYTES = 16;

/** A key that names one write, so that a repeat of it is recognised. Works where `crypto.randomUUID` is missing: on plain http. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

import { randomBytes } from 'node:crypto';

/** A new opaque key of 128 random bits, URL-safe (contract §0: at least 96). */
export const randomKey = (): string => randomBytes(16).toString('base64url');

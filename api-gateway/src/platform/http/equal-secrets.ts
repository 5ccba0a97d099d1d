import { createHash, timingSafeEqual } from 'node:crypto';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in constant time, so that the duration reveals nothing about them. */
export const areSecretsEqual = (firstSecret: string, secondSecret: string): boolean =>
  timingSafeEqual(sha256(firstSecret), sha256(secondSecret));

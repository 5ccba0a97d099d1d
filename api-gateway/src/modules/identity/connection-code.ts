import { randomBytes } from 'node:crypto';

/** Without 0/O and 1/I: people read these codes to each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const LENGTH = 8;

/** A new code that connects two people as contacts: eight of 32 signs, 40 random bits. */
export const newConnectionCode = (): string => Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');

/** The link that carries a code (contract §1). */
export const connectionLinkOf = (publicUrl: string, code: string): string => `${publicUrl}/restaurants#addcontacts/${code}`;

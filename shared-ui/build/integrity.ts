import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A file's hash in the form of the `integrity` attribute. */
export const integrityOf = (file: string): string => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;

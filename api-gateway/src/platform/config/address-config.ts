import * as z from 'zod/mini';

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** Schema of a setting with the URL of a page: http or https. */
export const webAddressSchema = z
  .string()
  .check(z.refine(isWebAddress, { error: 'must be an address that starts with http:// or https://' }));

/** Returns whether a text is an origin (protocol and host) without a path. */
export const isOrigin = (text: string): boolean =>
  isWebAddress(text) && ['', '/'].includes(text.slice(new URL(text).origin.length));

/** Schema of a setting with the origin under which browsers reach a server. */
export const publicUrlSchema = z.pipe(
  z.string().check(z.refine(isOrigin, { error: 'must be an origin without a path, like https://mahlzeit.example' })),
  z.transform((text) => new URL(text).origin),
);

/** Schema of a setting with an e-mail address. */
export const emailAddressSchema = z
  .string()
  .check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'must be an e-mail address' }));

const isContact = (text: string): boolean =>
  URL.canParse(text) && ['mailto:', 'https:'].includes(new URL(text).protocol);

/** Schema of the setting with the address to which people report vulnerabilities: an e-mail address or a URL. */
export const contactSchema = z.string().check(
  // Refuses a line break, which would begin another field in the file security.txt.
  z.refine((text) => isContact(text) && !/\s/.test(text), {
    error: 'must be an address like mailto:security@mahlzeit.example or https://…',
  }),
);

const isMailServer = (text: string): boolean =>
  URL.canParse(text) && ['smtp:', 'smtps:'].includes(new URL(text).protocol) && new URL(text).hostname !== '';

/** Schema of the setting with the URL of a mail server, including its credentials. */
export const smtpUrlSchema = z
  .string()
  .check(z.refine(isMailServer, { error: 'must be an address like smtp://user:password@host:587' }));

const TILE_PLACEHOLDERS = ['{z}', '{x}', '{y}'] as const;

const isTileAddress = (text: string): boolean =>
  isWebAddress(text) &&
  TILE_PLACEHOLDERS.every((placeholder) => text.includes(placeholder)) &&
  !/[{}]/.test(new URL(text).host);

/** Schema of the setting with the URL of map tiles, including the placeholders of a tile. */
export const tileAddressSchema = z
  .string()
  .check(z.refine(isTileAddress, { error: 'must be an address like https://tiles.example/{z}/{x}/{y}.png' }));

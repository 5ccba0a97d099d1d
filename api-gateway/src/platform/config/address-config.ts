import * as z from 'zod/mini';

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** Address of a page: http or https. */
export const webAddressSchema = z
  .string()
  .check(z.refine(isWebAddress, { error: 'must be an address that starts with http:// or https://' }));

/** Whether a text is an origin without a path. */
export const isOrigin = (text: string): boolean =>
  isWebAddress(text) && ['', '/'].includes(text.slice(new URL(text).origin.length));

/** Origin under which browsers reach a server. */
export const publicUrlSchema = z.pipe(
  z.string().check(z.refine(isOrigin, { error: 'must be an origin without a path, like https://mahlzeit.example' })),
  z.transform((text) => new URL(text).origin),
);

/** E-mail address. */
export const emailAddressSchema = z
  .string()
  .check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'must be an e-mail address' }));

const isContact = (text: string): boolean =>
  URL.canParse(text) && ['mailto:', 'https:'].includes(new URL(text).protocol);

/** Address to which people report vulnerabilities: mail or page. */
export const contactSchema = z.string().check(
  // A line break would begin another field of security.txt.
  z.refine((text) => isContact(text) && !/\s/.test(text), {
    error: 'must be an address like mailto:security@mahlzeit.example or https://…',
  }),
);

const isMailServer = (text: string): boolean =>
  URL.canParse(text) && ['smtp:', 'smtps:'].includes(new URL(text).protocol) && new URL(text).hostname !== '';

/** Address of a mail server, with its credentials. */
export const smtpUrlSchema = z
  .string()
  .check(z.refine(isMailServer, { error: 'must be an address like smtp://user:password@host:587' }));

const TILE_PLACEHOLDERS = ['{z}', '{x}', '{y}'] as const;

const isTileAddress = (text: string): boolean =>
  isWebAddress(text) &&
  TILE_PLACEHOLDERS.every((placeholder) => text.includes(placeholder)) &&
  !/[{}]/.test(new URL(text).host);

/** Address of map tiles with the placeholders of a tile. */
export const tileAddressSchema = z
  .string()
  .check(z.refine(isTileAddress, { error: 'must be an address like https://tiles.example/{z}/{x}/{y}.png' }));

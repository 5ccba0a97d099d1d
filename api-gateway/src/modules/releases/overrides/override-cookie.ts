import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieNameAt } from '@mahlzeit/contract/rules';
import { parseCookie, stringifySetCookie } from 'cookie';
import * as z from 'zod/mini';
import type { SecretKeys } from '../../../platform';
import { RemoteName } from '../manifest';
import { isOverrideValue } from './override-values';
import type { OverrideValues } from './override-values';

/** Milliseconds after which a browser's overrides of releases end. Each change begins a new hour. */
export const OVERRIDES_LIFETIME_MS = 3_600_000;

/** Overrides of releases in one browser. */
export interface BrowserOverrides {
  readonly values: OverrideValues;
  /** Real time in epoch milliseconds at which the overrides end. */
  readonly expiresAt: number;
}

const CookieContent = z.object({
  expiresAt: z.int(),
  values: z.array(z.tuple([RemoteName, z.string().check(z.refine(isOverrideValue))])),
});

const signatureOf = (key: Uint8Array, publicUrl: string, content: string): Buffer =>
  createHmac('sha256', key).update(`${publicUrl} ${content}`).digest();

const isSignedBy = (key: Uint8Array, publicUrl: string, [content, signature]: readonly [string, string]): boolean => {
  const expectedSignature = signatureOf(key, publicUrl, content);
  const presentedSignature = Buffer.from(signature, 'base64url');
  return (
    presentedSignature.length === expectedSignature.length && timingSafeEqual(presentedSignature, expectedSignature)
  );
};

const parseContent = (content: string): BrowserOverrides | null => {
  const { data } = CookieContent.safeParse(JSON.parse(Buffer.from(content, 'base64url').toString('utf8')));
  if (data === undefined) return null;
  return { values: new Map(data.values), expiresAt: data.expiresAt };
};

const COOKIE_VALUE_PATTERN = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

const cookieNameOf = (publicUrl: string): string => cookieNameAt(publicUrl, 'mahlzeit_overrides');

interface OverrideCookieDeps {
  /**
   * Public URL of the gateway. A cookie that was written for another origin isn't valid, even if both gateways share a
   * database.
   */
  readonly publicUrl: string;
  readonly secrets: SecretKeys;
  /** Returns the real time in epoch milliseconds. */
  readonly realNow: () => number;
}

/** The cookie with the overrides of one browser, which only gateways of the same database can write. */
export interface OverrideCookie {
  /**
   * Reads the overrides from the header `Cookie`; null for a missing, forged or expired cookie, and for one of another
   * origin.
   */
  read(cookieHeader: string | undefined): BrowserOverrides | null;
  /** Builds the header `Set-Cookie` that stores these overrides. Without overrides, the browser deletes the cookie. */
  write(values: OverrideValues): string;
}

/** Creates the functions that read and write the cookie with a browser's overrides. */
export const createOverrideCookie = ({ publicUrl, secrets, realNow }: OverrideCookieDeps): OverrideCookie => ({
  read(cookieHeader) {
    const [, content, signature] =
      COOKIE_VALUE_PATTERN.exec(parseCookie(cookieHeader ?? '')[cookieNameOf(publicUrl)] ?? '') ?? [];
    if (content === undefined || signature === undefined) return null;
    const acceptedKeys = secrets.accepted('releaseOverrides');
    if (!acceptedKeys.some(({ bytes }) => isSignedBy(bytes, publicUrl, [content, signature]))) return null;
    const overrides = parseContent(content);
    const now = realNow();
    // Refuses a cookie that ends later than a new cookie could: the machine's clock was moved back.
    return overrides !== null && overrides.expiresAt > now && overrides.expiresAt <= now + OVERRIDES_LIFETIME_MS
      ? overrides
      : null;
  },

  write(values) {
    const content = Buffer.from(
      JSON.stringify({ expiresAt: realNow() + OVERRIDES_LIFETIME_MS, values: [...values] }),
    ).toString('base64url');
    const signature = signatureOf(secrets.current('releaseOverrides').bytes, publicUrl, content).toString('base64url');
    return stringifySetCookie({
      name: cookieNameOf(publicUrl),
      value: values.size === 0 ? '' : `${content}.${signature}`,
      maxAge: values.size === 0 ? 0 : OVERRIDES_LIFETIME_MS / 1000,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
    });
  },
});

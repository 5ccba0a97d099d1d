import type { ThirdParty } from '@mahlzeit/contract';
import { importPKCS8, SignJWT } from 'jose';
import type { IDToken } from 'openid-client';
import * as z from 'zod/mini';
import type { SignInConfig } from '../../../platform';
import type { ForeignPerson } from '../store';
import { createFacebookProvider } from './facebook-provider';
import { createOpenIdProvider } from './openid-provider';
import type { ProviderClient } from './provider-client';

const GoogleClaims = z.object({
  sub: z.string().check(z.minLength(1)),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
  picture: z.optional(z.string()),
});

const googlePersonOf = (idTokenClaims: IDToken): ForeignPerson | null => {
  const parsedClaims = GoogleClaims.safeParse(idTokenClaims);
  if (!parsedClaims.success) return null;
  const { sub, email, email_verified: isEmailVerified, name, picture } = parsedClaims.data;
  return {
    subject: sub,
    email: email?.toLowerCase() ?? null,
    isEmailVerified: isEmailVerified === true,
    name: name ?? null,
    pictureUrl: picture ?? null,
  };
};

/** Creates the client for sign-in with Google. */
export const createGoogleProvider = (
  { issuer, clientId, clientSecret }: NonNullable<SignInConfig['google']>,
  currentRealTime: () => number,
): ProviderClient =>
  createOpenIdProvider({
    issuer,
    clientId,
    clientSecret: async () => clientSecret,
    parameters: { scope: 'openid email profile' },
    // Requests the claim `auth_time`, because Google names the time of the sign-in only on request.
    proofParameters: { claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }) },
    personOf: googlePersonOf,
    realNow: currentRealTime,
  });

// Schema of a boolean claim. In some tokens, Apple writes booleans as strings.
const BooleanClaim = z.union([
  z.boolean(),
  z.pipe(
    z.string(),
    z.transform((text) => text === 'true'),
  ),
]);

const AppleClaims = z.object({
  sub: z.string().check(z.minLength(1)),
  email: z.optional(z.string()),
  email_verified: z.optional(BooleanClaim),
});

const AppleUserField = z.object({
  name: z.optional(z.object({ firstName: z._default(z.string(), ''), lastName: z._default(z.string(), '') })),
});

// Reads the user's name from Apple's field `user`. Apple sends this field through the browser, only at a person's first
// sign-in, so nothing else in it is trustworthy.
const appleNameIn = (user: string | undefined): string | null => {
  try {
    const { name } = AppleUserField.parse(JSON.parse(user ?? '{}'));
    return name === undefined ? null : `${name.firstName} ${name.lastName}`.trim();
  } catch {
    return null; // An unreadable name must not stop the sign-in.
  }
};

const applePersonOf = (idTokenClaims: IDToken, callbackFields: ReadonlyMap<string, string>): ForeignPerson | null => {
  const parsedClaims = AppleClaims.safeParse(idTokenClaims);
  if (!parsedClaims.success) return null;
  const { sub, email, email_verified: isEmailVerified } = parsedClaims.data;
  return {
    subject: sub,
    email: email?.toLowerCase() ?? null,
    isEmailVerified: isEmailVerified === true,
    name: appleNameIn(callbackFields.get('user')),
    pictureUrl: null,
  };
};

const CLIENT_SECRET_LIFETIME_SECONDS = 5 * 60;

/** Creates the client for sign-in with Apple. Its client secret is signed anew for each request. */
const createAppleProvider = (
  { issuer, clientId, teamId, keyId, privateKey }: NonNullable<SignInConfig['apple']>,
  currentRealTime: () => number,
): ProviderClient =>
  createOpenIdProvider({
    issuer,
    clientId,
    async clientSecret() {
      const issuedAtSeconds = Math.floor(currentRealTime() / 1000);
      const unsignedClientSecret = new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyId })
        .setIssuer(teamId)
        .setSubject(clientId)
        .setAudience(issuer);
      return unsignedClientSecret
        .setIssuedAt(issuedAtSeconds)
        .setExpirationTime(issuedAtSeconds + CLIENT_SECRET_LIFETIME_SECONDS)
        .sign(await importPKCS8(privateKey, 'ES256'));
    },
    // Requests the callback as a form POST, because Apple otherwise doesn't send name and e-mail address.
    parameters: { scope: 'openid name email', response_mode: 'form_post' },
    proofParameters: {},
    personOf: applePersonOf,
    realNow: currentRealTime,
  });

/** Clients of the third parties for sign-in; null for one without configuration. */
export type ProviderClients = Readonly<Record<ThirdParty, ProviderClient | null>>;

/** Creates the clients of the configured third parties. */
export const createProviderClients = (
  { google, apple, facebook }: SignInConfig,
  currentRealTime: () => number,
): ProviderClients => ({
  google: google === null ? null : createGoogleProvider(google, currentRealTime),
  facebook: facebook === null ? null : createFacebookProvider(facebook),
  apple: apple === null ? null : createAppleProvider(apple, currentRealTime),
});

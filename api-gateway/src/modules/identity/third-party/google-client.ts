import type { JWTPayload } from 'jose';
import * as z from 'zod/mini';
import type { SignInConfig } from '../../../platform';
import { createOpenIdClient } from './openid-client';
import type { ProviderClient } from './provider-client';
import type { ForeignPerson } from './sign-in-attempt';

const GoogleClaims = z.object({
  sub: z.string().check(z.minLength(1)),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
  picture: z.optional(z.string()),
});

const googlePersonOf = (claims: JWTPayload): ForeignPerson | null => {
  const parsed = GoogleClaims.safeParse(claims);
  if (!parsed.success) return null;
  const { sub, email, email_verified: isVerified, name, picture } = parsed.data;
  return { subject: sub, email: email?.toLowerCase() ?? null, isEmailVerified: isVerified === true, name: name ?? null, pictureUrl: picture ?? null };
};

/** Sign-in with Google. */
export const createGoogleClient = ({ issuer, clientId, clientSecret }: NonNullable<SignInConfig['google']>, realNow: () => number): ProviderClient =>
  createOpenIdClient({
    issuer,
    clientId,
    clientSecret: async () => clientSecret,
    parameters: { scope: 'openid email profile' },
    whenProving: { prompt: 'select_account' },
    personOf: googlePersonOf,
    realNow,
  });

import { err, ok } from '@mahlzeit/contract';
import type { ThirdParty } from '@mahlzeit/contract';
import { importPKCS8, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import * as z from 'zod/mini';
import type { SignInConfig } from '../../../platform';
import { createOpenIdClient } from './openid-client';
import { askProvider } from './provider-client';
import type { ProviderClient } from './provider-client';
import type { ForeignPerson } from './third-party-repository';

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

// Apple writes its truths as text in some tokens.
const Truth = z.union([z.boolean(), z.pipe(z.string(), z.transform((text) => text === 'true'))]);

const AppleClaims = z.object({ sub: z.string().check(z.minLength(1)), email: z.optional(z.string()), email_verified: z.optional(Truth) });

const Introduction = z.object({ name: z.optional(z.object({ firstName: z._default(z.string(), ''), lastName: z._default(z.string(), '') })) });

// It comes from the browser, the first time only, and nobody vouches for it: good for a name, for nothing else.
const nameIn = (user: string | undefined): string | null => {
  try {
    const { name } = Introduction.parse(JSON.parse(user ?? '{}'));
    return name === undefined ? null : `${name.firstName} ${name.lastName}`.trim();
  } catch {
    return null; // An unreadable name is no reason to turn its owner away.
  }
};

const applePersonOf = (claims: JWTPayload, fields: ReadonlyMap<string, string>): ForeignPerson | null => {
  const parsed = AppleClaims.safeParse(claims);
  if (!parsed.success) return null;
  const { sub, email, email_verified: isVerified } = parsed.data;
  return { subject: sub, email: email?.toLowerCase() ?? null, isEmailVerified: isVerified === true, name: nameIn(fields.get('user')), pictureUrl: null };
};

const SECRET_LIFE_S = 5 * 60;

/** Sign-in with Apple, whose client secret is signed anew each time. */
const createAppleClient = ({ issuer, clientId, teamId, keyId, privateKey }: NonNullable<SignInConfig['apple']>, realNow: () => number): ProviderClient =>
  createOpenIdClient({
    issuer,
    clientId,
    async clientSecret() {
      const issuedAt = Math.floor(realNow() / 1000);
      const secret = new SignJWT().setProtectedHeader({ alg: 'ES256', kid: keyId }).setIssuer(teamId).setSubject(clientId).setAudience(issuer);
      return secret.setIssuedAt(issuedAt).setExpirationTime(issuedAt + SECRET_LIFE_S).sign(await importPKCS8(privateKey, 'ES256'));
    },
    // Name and address come in the body alone.
    parameters: { scope: 'openid name email', response_mode: 'form_post' },
    whenProving: {},
    personOf: applePersonOf,
    realNow,
  });

const GRAPH_VERSION = 'v23.0';

// Asks again for an address that was refused before, and passes over whatever was granted.
const authTypes = { signIn: 'rerequest', reauthenticate: 'reauthenticate' } as const;

const FacebookToken = z.object({ access_token: z.string() });
const Me = z.object({ id: z.string().check(z.minLength(1)), name: z.optional(z.string()), email: z.optional(z.string()) });
const Picture = z.object({ data: z.object({ url: z.string(), is_silhouette: z._default(z.boolean(), false) }) });

/** Sign-in with Facebook: plain OAuth 2, and who it is comes from the graph. */
const createFacebookClient = ({ dialogUrl, graphUrl, clientId, clientSecret }: NonNullable<SignInConfig['facebook']>): ProviderClient => {
  // S1§7: the large picture. Without one the account is no worse.
  const findPicture = async (token: string): Promise<string | null> => {
    const query = new URLSearchParams({ type: 'large', redirect: 'false', access_token: token });
    const picture = await askProvider({ url: `${graphUrl}/${GRAPH_VERSION}/me/picture?${query.toString()}` }, Picture);
    return picture.ok && !picture.value.data.is_silhouette ? picture.value.data.url : null;
  };

  return {
    async pageFor({ redirectUri, state, challenge, intent }) {
      const page = new URL(`${dialogUrl}/${GRAPH_VERSION}/dialog/oauth`);
      const parameters = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'email,public_profile', state, code_challenge: challenge, code_challenge_method: 'S256' };
      for (const [name, value] of Object.entries({ ...parameters, auth_type: authTypes[intent] })) page.searchParams.set(name, value);
      return ok(page.href);
    },

    async identify({ fields, redirectUri, verifier }) {
      const code = fields.get('code');
      if (code === undefined) return err({ code: 'notAllowed', cause: new Error('no code') });
      const form = { grant_type: 'authorization_code', client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, code, code_verifier: verifier };
      const token = await askProvider({ url: `${graphUrl}/${GRAPH_VERSION}/oauth/access_token`, form }, FacebookToken);
      if (!token.ok) return token;
      const query = new URLSearchParams({ fields: 'id,name,email', access_token: token.value.access_token });
      const me = await askProvider({ url: `${graphUrl}/${GRAPH_VERSION}/me?${query.toString()}` }, Me);
      if (!me.ok) return me;
      const { id, name, email } = me.value;
      // Facebook vouches for no address.
      return ok({ subject: id, email: email?.toLowerCase() ?? null, isEmailVerified: false, name: name ?? null, pictureUrl: await findPicture(token.value.access_token) });
    },
  };
};

/** Whom people may sign in with; null: not with this one. */
export type ProviderClients = Readonly<Record<ThirdParty, ProviderClient | null>>;

/** The providers that are set up. */
export const createProviderClients = ({ google, apple, facebook }: SignInConfig, realNow: () => number): ProviderClients => ({
  google: google === null ? null : createGoogleClient(google, realNow),
  facebook: facebook === null ? null : createFacebookClient(facebook),
  apple: apple === null ? null : createAppleClient(apple, realNow),
});

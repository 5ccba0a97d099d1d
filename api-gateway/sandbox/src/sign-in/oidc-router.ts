import { createPublicKey } from 'node:crypto';
import express, { Router } from 'express';
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from 'jose';
import type { JWK } from 'jose';
import type { Secrets } from '../platform';
import { redeemCode } from './clients';
import type { RedeemDeps } from './clients';
import { loginPathByProvider, Person } from './provider';
import type { Grant, ProviderName } from './provider';

/** Issuer and audience that an id token names. */
interface TokenParties {
  readonly issuer: string;
  readonly clientId: string;
}

/** Creates id tokens with the same claims as those of Google and Apple. */
interface IdTokenSigner {
  /** Returns the public key with which clients verify the id tokens. */
  jwks(): Promise<{ readonly keys: readonly JWK[] }>;
  sign(grant: Grant, tokenParties: TokenParties): Promise<string>;
}

const ID_TOKEN_LIFE_S = 3600;
const KEY_ID = 'sandbox-1';

const createSigningKey = async (): Promise<string> =>
  exportPKCS8((await generateKeyPair('RS256', { extractable: true })).privateKey);

const idTokenClaimsOf = ({ person, nonce, authTime }: Grant, issuer: string): Record<string, unknown> => {
  const { provider, email, isPrivateEmail, name, subject } = person;
  const sharedClaims = {
    ...(email === null ? {} : { email, email_verified: true }),
    ...(nonce === null ? {} : { nonce }),
    ...(authTime === null ? {} : { auth_time: authTime }),
  };
  if (provider === 'apple')
    return { ...sharedClaims, ...(isPrivateEmail ? { is_private_email: true } : {}), nonce_supported: true };
  return { ...sharedClaims, name, picture: `${issuer}/pictures/${subject}` };
};

/** Creates the signer of id tokens. The signing key is created at the first sign-in and stored. */
export const createIdTokenSigner = (secrets: Secrets, realNow: () => number): IdTokenSigner => {
  const loadSigningKey = (): Promise<string> => secrets.getOrCreate('idTokenKey', createSigningKey);
  return {
    async jwks() {
      const jwk = await exportJWK(createPublicKey(await loadSigningKey()));
      return { keys: [{ ...jwk, kid: KEY_ID, alg: 'RS256', use: 'sig' }] };
    },
    async sign(grant, { issuer, clientId }) {
      const issuedAt = Math.floor(realNow() / 1000);
      return new SignJWT(idTokenClaimsOf(grant, issuer))
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setSubject(grant.person.subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ID_TOKEN_LIFE_S)
        .sign(await importPKCS8(await loadSigningKey(), 'RS256'));
    },
  };
};

interface OidcRouterDeps extends RedeemDeps {
  readonly signer: IdTokenSigner;
}

const ACCESS_TOKEN_LIFE_MS = 60 * 60_000;

type OidcProvider = Exclude<ProviderName, 'facebook'>;

const pathsByProvider: Readonly<
  Record<OidcProvider, { readonly token: string; readonly keys: string; readonly userinfo: string | null }>
> = {
  google: { token: '/google/token', keys: '/google/jwks', userinfo: '/google/userinfo' },
  // Apple has no userinfo route: its sign-in page sends the name only once.
  apple: { token: '/apple/auth/token', keys: '/apple/auth/keys', userinfo: null },
};

const discoveryDocumentOf = (provider: OidcProvider, issuer: string): object => {
  const originUrl = new URL(issuer).origin;
  const { token, keys, userinfo } = pathsByProvider[provider];
  return {
    issuer,
    authorization_endpoint: `${originUrl}${loginPathByProvider[provider]}`,
    token_endpoint: `${originUrl}${token}`,
    ...(userinfo === null ? {} : { userinfo_endpoint: `${originUrl}${userinfo}` }),
    jwks_uri: `${originUrl}${keys}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    subject_types_supported: [provider === 'apple' ? 'pairwise' : 'public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported:
      provider === 'apple' ? ['client_secret_post'] : ['client_secret_post', 'client_secret_basic'],
    scopes_supported: provider === 'apple' ? ['openid', 'email', 'name'] : ['openid', 'email', 'profile'],
    code_challenge_methods_supported: ['S256'],
  };
};

/** Creates the imitated routes of OpenID Connect: discovery, keys, tokens and, for Google, the user's profile. */
export const createOidcRouter = (deps: OidcRouterDeps): Router => {
  const { clients, issuedTokens, signer } = deps;
  const router = Router();

  for (const provider of ['google', 'apple'] as const) {
    const { issuer, clientId } = clients.signIn[provider];
    const { token, keys } = pathsByProvider[provider];
    router.get(
      `/${provider}/.well-known/openid-configuration`,
      (_request, response) => void response.json(discoveryDocumentOf(provider, issuer)),
    );
    router.get(keys, async (_request, response) => void response.json(await signer.jwks()));
    router.post(token, express.urlencoded({ extended: false }), async (request, response) => {
      const grant = await redeemCode(provider, deps, { headers: request.headers, fields: request.body });
      response.set('Cache-Control', 'no-store');
      if (typeof grant === 'string')
        return void response.status(grant === 'invalid_client' ? 401 : 400).json({ error: grant });
      const accessToken = issuedTokens.issueToken('accessToken', grant.person, ACCESS_TOKEN_LIFE_MS);
      response.json({
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: ACCESS_TOKEN_LIFE_MS / 1000,
        scope: grant.scope,
        id_token: await signer.sign(grant, { issuer, clientId }),
      });
    });
  }

  router.get('/google/userinfo', ({ headers }, response) => {
    const person = Person.safeParse(
      issuedTokens.find('accessToken', /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''),
    );
    if (!person.success || person.data.provider !== 'google')
      return void response.status(401).json({ error: 'invalid_token' });
    const { subject, email, name } = person.data;
    response.json({
      sub: subject,
      email,
      email_verified: true,
      name,
      picture: `${clients.signIn.google.issuer}/pictures/${subject}`,
    });
  });
  return router;
};

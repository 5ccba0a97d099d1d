import express, { Router } from 'express';
import type { IdTokenSigner } from './id-token-signer';
import { Person, type ProviderName } from './provider';
import { redeemCode, type RedeemDeps } from './redeem-code';

export interface OidcRouterDeps extends RedeemDeps {
  readonly signer: IdTokenSigner;
}

const ACCESS_LIFE_MS = 60 * 60_000;

type OidcProvider = Exclude<ProviderName, 'facebook'>;

const paths: Readonly<Record<OidcProvider, { readonly token: string; readonly keys: string; readonly userinfo: string | null }>> = {
  google: { token: '/google/token', keys: '/google/jwks', userinfo: '/google/userinfo' },
  // Apple has none: the name comes with the sign-in, once.
  apple: { token: '/apple/auth/token', keys: '/apple/auth/keys', userinfo: null },
};

const authorizationPath: Readonly<Record<OidcProvider, string>> = { google: '/google/auth', apple: '/apple/auth/authorize' };

const discoveryOf = (provider: OidcProvider, issuer: string): object => {
  const base = new URL(issuer).origin;
  const { token, keys, userinfo } = paths[provider];
  return {
    issuer,
    authorization_endpoint: `${base}${authorizationPath[provider]}`,
    token_endpoint: `${base}${token}`,
    ...(userinfo === null ? {} : { userinfo_endpoint: `${base}${userinfo}` }),
    jwks_uri: `${base}${keys}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    subject_types_supported: [provider === 'apple' ? 'pairwise' : 'public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: provider === 'apple' ? ['client_secret_post'] : ['client_secret_post', 'client_secret_basic'],
    scopes_supported: provider === 'apple' ? ['openid', 'email', 'name'] : ['openid', 'email', 'profile'],
    code_challenge_methods_supported: ['S256'],
  };
};

/** Discovery, keys, tokens and, for Google, who somebody is. */
export const createOidcRouter = (deps: OidcRouterDeps): Router => {
  const { clients, issuedTokens, signer } = deps;
  const router = Router();

  for (const provider of ['google', 'apple'] as const) {
    const { issuer, clientId } = clients.signIn[provider];
    const { token, keys } = paths[provider];
    router.get(`/${provider}/.well-known/openid-configuration`, (_request, response) => void response.json(discoveryOf(provider, issuer)));
    router.get(keys, async (_request, response) => void response.json(await signer.jwks()));
    router.post(token, express.urlencoded({ extended: false }), async (request, response) => {
      const grant = await redeemCode(provider, deps, { headers: request.headers, fields: request.body });
      response.set('Cache-Control', 'no-store');
      if (typeof grant === 'string') return void response.status(grant === 'invalid_client' ? 401 : 400).json({ error: grant });
      const accessToken = issuedTokens.issue('accessToken', grant.person, ACCESS_LIFE_MS);
      response.json({ access_token: accessToken, token_type: 'Bearer', expires_in: ACCESS_LIFE_MS / 1000, scope: grant.scope, id_token: await signer.sign(grant, { issuer, clientId }) });
    });
  }

  router.get('/google/userinfo', ({ headers }, response) => {
    const person = Person.safeParse(issuedTokens.find('accessToken', /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''));
    if (!person.success || person.data.provider !== 'google') return void response.status(401).json({ error: 'invalid_token' });
    const { subject, email, name } = person.data;
    response.json({ sub: subject, email, email_verified: true, name, picture: `${clients.signIn.google.issuer}/pictures/${subject}` });
  });
  return router;
};

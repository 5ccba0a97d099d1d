import { createHash, randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { exportPKCS8, exportSPKI, generateKeyPair, importPKCS8, importSPKI, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import type { IssuedTokens, Secrets } from '../platform';
import { Grant } from './provider';
import type { ProviderName } from './provider';

/**
 * Credentials with which the product calls the imitated sign-in providers. The fields are those of the real providers.
 */
export interface SandboxSignIn {
  readonly google: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
  readonly apple: {
    readonly issuer: string;
    readonly clientId: string;
    readonly teamId: string;
    readonly keyId: string;
    /** Key in the format PKCS #8, for the algorithm ES256. */ readonly privateKey: string;
  };
  readonly facebook: {
    readonly dialogUrl: string;
    readonly graphUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
  };
}

/** Client id and secret in a token request of OAuth, not checked yet. */
interface ClaimedClient {
  readonly id: string;
  readonly secret: string;
}

/** The product's registration as an OAuth client at each imitated sign-in provider. */
export interface SignInClients {
  readonly signIn: SandboxSignIn;
  isClientAuthentic(provider: ProviderName, client: ClaimedClient): Promise<boolean>;
}

const APPLE_KEY_ID = 'SANDBOXKEY';
const APPLE_TEAM_ID = 'SANDBOXTEAM';
const APPLE_MAX_SECRET_LIFETIME = '180d';

const createSecret = (): string => randomBytes(24).toString('base64url');

const createAppleKeys = async (): Promise<string> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return `${await exportPKCS8(privateKey)}\n\n${await exportSPKI(publicKey)}`;
};

/** Creates the product's OAuth client credentials, or reads those of an earlier start. */
export const createClients = async ({
  secrets,
  url,
  realNow,
}: {
  readonly secrets: Secrets;
  readonly url: string;
  readonly realNow: () => number;
}): Promise<SignInClients> => {
  const [privateKey = '', publicKey = ''] = (await secrets.getOrCreate('appleClient', createAppleKeys)).split('\n\n');
  const signIn: SandboxSignIn = {
    google: {
      issuer: `${url}/google`,
      clientId: 'mahlzeit.apps.sandbox',
      clientSecret: await secrets.getOrCreate('googleClient', createSecret),
    },
    apple: {
      issuer: `${url}/apple`,
      clientId: 'de.mahlzeit.sandbox',
      teamId: APPLE_TEAM_ID,
      keyId: APPLE_KEY_ID,
      privateKey,
    },
    facebook: {
      dialogUrl: `${url}/facebook`,
      graphUrl: `${url}/facebook`,
      clientId: '100000000000001',
      clientSecret: await secrets.getOrCreate('facebookClient', createSecret),
    },
  };
  // Checks the stored key, so that an unreadable key fails at the start and not at the first sign-in.
  await importPKCS8(privateKey, 'ES256');
  const appleKey = await importSPKI(publicKey, 'ES256');

  const isAppleSecretValid = async (secret: string): Promise<boolean> => {
    const { issuer, clientId, teamId, keyId } = signIn.apple;
    try {
      const { protectedHeader } = await jwtVerify(secret, appleKey, {
        algorithms: ['ES256'],
        issuer: teamId,
        subject: clientId,
        audience: issuer,
        currentDate: new Date(realNow()),
        maxTokenAge: APPLE_MAX_SECRET_LIFETIME,
        requiredClaims: ['exp'],
      });
      return protectedHeader.kid === keyId;
    } catch {
      return false; // Every invalid secret gets the same response.
    }
  };

  return {
    signIn,
    async isClientAuthentic(provider, { id, secret }) {
      const client = signIn[provider];
      if (client.clientId !== id) return false;
      return 'clientSecret' in client ? client.clientSecret === secret : isAppleSecretValid(secret);
    },
  };
};

const TokenRequestForm = z.object({
  grant_type: z._default(z.string(), 'authorization_code'),
  code: z._default(z.string(), ''),
  redirect_uri: z._default(z.string(), ''),
  code_verifier: z.optional(z.string()),
  client_id: z._default(z.string(), ''),
  client_secret: z._default(z.string(), ''),
});
type TokenRequestForm = z.infer<typeof TokenRequestForm>;

/** Error code of OAuth for a token request that fails. */
type RedeemError = 'invalid_request' | 'unsupported_grant_type' | 'invalid_client' | 'invalid_grant';

export interface RedeemDeps {
  readonly clients: SignInClients;
  readonly issuedTokens: IssuedTokens;
}

const claimedClientOf = (authorization: string | undefined, tokenForm: TokenRequestForm): ClaimedClient => {
  const basicCredentials = /^Basic (.+)$/i.exec(authorization ?? '')?.[1];
  if (basicCredentials === undefined) return { id: tokenForm.client_id, secret: tokenForm.client_secret };
  const [id = '', secret = ''] = Buffer.from(basicCredentials, 'base64').toString('utf8').split(':');
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
};

const isVerifierCorrect = ({ challenge }: Grant, verifier: string | undefined): boolean => {
  if (challenge === null) return verifier === undefined;
  return verifier !== undefined && createHash('sha256').update(verifier).digest('base64url') === challenge;
};

/**
 * Exchanges an OAuth code for the user's permission. A code works only once, even if the redirect URI or the verifier
 * of the request is wrong.
 */
export const redeemCode = async (
  provider: ProviderName,
  { clients, issuedTokens }: RedeemDeps,
  request: Pick<Request, 'headers'> & { readonly fields: unknown },
): Promise<Grant | RedeemError> => {
  const tokenForm = TokenRequestForm.safeParse(request.fields);
  if (!tokenForm.success) return 'invalid_request';
  if (tokenForm.data.grant_type !== 'authorization_code') return 'unsupported_grant_type';
  if (!(await clients.isClientAuthentic(provider, claimedClientOf(request.headers.authorization, tokenForm.data))))
    return 'invalid_client';
  const grant = Grant.safeParse(issuedTokens.redeem('code', tokenForm.data.code));
  if (
    !grant.success ||
    grant.data.person.provider !== provider ||
    grant.data.redirectUri !== tokenForm.data.redirect_uri
  )
    return 'invalid_grant';
  return isVerifierCorrect(grant.data, tokenForm.data.code_verifier) ? grant.data : 'invalid_grant';
};

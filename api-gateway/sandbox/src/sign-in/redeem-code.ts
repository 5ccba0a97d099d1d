import { createHash } from 'node:crypto';
import type { Request } from 'express';
import * as z from 'zod/mini';
import type { ClaimedClient, Clients } from './clients';
import type { IssuedTokens } from './handed-out';
import { Grant, type ProviderName } from './provider';

const Form = z.object({
  grant_type: z._default(z.string(), 'authorization_code'),
  code: z._default(z.string(), ''),
  redirect_uri: z._default(z.string(), ''),
  code_verifier: z.optional(z.string()),
  client_id: z._default(z.string(), ''),
  client_secret: z._default(z.string(), ''),
});
type Form = z.infer<typeof Form>;

/** Why a code is worth nothing, in OAuth's words. */
export type RedeemError = 'invalid_request' | 'unsupported_grant_type' | 'invalid_client' | 'invalid_grant';

export interface RedeemDeps {
  readonly clients: Clients;
  readonly issuedTokens: IssuedTokens;
}

const claimedBy = (authorization: string | undefined, form: Form): ClaimedClient => {
  const basic = /^Basic (.+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return { id: form.client_id, secret: form.client_secret };
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
};

const isVerified = ({ challenge }: Grant, verifier: string | undefined): boolean => {
  if (challenge === null) return verifier === undefined;
  return verifier !== undefined && createHash('sha256').update(verifier).digest('base64url') === challenge;
};

/** Trades a code for what it stands for; it works once, whether the rest is right or not. */
export const redeemCode = async (provider: ProviderName, { clients, issuedTokens }: RedeemDeps, request: Pick<Request, 'headers'> & { readonly fields: unknown }): Promise<Grant | RedeemError> => {
  const form = Form.safeParse(request.fields);
  if (!form.success) return 'invalid_request';
  if (form.data.grant_type !== 'authorization_code') return 'unsupported_grant_type';
  if (!(await clients.isKnown(provider, claimedBy(request.headers.authorization, form.data)))) return 'invalid_client';
  const grant = Grant.safeParse(issuedTokens.redeem('code', form.data.code));
  if (!grant.success || grant.data.person.provider !== provider || grant.data.redirectUri !== form.data.redirect_uri) return 'invalid_grant';
  return isVerified(grant.data, form.data.code_verifier) ? grant.data : 'invalid_grant';
};

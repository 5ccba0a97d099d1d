import { err, ok, type Result } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { ProviderName } from './provider';

const Query = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.string(),
  response_mode: z._default(z.string(), 'query'),
  scope: z._default(z.string(), ''),
  state: z.optional(z.string()),
  nonce: z.optional(z.string()),
  code_challenge: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
  code_challenge_method: z.optional(z.literal('S256')),
});

/** A valid request to sign somebody in. */
export interface LoginRequest {
  readonly redirectUri: string;
  readonly isFormPost: boolean;
  readonly scope: string;
  readonly state: string | null;
  readonly nonce: string | null;
  readonly challenge: string | null;
}

/** A client that may ask, and where its users are sent back to. */
export interface KnownClient {
  readonly clientId: string;
  readonly redirectUri: string;
}

// Apple sends name and address in the body alone; Google speaks OpenID where it is asked to.
const isWellScoped = (provider: ProviderName, scope: readonly string[], isFormPost: boolean): boolean => {
  if (provider === 'apple') return isFormPost || !scope.some((one) => one === 'name' || one === 'email');
  return provider === 'facebook' || scope.includes('openid');
};

/** Validates the query of a sign-in page; the error is the name of the parameter that is wrong. */
export const validateLoginRequest = (provider: ProviderName, client: KnownClient, query: unknown): Result<LoginRequest, string> => {
  const parsed = Query.safeParse(query);
  if (!parsed.success) return err(String(parsed.error.issues[0]?.path[0] ?? 'query'));
  const asked = parsed.data;
  if (asked.client_id !== client.clientId) return err('client_id');
  if (asked.redirect_uri !== client.redirectUri) return err('redirect_uri');
  if (asked.response_type !== 'code') return err('response_type');
  if ((asked.code_challenge === undefined) !== (asked.code_challenge_method === undefined)) return err('code_challenge_method');
  const isFormPost = asked.response_mode === 'form_post';
  if (!isFormPost && asked.response_mode !== 'query') return err('response_mode');
  if (!isWellScoped(provider, asked.scope.split(/[ ,]+/), isFormPost)) return err(provider === 'apple' ? 'response_mode' : 'scope');
  return ok({ redirectUri: asked.redirect_uri, isFormPost, scope: asked.scope, state: asked.state ?? null, nonce: asked.nonce ?? null, challenge: asked.code_challenge ?? null });
};

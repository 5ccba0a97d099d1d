import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { SignInConfig } from '../../../platform';
import { errorCodeOfStatus, PROVIDER_TIMEOUT_MS } from './provider-client';
import type { ProviderClient, ProviderError } from './provider-client';

// A request to Facebook's API: a POST if it has a form, else a GET.
interface FacebookCall {
  readonly url: string;
  readonly form?: Readonly<Record<string, string>>;
}

const providerError = (code: ProviderError['code'], cause: unknown): Result<never, ProviderError> =>
  err({ code, cause });

const sendCall = ({ url, form }: FacebookCall): Promise<Response> =>
  fetch(url, {
    // The request contains credentials, so it must not follow redirects.
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    headers: { Accept: 'application/json' },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });

// Sends a request to Facebook and parses the JSON response.
const askFacebook = async <S extends z.ZodMiniType>(
  call: FacebookCall,
  schema: S,
): Promise<Result<z.output<S>, ProviderError>> => {
  try {
    const response = await sendCall(call);
    const text = await response.text();
    if (!response.ok)
      return providerError(
        errorCodeOfStatus(response.status),
        new Error(`Facebook answered with status ${response.status}: ${text.slice(0, 300)}`),
      );
    const parsedAnswer = schema.safeParse(JSON.parse(text));
    return parsedAnswer.success ? ok(parsedAnswer.data) : providerError('unavailable', parsedAnswer.error);
  } catch (cause) {
    return providerError('unavailable', cause);
  }
};

const GRAPH_VERSION = 'v23.0';

// `rerequest` asks again for an e-mail address that the user refused before. `reauthenticate` makes the user sign in
// again, whatever permissions they have granted before.
const authTypeByIntent = { signIn: 'rerequest', reauthenticate: 'reauthenticate' } as const;

const FacebookToken = z.object({ access_token: z.string() });
const FacebookProfile = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
});
const PictureAnswer = z.object({ data: z.object({ url: z.string(), is_silhouette: z._default(z.boolean(), false) }) });

/** Creates the client for sign-in with Facebook: plain OAuth 2; the Graph API returns the person. */
export const createFacebookProvider = ({
  dialogUrl,
  graphUrl,
  clientId,
  clientSecret,
}: NonNullable<SignInConfig['facebook']>): ProviderClient => {
  // Fetches the URL of the large picture (S1§7). Returns null for a person without a picture and also after a failure,
  // because an account without a picture is fine.
  const findPicture = async (token: string): Promise<string | null> => {
    const query = new URLSearchParams({ type: 'large', redirect: 'false', access_token: token });
    const pictureResult = await askFacebook(
      { url: `${graphUrl}/${GRAPH_VERSION}/me/picture?${query.toString()}` },
      PictureAnswer,
    );
    return pictureResult.ok && !pictureResult.value.data.is_silhouette ? pictureResult.value.data.url : null;
  };

  return {
    async signInPageUrl({ redirectUri, state, challenge, intent }) {
      const pageUrl = new URL(`${dialogUrl}/${GRAPH_VERSION}/dialog/oauth`);
      const parameters = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'email,public_profile',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries({ ...parameters, auth_type: authTypeByIntent[intent] }))
        pageUrl.searchParams.set(name, value);
      return ok(pageUrl.href);
    },

    async identify({ fields, redirectUri, verifier }) {
      const code = fields.get('code');
      if (code === undefined) return err({ code: 'notAllowed', cause: new Error('The callback has no code') });
      const form = {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      };
      const token = await askFacebook({ url: `${graphUrl}/${GRAPH_VERSION}/oauth/access_token`, form }, FacebookToken);
      if (!token.ok) return token;
      const query = new URLSearchParams({ fields: 'id,name,email', access_token: token.value.access_token });
      const profileResult = await askFacebook(
        { url: `${graphUrl}/${GRAPH_VERSION}/me?${query.toString()}` },
        FacebookProfile,
      );
      if (!profileResult.ok) return profileResult;
      const { id, name, email } = profileResult.value;
      // Facebook doesn't guarantee that an e-mail address belongs to the person.
      return ok({
        subject: id,
        email: email?.toLowerCase() ?? null,
        isEmailVerified: false,
        name: name ?? null,
        pictureUrl: await findPicture(token.value.access_token),
      });
    },
  };
};

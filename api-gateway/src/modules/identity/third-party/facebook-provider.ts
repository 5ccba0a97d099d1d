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

const failWithProviderError = (errorCode: ProviderError['code'], errorCause: unknown): Result<never, ProviderError> =>
  err({ code: errorCode, cause: errorCause });

const sendCall = ({ url, form }: FacebookCall): Promise<Response> =>
  fetch(url, {
    // Refuses redirects, because the request contains credentials.
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    headers: { Accept: 'application/json' },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });

// Sends a request to Facebook and parses the JSON response.
const requestFacebook = async <S extends z.ZodMiniType>(
  facebookCall: FacebookCall,
  answerSchema: S,
): Promise<Result<z.output<S>, ProviderError>> => {
  try {
    const response = await sendCall(facebookCall);
    const text = await response.text();
    if (!response.ok)
      return failWithProviderError(
        errorCodeOfStatus(response.status),
        new Error(`Facebook answered with status ${response.status}: ${text.slice(0, 300)}`),
      );
    const parsedAnswer = answerSchema.safeParse(JSON.parse(text));
    return parsedAnswer.success ? ok(parsedAnswer.data) : failWithProviderError('unavailable', parsedAnswer.error);
  } catch (callError) {
    return failWithProviderError('unavailable', callError);
  }
};

const GRAPH_API_VERSION = 'v23.0';

// Values of Facebook's parameter `auth_type` by the purpose of a sign-in. `rerequest` asks again for an e-mail address
// that the user refused before. `reauthenticate` makes the user sign in again, whatever permissions they have granted
// before.
const authTypeByIntent = { signIn: 'rerequest', link: 'rerequest', reauthenticate: 'reauthenticate' } as const;

const FacebookToken = z.object({ access_token: z.string() });
const FacebookProfile = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
});
const FacebookPicture = z.object({
  data: z.object({ url: z.string(), is_silhouette: z._default(z.boolean(), false) }),
});

/** Creates the client for sign-in with Facebook: plain OAuth 2; the Graph API returns the person. */
export const createFacebookProvider = ({
  dialogUrl,
  graphUrl,
  clientId,
  clientSecret,
}: NonNullable<SignInConfig['facebook']>): ProviderClient => {
  // Fetches the URL of the user's large picture at Facebook (S1§7). Returns null for a user without a picture and also
  // after a failure, because an account without a picture is fine.
  const findPictureUrl = async (token: string): Promise<string | null> => {
    const pictureQuery = new URLSearchParams({ type: 'large', redirect: 'false', access_token: token });
    const pictureResult = await requestFacebook(
      { url: `${graphUrl}/${GRAPH_API_VERSION}/me/picture?${pictureQuery.toString()}` },
      FacebookPicture,
    );
    return pictureResult.ok && !pictureResult.value.data.is_silhouette ? pictureResult.value.data.url : null;
  };

  return {
    async signInPageUrl({ redirectUri, state, challenge, intent }) {
      const pageUrl = new URL(`${dialogUrl}/${GRAPH_API_VERSION}/dialog/oauth`);
      const dialogParameters = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'email,public_profile',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      };
      for (const [parameterName, value] of Object.entries({ ...dialogParameters, auth_type: authTypeByIntent[intent] }))
        pageUrl.searchParams.set(parameterName, value);
      return ok(pageUrl.href);
    },

    async identify({ fields, redirectUri, verifier }) {
      const authorizationCode = fields.get('code');
      if (authorizationCode === undefined)
        return err({ code: 'notAllowed', cause: new Error('The callback has no code') });
      const tokenForm = {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code: authorizationCode,
        code_verifier: verifier,
      };
      const token = await requestFacebook(
        { url: `${graphUrl}/${GRAPH_API_VERSION}/oauth/access_token`, form: tokenForm },
        FacebookToken,
      );
      if (!token.ok) return token;
      const profileQuery = new URLSearchParams({ fields: 'id,name,email', access_token: token.value.access_token });
      const profileResult = await requestFacebook(
        { url: `${graphUrl}/${GRAPH_API_VERSION}/me?${profileQuery.toString()}` },
        FacebookProfile,
      );
      if (!profileResult.ok) return profileResult;
      const { id, name, email } = profileResult.value;
      // Facebook doesn't guarantee that an e-mail address belongs to the person, so it counts as unverified.
      return ok({
        subject: id,
        email: email?.toLowerCase() ?? null,
        isEmailVerified: false,
        name: name ?? null,
        pictureUrl: await findPictureUrl(token.value.access_token),
      });
    },
  };
};

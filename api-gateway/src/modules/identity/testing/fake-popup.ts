import { createHash } from 'node:crypto';
import { SignInMessage } from '@mahlzeit/contract';
import type { SignInDisplay, SignInIntent, ThirdParty } from '@mahlzeit/contract';
import type { TestGateway } from '../../../platform/testing/test-gateway';

/** Fields that a test fills in on a third party's sign-in page. */
export interface SignInFormInput {
  readonly email?: string;
  readonly name?: string;
  readonly hidesEmail?: boolean;
  readonly result?: 'allow' | 'cancel';
}

/** A popup window of a test, in which a user signs in at a third party. */
interface SignInPopup {
  readonly verifier: string;
  /** URL of the provider's sign-in page. */
  readonly page: string;
  /** Submits the provider's sign-in page. Returns the callback to which the provider redirects the browser. */
  submit(signInForm: SignInFormInput): Promise<ProviderRedirect>;
}

/** Redirect of a provider back to the gateway. */
export interface ProviderRedirect {
  readonly url: string;
  /** Form fields of the third party's response if it is a POST (Apple); null for a GET. */
  readonly form: Readonly<Record<string, string>> | null;
}

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const parseRedirectForm = (pageHtml: string): ProviderRedirect => ({
  url: unescapeHtml(/<form method="post" action="([^"]*)"/.exec(pageHtml)?.[1] ?? ''),
  form: Object.fromEntries(
    [...pageHtml.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, fieldName = '', value = '']) => [
      fieldName,
      unescapeHtml(value),
    ]),
  ),
});

/** Computes the PKCE challenge of a verifier: base64url(sha256(verifier)). */
export const codeChallengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url');

/** Opens a sign-in popup with a new PKCE verifier. */
export const openSignInPopup = async (
  gateway: TestGateway,
  provider: ThirdParty,
  {
    intent = 'signIn',
    display = 'popup',
    verifier = createHash('sha256').update(`${provider}${Math.random()}`).digest('base64url'),
  }: { readonly intent?: SignInIntent; readonly display?: SignInDisplay; readonly verifier?: string } = {},
): Promise<SignInPopup> => {
  const startQuery = new URLSearchParams({ intent, display, challenge: codeChallengeOf(verifier) });
  const startResponse = await fetch(`${gateway.url}/api/auth/${provider}/start?${startQuery.toString()}`, {
    redirect: 'manual',
  });
  const pageUrl = startResponse.headers.get('Location') ?? '';
  return {
    verifier,
    page: pageUrl,
    async submit({ result = 'allow', ...signIn }) {
      const response = await fetch(pageUrl, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ result, ...signIn }),
      });
      const redirectLocation = response.headers.get('Location');
      return redirectLocation === null
        ? parseRedirectForm(await response.text())
        : { url: redirectLocation, form: null };
    },
  };
};

/**
 * Loads the page to which the third party redirects the popup. Returns the message that this page posts to the app's
 * other pages; null if it posts none.
 */
export const followCallback = async ({ url, form }: ProviderRedirect): Promise<SignInMessage | null> => {
  const callbackResponse = await fetch(url, form === null ? {} : { method: 'POST', body: new URLSearchParams(form) });
  const encodedMessage = /data-message="([^"]*)"/.exec(await callbackResponse.text())?.[1];
  return encodedMessage === undefined ? null : SignInMessage.parse(JSON.parse(unescapeHtml(encodedMessage)));
};

/**
 * Runs a sign-in at a third party from start to end. Returns the message that the popup posts, and the PKCE verifier.
 */
export const signInAtProvider = async (
  gateway: TestGateway,
  provider: ThirdParty,
  signInForm: SignInFormInput & { readonly intent?: SignInIntent },
): Promise<{ readonly message: SignInMessage | null; readonly verifier: string }> => {
  const { intent, ...page } = signInForm;
  const signInPopup = await openSignInPopup(gateway, provider, intent === undefined ? {} : { intent });
  return { message: await followCallback(await signInPopup.submit(page)), verifier: signInPopup.verifier };
};

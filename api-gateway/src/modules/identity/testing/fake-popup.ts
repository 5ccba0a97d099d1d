import { createHash } from 'node:crypto';
import { SignInMessage } from '@mahlzeit/contract';
import type { SignInIntent, ThirdParty } from '@mahlzeit/contract';
import type { TestGateway } from '../../../platform/testing/test-gateway';

/** Input on a provider's sign-in page. */
export interface TypedSignIn {
  readonly email?: string;
  readonly name?: string;
  readonly hidesEmail?: boolean;
  readonly result?: 'allow' | 'cancel';
}

/** A popup in which a user signs in at a third party. */
interface Popup {
  readonly verifier: string;
  /** Address of the provider's page. */
  readonly page: string;
  /** Submits that page. Returns the callback to which the provider sends the browser. */
  answer(signInForm: TypedSignIn): Promise<Callback>;
}

/** Redirect of a provider back to the gateway. */
interface Callback {
  readonly url: string;
  /** Set if the callback is a POST with a form (Apple). */
  readonly form: Readonly<Record<string, string>> | null;
}

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const formIn = (html: string): Callback => ({
  url: unescapeHtml(/<form method="post" action="([^"]*)"/.exec(html)?.[1] ?? ''),
  form: Object.fromEntries(
    [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescapeHtml(value)]),
  ),
});

/** base64url(sha256(verifier)). */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Opens a popup with a verifier of its own. */
export const openPopup = async (
  gateway: TestGateway,
  provider: ThirdParty,
  {
    intent = 'signIn',
    verifier = createHash('sha256').update(`${provider}${Math.random()}`).digest('base64url'),
  }: { readonly intent?: SignInIntent; readonly verifier?: string } = {},
): Promise<Popup> => {
  const query = new URLSearchParams({ intent, challenge: challengeOf(verifier) });
  const startResponse = await fetch(`${gateway.url}/api/auth/${provider}/start?${query.toString()}`, {
    redirect: 'manual',
  });
  const page = startResponse.headers.get('Location') ?? '';
  return {
    verifier,
    page,
    async answer({ result = 'allow', ...signIn }) {
      const response = await fetch(page, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ result, ...signIn }),
      });
      const location = response.headers.get('Location');
      return location === null ? formIn(await response.text()) : { url: location, form: null };
    },
  };
};

/** Follows the callback. Returns the message of its page to the other pages; null without a message. */
export const followCallback = async ({ url, form }: Callback): Promise<SignInMessage | null> => {
  const page = await fetch(url, form === null ? {} : { method: 'POST', body: new URLSearchParams(form) });
  const encodedMessage = /data-message="([^"]*)"/.exec(await page.text())?.[1];
  return encodedMessage === undefined ? null : SignInMessage.parse(JSON.parse(unescapeHtml(encodedMessage)));
};

/** Runs a whole sign-in in a popup. Returns the message and the verifier. */
export const signInAt = async (
  gateway: TestGateway,
  provider: ThirdParty,
  signIn: TypedSignIn & { readonly intent?: SignInIntent },
): Promise<{ readonly message: SignInMessage | null; readonly verifier: string }> => {
  const { intent, ...page } = signIn;
  const popup = await openPopup(gateway, provider, intent === undefined ? {} : { intent });
  return { message: await followCallback(await popup.answer(page)), verifier: popup.verifier };
};

/** What proves that the browser that completes a sign-in is the one that began it. */
export interface SignInProof {
  /** Stays in this page until the sign-in is completed. */
  readonly verifier: string;
  /** base64url(sha256(verifier)): goes along with the address of the window. */
  readonly challenge: string;
}

const VERIFIER_BYTES = 32;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** What goes along for a verifier (RFC 7636, S256). */
export const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));

/** Makes a fresh proof; rejects where the page has no WebCrypto, which is without https. */
export const makeSignInProof = async (): Promise<SignInProof> => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));
  return { verifier, challenge: await challengeOf(verifier) };
};

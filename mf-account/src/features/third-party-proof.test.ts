/** @jest-environment node */
import { SignInStart, ThirdPartyCompletion } from '@mahlzeit/contract';
import { codeChallengeOf, makeSignInProof } from './third-party-sign-in';

it('computes the challenge of a verifier by RFC 7636', async () => {
  expect(await codeChallengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

it('creates proofs that the gateway accepts, never the same twice', async () => {
  const signInProofs = await Promise.all(Array.from({ length: 20 }, makeSignInProof));
  expect(new Set(signInProofs.map(({ verifier }) => verifier)).size).toBe(20);
  for (const { verifier, challenge } of signInProofs) {
    expect(SignInStart.safeParse({ intent: 'signIn', challenge }).success).toBe(true);
    expect(ThirdPartyCompletion.safeParse({ code: 'c', verifier }).success).toBe(true);
  }
});

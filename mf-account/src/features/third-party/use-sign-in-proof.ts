import { useCallback, useEffect, useState } from 'react';
import { makeSignInProof } from './sign-in-proof';
import type { SignInProof } from './sign-in-proof';

/** A proof that is made before anybody clicks, so that the click itself can open the window; null while it is made. */
export const useSignInProof = (): { readonly proof: SignInProof | 'unsupported' | null; renewProof(): void } => {
  const [proof, setProof] = useState<SignInProof | 'unsupported' | null>(null);
  useEffect(() => {
    if (proof !== null) return;
    let isGone = false;
    const take = (made: SignInProof | 'unsupported'): void => {
      if (!isGone) setProof(made);
    };
    makeSignInProof().then(take, () => take('unsupported'));
    return () => {
      isGone = true;
    };
  }, [proof]);
  const renewProof = useCallback(() => setProof((held) => (held === 'unsupported' ? held : null)), []);
  return { proof, renewProof };
};

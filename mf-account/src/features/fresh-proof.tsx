import type { Result } from '@mahlzeit/contract';
import { useLazyPart } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import type { ReactNode } from 'react';

/** Calls routes of the gateway that require a proof of identity within the last five minutes. */
interface FreshProof {
  /**
   * Calls a route. If the gateway answers `reauthenticationRequired`, asks the user for a proof and calls the route
   * once more. Resolves to null if the user closes the sheet without a proof.
   */
  withFreshProof<T>(call: () => Promise<Result<T, ApiError>>): Promise<Result<T, ApiError> | null>;
  /** Sheet that asks the user for the proof; null while none is needed. */
  readonly proofSheet: ReactNode;
}

/**
 * Returns the function that calls routes which require a proof of identity, and the sheet that the caller must render.
 */
export const useFreshProof = (): FreshProof => {
  // The sheet loads only when it is needed, because most users have signed in recently and aren't asked for a proof.
  const { part: sheet, load: loadSheet } = useLazyPart(() => import('./fresh-proof-sheet'));
  const [openQuestion, setOpenQuestion] = useState<{ readonly answer: (isProved: boolean) => void } | null>(null);
  const askForProof = (): Promise<boolean> =>
    new Promise((resolve) =>
      setOpenQuestion({
        answer: (isProved) => {
          setOpenQuestion(null);
          resolve(isProved);
        },
      }),
    );
  return {
    async withFreshProof(call) {
      const firstAnswer = await call();
      if (firstAnswer.ok || firstAnswer.error.code !== 'reauthenticationRequired') return firstAnswer;
      if (!(await loadSheet())) return null;
      return (await askForProof()) ? call() : null;
    },
    proofSheet: openQuestion !== null && sheet !== null && (
      <sheet.FreshProofSheet onProved={() => openQuestion.answer(true)} onClose={() => openQuestion.answer(false)} />
    ),
  };
};

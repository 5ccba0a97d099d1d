import type { Result } from '@mahlzeit/contract';
import { useLazyPart } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import type { ReactNode } from 'react';

/** Calls of routes that need a proof of identity within the last five minutes. */
interface FreshProof {
  /**
   * Calls a route. When it answers `reauthenticationRequired`, asks the user for a proof and calls it once more.
   * Resolves to null for a user who closes the question.
   */
  withFreshProof<T>(call: () => Promise<Result<T, ApiError>>): Promise<Result<T, ApiError> | null>;
  /** Sheet with the question; null while there is none. */
  readonly proofSheet: ReactNode;
}

/** Returns the function that calls such routes, and the sheet that the caller has to render. */
export const useFreshProof = (): FreshProof => {
  // Most users have signed in a moment ago and aren't asked.
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

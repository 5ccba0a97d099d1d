import { useEffect, useState } from 'react';
import { validatePicture } from './picture-rules';
import type { PictureError } from './picture-rules';

/** A file that was chosen and does not count yet. */
export interface ChosenPicture {
  readonly file: File;
  /** Shows it from memory. */
  readonly url: string;
}

/** The file that was chosen, or what is wrong with it. */
export const useChosenPicture = () => {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const [error, setError] = useState<PictureError | null>(null);
  useEffect(() => (chosen === null ? undefined : () => URL.revokeObjectURL(chosen.url)), [chosen]);

  const refuse = (next: PictureError | null): void => {
    setChosen(null);
    setError(next);
  };
  return {
    chosen,
    error,
    choose(files: readonly File[]): void {
      const verdict = validatePicture(files);
      if (!verdict.ok) return refuse(verdict.error);
      setError(null);
      setChosen({ file: verdict.value, url: URL.createObjectURL(verdict.value) });
    },
    refuse,
    discard: () => refuse(null),
  };
};

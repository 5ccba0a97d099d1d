import { useEffect, useState } from 'react';
import { judgePicture } from './picture-rules';
import type { PictureFault } from './picture-rules';

/** A file that was chosen and does not count yet. */
export interface ChosenPicture {
  readonly file: File;
  /** Shows it from memory. */
  readonly url: string;
}

/** The file that was chosen, or what is wrong with it. */
export const useChosenPicture = () => {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const [fault, setFault] = useState<PictureFault | null>(null);
  const [wasChosen, setWasChosen] = useState(false);
  useEffect(() => (chosen === null ? undefined : () => URL.revokeObjectURL(chosen.url)), [chosen]);

  const refuse = (next: PictureFault | null): void => {
    setChosen(null);
    setFault(next);
  };
  return {
    chosen,
    fault,
    /** Whether there was one before: who comes back from it goes on at the field. */
    wasChosen,
    choose(files: readonly File[]): void {
      const verdict = judgePicture(files);
      if (!verdict.ok) return refuse(verdict.error);
      setFault(null);
      setWasChosen(true);
      setChosen({ file: verdict.value, url: URL.createObjectURL(verdict.value) });
    },
    refuse,
    discard: () => refuse(null),
  };
};

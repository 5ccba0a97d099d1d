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
  useEffect(() => (chosen === null ? undefined : () => URL.revokeObjectURL(chosen.url)), [chosen]);

  const refuse = (next: PictureFault | null): void => {
    setChosen(null);
    setFault(next);
  };
  return {
    chosen,
    fault,
    choose(files: readonly File[]): void {
      const verdict = judgePicture(files);
      if (!verdict.ok) return refuse(verdict.error);
      setFault(null);
      setChosen({ file: verdict.value, url: URL.createObjectURL(verdict.value) });
    },
    refuse,
    discard: () => refuse(null),
  };
};

import { useLazyPart } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';

/**
 * Returns the sheet that adds contacts by code or by e-mail address, and the function that opens it. The script of the
 * sheet is loaded on the first call.
 */
export const useCodeAndEmail = (onDone: () => void) => {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const { part, load } = useLazyPart(() => import('./code-and-email'));
  const openCodeSheet = async (): Promise<void> => setIsSheetOpen(await load());
  return {
    open: () => void openCodeSheet(),
    sheet:
      isSheetOpen && part !== null ? (
        <part.CodeAndEmailSheet onDone={onDone} onClose={() => setIsSheetOpen(false)} />
      ) : null,
  };
};

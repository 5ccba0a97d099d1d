import { useLazyPart } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';

/**
 * Returns the sheet that adds contacts by code or by e-mail address, and the function that opens it. The script of the
 * sheet is loaded on the first call.
 */
export const useCodeAndEmail = (onDone: () => void) => {
  const [isOpen, setIsOpen] = useState(false);
  const { part, load } = useLazyPart(() => import('./code-and-email'));
  const open = async (): Promise<void> => setIsOpen(await load());
  return {
    open: () => void open(),
    sheet: isOpen && part !== null ? <part.CodeAndEmailSheet onDone={onDone} onClose={() => setIsOpen(false)} /> : null,
  };
};

import { useLazyPart } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import type { Draft } from './use-draft';

/**
 * Returns a sheet that asks for the date above the current step (S2§4), once restaurant and people are chosen. The
 * script of the calendar is loaded when `ask` is called.
 */
export const useDateStep = (draft: Draft) => {
  const { part, load } = useLazyPart(() => import('./when-sheet'));
  const [isDateSheetOpen, setIsDateSheetOpen] = useState(false);
  const closeSheet = (): void => setIsDateSheetOpen(false);
  const chooseDate = (date: string): void => {
    draft.change({ date });
    closeSheet();
    draft.goOn();
  };
  return {
    // Not awaited: `load` reports its errors itself.
    ask: () => void load().then(setIsDateSheetOpen),
    sheet:
      part !== null && isDateSheetOpen && draft.draft !== null ? (
        <part.WhenSheet
          restaurant={draft.draft.restaurant}
          value={draft.draft.presetDate}
          onChoose={chooseDate}
          onClose={closeSheet}
        />
      ) : null,
  };
};

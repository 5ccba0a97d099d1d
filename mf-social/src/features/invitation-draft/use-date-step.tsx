import { useLazyPart } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import type { Draft } from './use-draft';

/**
 * Returns a sheet that asks for the date above the current step (S2§4), once restaurant and people are chosen. The
 * script of the calendar is loaded when `ask` is called.
 */
export const useDateStep = (draftEditor: Draft) => {
  const { part, load } = useLazyPart(() => import('./when-sheet'));
  const [isDateSheetOpen, setIsDateSheetOpen] = useState(false);
  const closeDateSheet = (): void => setIsDateSheetOpen(false);
  const chooseDate = (isoDate: string): void => {
    draftEditor.change({ date: isoDate });
    closeDateSheet();
    draftEditor.goOn();
  };
  return {
    // The promise isn't awaited, because `load` reports its errors itself.
    ask: () => void load().then(setIsDateSheetOpen),
    sheet:
      part !== null && isDateSheetOpen && draftEditor.draft !== null ? (
        <part.MeetupDateSheet
          restaurant={draftEditor.draft.restaurant}
          value={draftEditor.draft.presetDate}
          onChoose={chooseDate}
          onClose={closeDateSheet}
        />
      ) : null,
  };
};

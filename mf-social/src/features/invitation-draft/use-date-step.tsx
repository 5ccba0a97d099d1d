import { useLazyPart } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import type { Draft } from './use-draft';

/**
 * Returns a sheet that asks for the date above the current step (S2§4), once restaurant and people are chosen. The
 * script of the calendar is loaded when `ask` is called.
 */
export const useDateStep = (draft: Draft) => {
  const { part, load } = useLazyPart(() => import('./when-sheet'));
  const [isAsking, setIsAsking] = useState(false);
  const close = (): void => setIsAsking(false);
  const choose = (date: string): void => {
    draft.change({ date });
    close();
    draft.goOn();
  };
  return {
    // Not awaited: `load` reports its errors itself.
    ask: () => void load().then(setIsAsking),
    sheet:
      part !== null && isAsking && draft.draft !== null ? (
        <part.WhenSheet
          restaurant={draft.draft.restaurant}
          value={draft.draft.presetDate}
          onChoose={choose}
          onClose={close}
        />
      ) : null,
  };
};

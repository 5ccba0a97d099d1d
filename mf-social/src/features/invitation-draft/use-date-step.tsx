import { useLazyPart } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import type { Draft } from './use-draft';

/**
 * Asks for the date on top of the last step, once restaurant and people are chosen (S2§4). The script of the calendar
 * is loaded then.
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

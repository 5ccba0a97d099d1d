import { useLazyPart } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import type { Draft } from './use-draft';

/**
 * S2§4: who has place and people but no date is asked for it, over the step that was the last. The calendar is loaded
 * then.
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
    // Not awaited: what can't be had is told.
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

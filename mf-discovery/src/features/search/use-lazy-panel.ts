import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ComponentType } from 'react';
import { useCallback, useRef, useState } from 'react';
import { text } from '../../discovery-texts';
import type { SearchPanelProps } from './search-panel';

/** Loads the panel's own chunk once somebody comes near the field; a failed load is said and tried again at the next approach. */
export const useLazyPanel = (): { readonly Panel: ComponentType<SearchPanelProps> | null; readonly want: () => void } => {
  const { snackbar } = useShell();
  const [held, setHeld] = useState<{ readonly Panel: ComponentType<SearchPanelProps> } | null>(null);
  const isAsked = useRef(false);
  const want = useCallback(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    // Not awaited: what becomes of it is state.
    void import('./search-panel').then(
      ({ SearchPanel }) => setHeld({ Panel: SearchPanel }),
      () => {
        isAsked.current = false;
        snackbar({ text: text('SearchFailed'), tone: 'error' });
      },
    );
  }, [snackbar]);
  return { Panel: held?.Panel ?? null, want };
};

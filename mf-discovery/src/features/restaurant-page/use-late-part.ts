import { useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';

/** A part of the page that comes on a press. */
interface LatePart<Part> {
  /** null while it isn't shown. */
  readonly Part: Part | null;
  /** Loads it, and shows it once it is there. */
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * Loads a part of the page once it is asked for. One that can't be had is said, and asked for again at the next press.
 */
export const useLatePart = <Part>(load: () => Promise<Part>, failedText: string): LatePart<Part> => {
  const { snackbar } = useShell();
  const [opened, setOpened] = useState<{ readonly Part: Part } | null>(null);
  const open = (): void => {
    // Not awaited: what becomes of it is state.
    void load().then(
      (Part) => setOpened({ Part }),
      () => snackbar({ text: failedText, tone: 'error' }),
    );
  };
  return { Part: opened?.Part ?? null, open, close: () => setOpened(null) };
};

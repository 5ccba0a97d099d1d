import { useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';

/** Part of the page that is loaded on a press. */
interface LatePart<Part> {
  /** Null while it is closed. */
  readonly Part: Part | null;
  /** Loads the part, then shows it. */
  readonly open: () => void;
  readonly close: () => void;
}

/** Loads a part of the page on demand. Shows a message after a failure; the next press tries again. */
export const useLatePart = <Part>(load: () => Promise<Part>, failedText: string): LatePart<Part> => {
  const { snackbar } = useShell();
  const [opened, setOpened] = useState<{ readonly Part: Part } | null>(null);
  const open = (): void => {
    // Not awaited: the result becomes state.
    void load().then(
      (Part) => setOpened({ Part }),
      () => snackbar({ text: failedText, tone: 'error' }),
    );
  };
  return { Part: opened?.Part ?? null, open, close: () => setOpened(null) };
};

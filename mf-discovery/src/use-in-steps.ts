import { yieldToBrowser } from '@mahlzeit/shared-ui/platform';
import { startTransition, useEffect, useState } from 'react';

/** Part of a screen whose modules are evaluated one by one. */
export interface SteppedPart<Part> {
  /** Modules that the part imports anyway. */
  readonly steps: readonly (() => Promise<unknown>)[];
  load(): Promise<Part>;
}

const loadInSteps = async <Part>({ steps, load }: SteppedPart<Part>): Promise<Part> => {
  for (const step of steps) {
    await step();
    await yieldToBrowser();
  }
  return load();
};

/**
 * Returns the part once its modules were evaluated, with pauses in which a tap is handled; null before. Doesn't
 * suspend: React delays suspended content by up to 300 ms.
 */
export const useInSteps = <Part>(part: SteppedPart<Part>): Part | null => {
  const [loadedPart, setLoaded] = useState<{ readonly part: Part } | null>(null);
  useEffect(() => {
    let isLeft = false;
    const takePart = (next: () => { readonly part: Part }): void => {
      if (!isLeft) startTransition(() => setLoaded(next));
    };
    // Rethrown while rendering: errors of a module belong to the boundary of the screen.
    const fail = (error: unknown): void =>
      takePart(() => {
        throw error;
      });
    void loadInSteps(part).then((value) => takePart(() => ({ part: value })), fail);
    return () => {
      isLeft = true;
    };
  }, [part]);
  return loadedPart === null ? null : loadedPart.part;
};

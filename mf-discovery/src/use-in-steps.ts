import { yieldToBrowser } from '@mahlzeit/shared-ui/platform';
import { startTransition, useEffect, useState } from 'react';

/** A part of a screen whose modules are evaluated piece by piece. */
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
 * The part once its code was evaluated, with room for a tap between the pieces; null until then. It is waited for
 * without suspending: React holds suspended content back for up to 300 ms.
 */
export const useInSteps = <Part>(part: SteppedPart<Part>): Part | null => {
  const [loaded, setLoaded] = useState<{ readonly part: Part } | null>(null);
  useEffect(() => {
    let isLeft = false;
    const take = (next: () => { readonly part: Part }): void => {
      if (!isLeft) startTransition(() => setLoaded(next));
    };
    // What a module throws belongs to the screen's own boundary.
    const fail = (error: unknown): void =>
      take(() => {
        throw error;
      });
    void loadInSteps(part).then((value) => take(() => ({ part: value })), fail);
    return () => {
      isLeft = true;
    };
  }, [part]);
  return loaded === null ? null : loaded.part;
};

import { yieldToBrowser } from '@mahlzeit/shared-ui/platform';
import { startTransition, useEffect, useState } from 'react';

/** Part of a screen whose modules are evaluated one by one, so that no long task blocks a tap. */
export interface SteppedPart<Part> {
  /** Modules that the part imports anyway; each step evaluates one of them. */
  readonly steps: readonly (() => Promise<unknown>)[];
  load(): Promise<Part>;
}

const loadInSteps = async <Part>({ steps, load }: SteppedPart<Part>): Promise<Part> => {
  for (const loadStep of steps) {
    await loadStep();
    await yieldToBrowser();
  }
  return load();
};

/**
 * Returns the part after its modules have been evaluated; null before. Between the modules it pauses, so that the
 * browser can handle a tap. The hook doesn't suspend, because React delays suspended content by up to 300 ms.
 */
export const useInSteps = <Part>(steppedPart: SteppedPart<Part>): Part | null => {
  const [loadedPart, setLoadedPart] = useState<{ readonly part: Part } | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const setPartIfMounted = (createPart: () => { readonly part: Part }): void => {
      if (!isUnmounted) startTransition(() => setLoadedPart(createPart));
    };
    // The error is thrown again while React renders, so that the error boundary of the screen handles it.
    const throwInRender = (error: unknown): void =>
      setPartIfMounted(() => {
        throw error;
      });
    void loadInSteps(steppedPart).then(
      (loadedModule) => setPartIfMounted(() => ({ part: loadedModule })),
      throwInRender,
    );
    return () => {
      isUnmounted = true;
    };
  }, [steppedPart]);
  return loadedPart === null ? null : loadedPart.part;
};

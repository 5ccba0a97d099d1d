import { useRef, useState } from 'react';

/** Work that runs once at a time, however often it is asked for. */
interface Work {
  readonly isBusy: boolean;
  /** Begins, unless something is under way. */
  run(work: () => Promise<void>): void;
}

/** One piece of work at a time: a second press while the first one is under way does nothing. */
export const useWork = (): Work => {
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);
  const finish = (): void => {
    isRunning.current = false;
    setIsBusy(false);
  };
  return {
    isBusy,
    run(work) {
      if (isRunning.current) return;
      isRunning.current = true;
      setIsBusy(true);
      // Not awaited: the button shows that it goes on, and the work reports its own errors.
      void work().finally(finish);
    },
  };
};

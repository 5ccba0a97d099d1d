import { useCallback, useEffect, useRef, useState } from 'react';

interface Moment {
  /** How often it was begun; 0 while it is not on. */
  readonly count: number;
  begin(): void;
}

/** Something that is on for a while; beginning it again starts the time anew. */
export const useMoment = (milliseconds: number): Moment => {
  const [count, setCount] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = useCallback(() => {
    clearTimeout(timer.current);
    setCount((before) => before + 1);
    timer.current = setTimeout(() => setCount(0), milliseconds);
  }, [milliseconds]);
  return { count, begin };
};

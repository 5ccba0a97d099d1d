import type { RefObject } from 'react';
import { useEffect, useState } from 'react';

/** A screen's height ahead, so that a card is fresh before it is seen. */
const AHEAD = '50%';

/** Whether an element is on the screen or about to be. */
const useInView = (ref: RefObject<Element | null>): boolean => {
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting ?? false), { rootMargin: AHEAD });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isInView;
};

import { useEffect, useEffectEvent } from 'react';

/** How long a slide stays. */
const SLIDE_STAYS_MS = 5000;

interface Autoplay {
  readonly isOn: boolean;
  /** The slide that shows: each one stays its whole time, however it came. */
  readonly index: number;
  readonly goOn: () => void;
}

/** Goes on to the next slide again and again while it is on. */
export const useAutoplay = ({ isOn, index, goOn }: Autoplay): void => {
  const step = useEffectEvent(goOn);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => step(), SLIDE_STAYS_MS);
    return () => clearTimeout(timer);
  }, [isOn, index]);
};

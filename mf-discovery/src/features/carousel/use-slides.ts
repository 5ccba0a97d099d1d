import useEmblaCarousel from 'embla-carousel-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useState } from 'react';
import { useReducedMotion } from './use-stillness';

// S1§9: 500 ms. Embla counts in frames of a spring: at 20 a slide stands within one per cent of its place after 29 of them, 483 ms at 60 Hz.
const SPRING = 20;

/** Slides in a ring, one at a time, moved by hand or by call: give `viewport` to the box around them as its ref. */
export const useSlides = (startIndex = 0) => {
  const prefersReducedMotion = useReducedMotion();
  const [viewport, ring] = useEmblaCarousel({ loop: true, startIndex, duration: prefersReducedMotion ? 0 : SPRING });
  const [index, setIndex] = useState(startIndex);

  useEffect(() => {
    if (ring === undefined) return undefined;
    const follow = () => setIndex(ring.selectedScrollSnap());
    ring.on('select', follow).on('reInit', follow);
    return () => void ring.off('select', follow).off('reInit', follow);
  }, [ring]);

  const next = (): void => ring?.scrollNext(prefersReducedMotion);
  const previous = (): void => ring?.scrollPrev(prefersReducedMotion);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    if (event.key === 'ArrowRight') next();
    else previous();
  };
  return { viewport, index, next, previous, onKeyDown };
};

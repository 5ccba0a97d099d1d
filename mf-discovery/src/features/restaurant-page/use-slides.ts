import type { Media, Restaurant } from '@mahlzeit/contract';
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { useReducedMotion } from '../../use-media';

/** Where a finger or a mouse is, in px of the window. */
interface PressPoint {
  readonly clientX: number;
  readonly clientY: number;
}

/** S1§9: a press that moved so far is a drag. */
const DRAG_PX = 10;

/** Whether a press from here to there is a click. */
export const isClick = (from: PressPoint, to: PressPoint): boolean =>
  Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) < DRAG_PX;

/**
 * Handlers of something that is dragged and clicked: `onClicked` is called for clicks alone, also those of the
 * keyboard.
 */
export const useClick = <Target extends Element>(onClicked: (event: MouseEvent<Target>) => void) => {
  const from = useRef<PressPoint | null>(null);
  return {
    onPointerDown: ({ clientX, clientY }: PointerEvent<Target>): void => {
      from.current = { clientX, clientY };
    },
    onClick: (event: MouseEvent<Target>): void => {
      // A click by keyboard has no place; `detail` counts the presses of a pointer.
      const isByPointer = event.detail > 0;
      if (isByPointer && from.current !== null && !isClick(from.current, event)) return;
      onClicked(event);
    },
  };
};

/** What there is to look at of a place: its media in their order, or the one picture that the list shows. */
export const slidesOf = ({
  media,
  midSizeFirstImage,
}: Pick<Restaurant, 'media' | 'midSizeFirstImage'>): readonly Media[] => {
  if (media.length > 0) return media;
  return midSizeFirstImage === null ? [] : [{ type: 'image', url: midSizeFirstImage, midSizeUrl: midSizeFirstImage }];
};

// Photographs come as rasters; what is drawn comes as vectors.
const isDrawing = (slide: Media): boolean => slide.type === 'image' && slide.midSizeUrl.endsWith('.svg');

/** A slide of the page's head, and where it stands among all. */
export interface HeadSlide {
  readonly slide: Media;
  readonly at: number;
  /** Its drawing would be cut to a strip there: a table laid for this size stands in for it. */
  readonly isTable: boolean;
}

/** What the head shows of the slides: drawings stand there once, as a laid table. */
export const headSlides = (slides: readonly Media[]): readonly HeadSlide[] => {
  const firstDrawing = slides.findIndex(isDrawing);
  return slides
    .map((slide, at) => ({ slide, at, isTable: isDrawing(slide) }))
    .filter(({ isTable, at }) => !isTable || at === firstDrawing);
};

/** Tells slides apart; a place may show the same picture twice. */
export const slideKey = (slide: Media, index: number): string =>
  `${index}-${slide.type === 'video' ? slide.youtubeId : slide.url}`;

// S1§9: 500 ms. Embla counts in frames of a spring: at 20 a slide stands within one per cent of its place after 29 of
// them, 483 ms at 60 Hz.
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

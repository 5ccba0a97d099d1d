import type { Media, Restaurant } from '@mahlzeit/contract';
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { useReducedMotion } from '../../use-media';

/** Position of a pointer in px of the window. */
interface PressPoint {
  readonly clientX: number;
  readonly clientY: number;
}

/** Distance in px from which on a press is a drag (S1§9). */
const DRAG_PX = 10;

/** Returns whether a press between two points is a click. */
export const isClick = (start: PressPoint, end: PressPoint): boolean =>
  Math.hypot(end.clientX - start.clientX, end.clientY - start.clientY) < DRAG_PX;

/**
 * Returns the handlers of an element that can be dragged and clicked. `onClicked` runs on clicks alone, also those by
 * keyboard.
 */
export const useClick = <Target extends Element>(onClicked: (event: MouseEvent<Target>) => void) => {
  const pressStart = useRef<PressPoint | null>(null);
  return {
    onPointerDown: ({ clientX, clientY }: PointerEvent<Target>): void => {
      pressStart.current = { clientX, clientY };
    },
    onClick: (event: MouseEvent<Target>): void => {
      // A click by keyboard has no position; `detail` counts the presses of a pointer.
      const isByPointer = event.detail > 0;
      if (isByPointer && pressStart.current !== null && !isClick(pressStart.current, event)) return;
      onClicked(event);
    },
  };
};

/** Returns the media of a place in order, or the one picture of the list. */
export const slidesOf = ({
  media,
  midSizeFirstImage,
}: Pick<Restaurant, 'media' | 'midSizeFirstImage'>): readonly Media[] => {
  if (media.length > 0) return media;
  return midSizeFirstImage === null ? [] : [{ type: 'image', url: midSizeFirstImage, midSizeUrl: midSizeFirstImage }];
};

// Photographs are raster files; drawings are vector files.
const isDrawing = (slide: Media): boolean => slide.type === 'image' && slide.midSizeUrl.endsWith('.svg');

/** Slide at the top of the page, with its position among all. */
export interface HeadSlide {
  readonly slide: Media;
  readonly at: number;
  /** Whether a drawn scene of the right size replaces the drawing, which would be cut to a strip. */
  readonly isTable: boolean;
}

/** Returns the slides at the top of the page: all drawings are replaced by one scene. */
export const headSlides = (slides: readonly Media[]): readonly HeadSlide[] => {
  const firstDrawing = slides.findIndex(isDrawing);
  return slides
    .map((slide, at) => ({ slide, at, isTable: isDrawing(slide) }))
    .filter(({ isTable, at }) => !isTable || at === firstDrawing);
};

/** Returns the key of a slide; a place may have the same picture twice. */
export const slideKey = (slide: Media, index: number): string =>
  `${index}-${slide.type === 'video' ? slide.youtubeId : slide.url}`;

// 500 ms (S1§9). Embla counts frames of a spring: at 20 a slide is within one per cent of its target after 29 frames,
// 483 ms at 60 Hz.
const SPRING = 20;

/** Holds slides in a ring, moved one at a time by hand or by call. `viewport` is the ref of the box around them. */
export const useSlides = (startIndex = 0) => {
  const prefersReducedMotion = useReducedMotion();
  const [viewport, carousel] = useEmblaCarousel({
    loop: true,
    startIndex,
    duration: prefersReducedMotion ? 0 : SPRING,
  });
  const [index, setIndex] = useState(startIndex);

  useEffect(() => {
    if (carousel === undefined) return undefined;
    const updateIndex = () => setIndex(carousel.selectedScrollSnap());
    carousel.on('select', updateIndex).on('reInit', updateIndex);
    return () => void carousel.off('select', updateIndex).off('reInit', updateIndex);
  }, [carousel]);

  const next = (): void => carousel?.scrollNext(prefersReducedMotion);
  const previous = (): void => carousel?.scrollPrev(prefersReducedMotion);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    if (event.key === 'ArrowRight') next();
    else previous();
  };
  return { viewport, index, next, previous, onKeyDown };
};

import type { Media, Restaurant } from '@mahlzeit/contract';
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { useReducedMotion } from '../../use-media';

/** Position of a pointer in px of the viewport. */
interface PressPoint {
  readonly clientX: number;
  readonly clientY: number;
}

/** Distance in px from which on a press is a drag (S1§9). */
const MIN_DRAG_PX = 10;

/** Returns whether a press is a click: its start and end are so close that it isn't a drag. */
export const isWithinClickDistance = (pressPoint: PressPoint, releasePoint: PressPoint): boolean =>
  Math.hypot(releasePoint.clientX - pressPoint.clientX, releasePoint.clientY - pressPoint.clientY) < MIN_DRAG_PX;

/**
 * Returns the event handlers for a box that can be dragged. They stop the click at the end of a drag, so that nothing
 * inside the box receives it; clicks by keyboard always arrive.
 */
export const useDragGuard = () => {
  const pressStartPoint = useRef<PressPoint | null>(null);
  return {
    onPointerDownCapture: ({ clientX, clientY }: PointerEvent): void => {
      pressStartPoint.current = { clientX, clientY };
    },
    onClickCapture: (event: MouseEvent): void => {
      // A click by keyboard has no position. `detail` counts the presses of a pointer and is 0 for the keyboard.
      const isByPointer = event.detail > 0;
      const pressPoint = pressStartPoint.current;
      if (!isByPointer || pressPoint === null || isWithinClickDistance(pressPoint, event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
};

/**
 * Returns the pictures and films of a restaurant in their order. For a restaurant without any, returns the one picture
 * that the list of restaurants shows.
 */
export const slidesOfRestaurant = ({
  media,
  midSizeFirstImage,
}: Pick<Restaurant, 'media' | 'midSizeFirstImage'>): readonly Media[] => {
  if (media.length > 0) return media;
  return midSizeFirstImage === null ? [] : [{ type: 'image', url: midSizeFirstImage, midSizeUrl: midSizeFirstImage }];
};

// Returns whether a picture is a drawing: drawings are vector files, photographs are raster files.
const isDrawingSlide = (slide: Media): boolean => slide.type === 'image' && slide.midSizeUrl.endsWith('.svg');

/** Slide at the top of the page; `at` is its position among all media of the restaurant. */
export interface HeadSlide {
  readonly slide: Media;
  readonly at: number;
  /**
   * Whether a generated scene of the right size replaces the restaurant's own drawing, which would be cut to a strip.
   */
  readonly isSceneInstead: boolean;
}

/**
 * Returns the slides at the top of the page. One generated scene replaces all drawings of the restaurant, because they
 * would be cut to a strip.
 */
export const selectHeadSlides = (slides: readonly Media[]): readonly HeadSlide[] => {
  const firstDrawingIndex = slides.findIndex(isDrawingSlide);
  return slides
    .map((slide, at) => ({ slide, at, isSceneInstead: isDrawingSlide(slide) }))
    .filter(({ isSceneInstead, at }) => !isSceneInstead || at === firstDrawingIndex);
};

/**
 * Returns the React key of a slide. The key contains the index, because a restaurant may have the same picture twice.
 */
export const slideKeyOf = (slide: Media, slideIndex: number): string =>
  `${slideIndex}-${slide.type === 'video' ? slide.youtubeId : slide.url}`;

// A transition takes 500 ms (S1§9). Embla moves slides like a spring and counts frames: with the value 20 a slide is
// within one per cent of its target after 29 frames, 483 ms at 60 Hz.
const EMBLA_SCROLL_DURATION = 20;

/**
 * Manages slides in a ring that move one at a time, by dragging, by keys, or by `next` and `previous`. `viewport` is
 * the ref of the box around the slides.
 */
export const useSlides = (startIndex = 0) => {
  const prefersReducedMotion = useReducedMotion();
  const [viewportRef, carousel] = useEmblaCarousel({
    loop: true,
    startIndex,
    duration: prefersReducedMotion ? 0 : EMBLA_SCROLL_DURATION,
    // The library Embla must not suppress clicks after a drag: it would suppress the next click even if the drag ended
    // without one, and a press of a key would be lost. `useDragGuard` knows which click ends a drag.
    dragThreshold: Number.POSITIVE_INFINITY,
  });
  const [slideIndex, setSlideIndex] = useState(startIndex);

  useEffect(() => {
    if (carousel === undefined) return undefined;
    const updateSlideIndex = () => setSlideIndex(carousel.selectedScrollSnap());
    carousel.on('select', updateSlideIndex).on('reInit', updateSlideIndex);
    return () => void carousel.off('select', updateSlideIndex).off('reInit', updateSlideIndex);
  }, [carousel]);

  const showNextSlide = (): void => carousel?.scrollNext(prefersReducedMotion);
  const showPreviousSlide = (): void => carousel?.scrollPrev(prefersReducedMotion);
  const onCarouselKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    if (event.key === 'ArrowRight') showNextSlide();
    else showPreviousSlide();
  };
  return {
    viewport: viewportRef,
    index: slideIndex,
    next: showNextSlide,
    previous: showPreviousSlide,
    onKeyDown: onCarouselKeyDown,
  };
};

export { CarouselOverlay } from './carousel-overlay';
export { slideKey, slidesOf } from './slides-of';
export { useClick } from './use-click';
export { useSlides } from './use-slides';
export { useStillness } from './use-stillness';

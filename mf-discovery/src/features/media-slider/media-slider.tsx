import type { Media, Restaurant } from '@mahlzeit/contract';
import { RestaurantMedia } from '@mahlzeit/shared-ui/ui/restaurant';
import type { FocusEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { CarouselOverlay } from '../carousel/carousel-overlay';
import { slideKey, slidesOf } from '../carousel/slides-of';
import { useClick } from '../carousel/use-click';
import { useSlides } from '../carousel/use-slides';
import { useReducedMotion } from '../carousel/use-stillness';
import { isOutForToday, sceneOf } from '../restaurant-facts';
import { SlidePicture } from './slide-picture';
import { SliderControls } from './slider-controls';
import { useAutoplay } from './use-autoplay';

interface MediaSliderProps {
  readonly restaurant: Restaurant;
}

interface RingProps extends MediaSliderProps {
  readonly slides: readonly Media[];
}

const leaves = ({ currentTarget, relatedTarget }: FocusEvent): boolean => !(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget);

/**
 * Has the focus back on the button as soon as the large pictures have gone. React-aria would bring it a frame later, and a
 * sheet that came less than half a second ago takes what lies on the body.
 */
const useFocusBack = (isOpen: boolean) => {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
};

const Ring = ({ restaurant, slides }: RingProps) => {
  const t = useTexts();
  const prefersReducedMotion = useReducedMotion();
  const { viewport, index, next, onKeyDown } = useSlides();
  // It plays until somebody chooses otherwise, and is paused where reduced motion is preferred.
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null);
  const isPlaying = choice === null ? !prefersReducedMotion : choice === 'play';
  const [isHeld, setIsHeld] = useState(false);
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  const cover = useFocusBack(openedAt !== null);
  const open = useClick<HTMLButtonElement>(() => setOpenedAt(index));
  const { name } = restaurant;
  const total = slides.length;
  const isMany = total > 1;
  // It waits while somebody is at it: under the mouse, with the focus in it, and while the large pictures show.
  useAutoplay({ isOn: isMany && isPlaying && !isHeld && openedAt === null, index, goOn: next });
  return (
    <Group
      role="group"
      aria-label={t('PicturesOf', { name })}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={(event) => leaves(event) && setIsHeld(false)}
    >
      <Viewport ref={isMany ? viewport : undefined}>
        <Slides>
          {slides.map((slide, at) => (
            <Slide key={slideKey(slide, at)}>
              <SlidePicture slide={slide} scene={sceneOf(restaurant)} isClosed={isOutForToday(restaurant)} />
            </Slide>
          ))}
        </Slides>
        {/* One button over all slides: the focus stays where it is while they pass below it. */}
        <Cover ref={cover} type="button" aria-haspopup="dialog" aria-label={t('PictureOpen', { index: index + 1, total })} onKeyDown={isMany ? onKeyDown : undefined} {...open} />
      </Viewport>
      {isMany && <SliderControls total={total} index={index} isPlaying={isPlaying} onToggle={() => setChoice(isPlaying ? 'pause' : 'play')} />}
      {openedAt !== null && <CarouselOverlay slides={slides} name={name} startIndex={openedAt} onClose={() => setOpenedAt(null)} />}
    </Group>
  );
};

/** Head of the restaurant page: its media one after the other, or its laid table where there are none. */
export const MediaSlider = ({ restaurant }: MediaSliderProps) => {
  const slides = slidesOf(restaurant);
  if (slides.length === 0) return <RestaurantMedia of={sceneOf(restaurant)} layout="page" isClosed={isOutForToday(restaurant)} />;
  return <Ring restaurant={restaurant} slides={slides} />;
};

const Group = styled.div`
  position: relative;
  height: 100%;
`;

const Viewport = styled.div`
  position: relative;
  height: 100%;
  overflow: hidden;
`;

const Slides = styled.div`
  display: flex;
  height: 100%;
`;

const Slide = styled.div`
  flex: 0 0 100%;
  min-width: 0;
`;

const Cover = styled.button`
  position: absolute;
  inset: 0;
  cursor: pointer;
  touch-action: pan-y pinch-zoom;
  &:focus-visible { outline-offset: -4px; }
`;

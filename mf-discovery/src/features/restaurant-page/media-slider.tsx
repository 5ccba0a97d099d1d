import type { Media, Restaurant } from '@mahlzeit/contract';
import { isOutForToday } from '@mahlzeit/contract/rules';
import { useLazyPart } from '@mahlzeit/shared-ui/platform';
import { Icon, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import { RestaurantMedia } from '@mahlzeit/shared-ui/ui/restaurant';
import type { SceneSpec } from '@mahlzeit/shared-ui/ui/restaurant';
import { BookOpen, Play } from 'lucide-react';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FocusEvent } from 'react';
import styled from 'styled-components';
import { useReducedMotion } from '../../use-media';
import { emblemOf, sceneOf } from '../restaurant-facts';
import { useTexts } from './page-texts';
import { isSamePlace } from './place-facts';
import { SlideCount, SliderControls } from './slider-controls';
import { headSlides, slideKey, slidesOf, useClick, useSlides } from './use-slides';
import type { HeadSlide } from './use-slides';

interface SlidePictureProps extends Pick<HeadSlide, 'slide' | 'isTable'> {
  /** Stands in for a picture that can't be had, and for films, of which nothing is fetched from elsewhere. */
  readonly scene: SceneSpec;
  readonly isClosed: boolean;
}

const pictureOf = (slide: Media): string | null => {
  switch (slide.type) {
    case 'image':
      return slide.midSizeUrl;
    case 'menu':
      return slide.url;
    case 'video':
      return null;
  }
};

const Mark = ({ icon, label }: { readonly icon: IconSource; readonly label: string }) => (
  <Chip>
    <Icon of={icon} size={16} />
    {label}
  </Chip>
);

/** One slide of the page's head. */
const SlidePicture = ({ slide, isTable, scene, isClosed }: SlidePictureProps) => {
  const t = useTexts();
  return (
    <Box>
      <RestaurantMedia of={scene} layout="page" pictureUrl={isTable ? null : pictureOf(slide)} isClosed={isClosed} />
      {slide.type === 'video' && <Mark icon={Play} label={t('Film')} />}
      {slide.type === 'menu' && <Mark icon={BookOpen} label={t('Menu')} />}
    </Box>
  );
};

const Box = styled.div`
  position: relative;
  height: 100%;
`;

// Text on pictures stands on a solid chip.
const Chip = styled.span`
  ${textStyles.caption}
  position: absolute;
  left: 50%;
  top: 50%;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding: 6px 12px;
  border-radius: ${tokens.radius.full};
  transform: translate(-50%, -50%);
  background: ${tokens.color.surface};
  color: ${tokens.color.ink};
  font-weight: 600;
  box-shadow: ${tokens.color.e2};
`;

/** How long a slide stays. */
const SLIDE_STAYS_MS = 5000;

interface Autoplay {
  readonly isOn: boolean;
  /** The slide that shows: each one stays its whole time, however it came. */
  readonly index: number;
  readonly goOn: () => void;
}

/** Goes on to the next slide again and again while it is on. */
const useAutoplay = ({ isOn, index, goOn }: Autoplay): void => {
  const step = useEffectEvent(goOn);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => step(), SLIDE_STAYS_MS);
    return () => clearTimeout(timer);
  }, [isOn, index]);
};

const leaves = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  !(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget);

/**
 * Has the focus back on the button as soon as the large pictures have gone. React-aria would bring it a frame later,
 * and a sheet that came less than half a second ago takes what lies on the body.
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

interface MediaSliderProps {
  readonly restaurant: Restaurant;
}

interface RingProps extends MediaSliderProps {
  readonly slides: readonly Media[];
}

const Ring = ({ restaurant, slides }: RingProps) => {
  const t = useTexts();
  const prefersReducedMotion = useReducedMotion();
  const { viewport, index, next, onKeyDown } = useSlides();
  // It plays until somebody chooses otherwise, and is paused where reduced motion is preferred.
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null);
  const isPlaying = choice === null ? !prefersReducedMotion : choice === 'play';
  const [isHeld, setIsHeld] = useState(false);
  const { part, load } = useLazyPart(() => import('./carousel-overlay'), { failedText: t('PictureFailed') });
  const [isEnlarged, setIsEnlarged] = useState(false);
  const cover = useFocusBack(isEnlarged);
  const { name } = restaurant;
  const shown = headSlides(slides);
  const total = slides.length;
  const isMany = shown.length > 1;
  const at = shown[index]?.at ?? 0;
  const press = useClick<HTMLButtonElement>(() => void load().then(setIsEnlarged));
  // It waits while somebody is at it: under the mouse, with the focus in it, and while the large pictures show.
  useAutoplay({ isOn: isMany && isPlaying && !isHeld && !isEnlarged, index, goOn: next });
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
          {shown.map((each) => (
            <Slide key={slideKey(each.slide, each.at)}>
              <SlidePicture
                slide={each.slide}
                isTable={each.isTable}
                scene={sceneOf(restaurant)}
                isClosed={isOutForToday(restaurant)}
              />
            </Slide>
          ))}
        </Slides>
        {/* One button over all slides: the focus stays where it is while they pass below it. */}
        <Cover
          ref={cover}
          type="button"
          aria-haspopup="dialog"
          aria-label={t('PictureOpen', { index: at + 1, total })}
          onKeyDown={isMany ? onKeyDown : undefined}
          {...press}
        />
      </Viewport>
      {isMany && (
        <SliderControls
          total={shown.length}
          index={index}
          isPlaying={isPlaying}
          onToggle={() => setChoice(isPlaying ? 'pause' : 'play')}
        />
      )}
      {!isMany && total > 1 && <SlideCount total={total} />}
      {part !== null && isEnlarged && (
        <part.CarouselOverlay slides={slides} name={name} startIndex={at} onClose={() => setIsEnlarged(false)} />
      )}
    </Group>
  );
};

const Slider = ({ restaurant }: MediaSliderProps) => {
  const slides = slidesOf(restaurant);
  if (slides.length === 0)
    return <RestaurantMedia of={sceneOf(restaurant)} layout="page" isClosed={isOutForToday(restaurant)} />;
  return <Ring restaurant={restaurant} slides={slides} />;
};

const looksTheSame = ({ restaurant: before }: MediaSliderProps, { restaurant: after }: MediaSliderProps): boolean =>
  isSamePlace(before, after) && emblemOf(before).art === emblemOf(after).art;

/**
 * Head of the restaurant page: its media one after the other, or its laid table where there are none. A dish that comes
 * or goes leaves it alone, unless the table is laid with it.
 */
export const MediaSlider = memo(Slider, looksTheSame);

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
  &:focus-visible {
    outline-offset: -4px;
  }
`;

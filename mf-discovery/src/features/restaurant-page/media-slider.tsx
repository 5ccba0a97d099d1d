import type { Media, Restaurant } from '@mahlzeit/contract';
import { servesNothingMoreToday } from '@mahlzeit/contract/rules';
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
import { emblemOf, sceneOf } from '../restaurant';
import { useTexts } from './page-texts';
import { isSamePlace } from './place-facts';
import { SlideCount, SliderControls } from './slider-controls';
import { selectHeadSlides, slideKeyOf, slidesOfRestaurant, useDragGuard, useSlides } from './use-slides';
import type { HeadSlide } from './use-slides';

interface SlidePictureProps extends Pick<HeadSlide, 'slide' | 'isSceneInstead'> {
  /**
   * Drawn scene. It replaces a picture that can't be loaded, and a film, because the page loads nothing from the film's
   * website.
   */
  readonly scene: SceneSpec;
  readonly isPlaceClosed: boolean;
}

const pictureUrlOf = (slide: Media): string | null => {
  switch (slide.type) {
    case 'image':
      return slide.midSizeUrl;
    case 'menu':
      return slide.url;
    case 'video':
      return null;
  }
};

const SlideBadge = ({ icon, label }: { readonly icon: IconSource; readonly label: string }) => (
  <BadgeChip>
    <Icon source={icon} size={16} />
    {label}
  </BadgeChip>
);

/** Picture, drawn scene or film of one slide at the top of the restaurant page. */
const SlidePicture = ({ slide, isSceneInstead, scene, isPlaceClosed }: SlidePictureProps) => {
  const t = useTexts();
  return (
    <SlidePictureBox>
      <RestaurantMedia
        sceneSpec={scene}
        layout="page"
        pictureUrl={isSceneInstead ? null : pictureUrlOf(slide)}
        isClosed={isPlaceClosed}
      />
      {slide.type === 'video' && <SlideBadge icon={Play} label={t('Film')} />}
      {slide.type === 'menu' && <SlideBadge icon={BookOpen} label={t('Menu')} />}
    </SlidePictureBox>
  );
};

const SlidePictureBox = styled.div`
  position: relative;
  height: 100%;
`;

// Label on a picture. It has a solid background, because a text directly on a picture would be hard to read.
const BadgeChip = styled.span`
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

/** Time in ms for which each slide is visible while the slides change automatically. */
const SLIDE_DURATION_MS = 5000;

interface AutoplayOptions {
  readonly isRunning: boolean;
  /**
   * Index of the visible slide. Each change of the slide, even by the user, restarts the time for which a slide is
   * visible.
   */
  readonly index: number;
  readonly onAdvance: () => void;
}

/** Advances to the next slide at regular intervals while `isRunning` is true. */
const useAutoplay = ({ isRunning, index, onAdvance: onAdvanceSlide }: AutoplayOptions): void => {
  const advanceSlide = useEffectEvent(onAdvanceSlide);
  useEffect(() => {
    if (!isRunning) return undefined;
    const slideTimer = setTimeout(() => advanceSlide(), SLIDE_DURATION_MS);
    return () => clearTimeout(slideTimer);
  }, [isRunning, index]);
};

const isFocusLeavingElement = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  !(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget);

/**
 * Returns a ref for the button that opens the overlay. The focus moves to this button when the overlay closes.
 * React-aria would move the focus one frame later; before that, a sheet that opened less than half a second ago would
 * move the focus from the body to itself.
 */
const useFocusRestoration = (isOverlayOpen: boolean) => {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const wasOverlayOpen = useRef(isOverlayOpen);
  useEffect(() => {
    if (wasOverlayOpen.current && !isOverlayOpen) buttonRef.current?.focus({ preventScroll: true });
    wasOverlayOpen.current = isOverlayOpen;
  }, [isOverlayOpen]);
  return buttonRef;
};

interface MediaSliderProps {
  readonly restaurant: Restaurant;
}

interface SlideRingProps extends MediaSliderProps {
  readonly slides: readonly Media[];
}

const SlideRing = ({ restaurant, slides }: SlideRingProps) => {
  const t = useTexts();
  const prefersReducedMotion = useReducedMotion();
  const { viewport, index, next, onKeyDown } = useSlides();
  // Whether the user has pressed play or pause; null before. Without a choice the slides change automatically, except
  // for users who prefer reduced motion.
  const [autoplayChoice, setAutoplayChoice] = useState<'play' | 'pause' | null>(null);
  const isPlaying = autoplayChoice === null ? !prefersReducedMotion : autoplayChoice === 'play';
  const [isSliderInUse, setIsSliderInUse] = useState(false);
  const { part, load } = useLazyPart(() => import('./carousel-overlay'), { failedText: t('PictureFailed') });
  const [isOverlayShown, setIsOverlayShown] = useState(false);
  const enlargeButtonRef = useFocusRestoration(isOverlayShown);
  const { name } = restaurant;
  const visibleSlides = selectHeadSlides(slides);
  const slideCount = slides.length;
  const hasSeveralSlides = visibleSlides.length > 1;
  const slideIndex = visibleSlides[index]?.at ?? 0;
  const dragGuard = useDragGuard();
  // The slides pause while the pointer is above them, the focus is inside, or the overlay is open.
  useAutoplay({
    isRunning: hasSeveralSlides && isPlaying && !isSliderInUse && !isOverlayShown,
    index,
    onAdvance: next,
  });
  return (
    <SliderGroup
      role="group"
      aria-label={t('PicturesOf', { name })}
      onMouseEnter={() => setIsSliderInUse(true)}
      onMouseLeave={() => setIsSliderInUse(false)}
      onFocus={() => setIsSliderInUse(true)}
      onBlur={(event) => isFocusLeavingElement(event) && setIsSliderInUse(false)}
    >
      <SlideViewport ref={hasSeveralSlides ? viewport : undefined} {...dragGuard}>
        <SlideTrack>
          {visibleSlides.map((headSlide) => (
            <SlideFrame key={slideKeyOf(headSlide.slide, headSlide.at)}>
              <SlidePicture
                slide={headSlide.slide}
                isSceneInstead={headSlide.isSceneInstead}
                scene={sceneOf(restaurant)}
                isPlaceClosed={servesNothingMoreToday(restaurant)}
              />
            </SlideFrame>
          ))}
        </SlideTrack>
        {/* One button covers all slides, so that the focus stays on it while the slides move below. */}
        <EnlargeButton
          ref={enlargeButtonRef}
          type="button"
          aria-haspopup="dialog"
          aria-label={t('PictureOpen', { index: slideIndex + 1, total: slideCount })}
          onKeyDown={hasSeveralSlides ? onKeyDown : undefined}
          onClick={() => void load().then(setIsOverlayShown)}
        />
      </SlideViewport>
      {hasSeveralSlides && (
        <SliderControls
          total={visibleSlides.length}
          index={index}
          isPlaying={isPlaying}
          onToggle={() => setAutoplayChoice(isPlaying ? 'pause' : 'play')}
        />
      )}
      {!hasSeveralSlides && slideCount > 1 && <SlideCount total={slideCount} />}
      {part !== null && isOverlayShown && (
        <part.CarouselOverlay
          slides={slides}
          name={name}
          startIndex={slideIndex}
          onClose={() => setIsOverlayShown(false)}
        />
      )}
    </SliderGroup>
  );
};

const SliderContent = ({ restaurant }: MediaSliderProps) => {
  const slides = slidesOfRestaurant(restaurant);
  if (slides.length === 0)
    return (
      <RestaurantMedia sceneSpec={sceneOf(restaurant)} layout="page" isClosed={servesNothingMoreToday(restaurant)} />
    );
  return <SlideRing restaurant={restaurant} slides={slides} />;
};

const hasSameLook = (
  { restaurant: previousProps }: MediaSliderProps,
  { restaurant: newProps }: MediaSliderProps,
): boolean => isSamePlace(previousProps, newProps) && emblemOf(previousProps).art === emblemOf(newProps).art;

/**
 * Top of the restaurant page: a slider with the restaurant's pictures and films, or with a drawn scene if there are
 * none. Memoized: a change of the menu renders the slider only when the scene shows the changed dish.
 */
export const MediaSlider = memo(SliderContent, hasSameLook);

const SliderGroup = styled.div`
  position: relative;
  height: 100%;
`;

const SlideViewport = styled.div`
  position: relative;
  height: 100%;
  overflow: hidden;
`;

const SlideTrack = styled.div`
  display: flex;
  height: 100%;
`;

const SlideFrame = styled.div`
  flex: 0 0 100%;
  min-width: 0;
`;

const EnlargeButton = styled.button`
  position: absolute;
  inset: 0;
  cursor: pointer;
  touch-action: pan-y pinch-zoom;
  &:focus-visible {
    outline-offset: -4px;
  }
`;

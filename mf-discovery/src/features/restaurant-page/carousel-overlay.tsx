import type { Media } from '@mahlzeit/contract';
import { ButtonLink, H2, IconButton, PlateArt, Small, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { MediaOverlay } from '@mahlzeit/shared-ui/ui/dialog';
import { ChevronLeft, ChevronRight, ExternalLink, ImageOff, Play } from 'lucide-react';
import { useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import styled from 'styled-components';
import { useTexts } from './page-texts';
import { slideKeyOf, useDragGuard, useSlides } from './use-slides';

const SlideMessageCard = ({ children }: { readonly children: ReactNode }) => (
  <CardSurface data-slide="">
    <Stack $gap={10} $align="center">
      {children}
    </Stack>
  </CardSurface>
);

/** Link to a film on YouTube. The page loads nothing from YouTube, and the label tells where the link leads. */
const FilmLink = ({ youtubeId }: { readonly youtubeId: string }) => {
  const t = useTexts();
  return (
    <SlideMessageCard>
      <PlateArt icon={Play} />
      <H2 as="p">{t('Film')}</H2>
      <Small $tone="quiet">{t('FilmNotice')}</Small>
      <ButtonLink
        variant="second"
        icon={ExternalLink}
        href={`https://www.youtube.com/watch?v=${encodeURIComponent(youtubeId)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('FilmOpen')}
      </ButtonLink>
    </SlideMessageCard>
  );
};

interface LargeSlideProps {
  readonly slide: Media;
  /** Description of the picture, for screen readers. */
  readonly label: string;
}

/** One picture or film of the overlay, as large as the window allows. */
const LargeSlide = ({ slide, label }: LargeSlideProps) => {
  const t = useTexts();
  const [isSlidePictureBroken, setIsSlidePictureBroken] = useState(false);
  if (slide.type === 'video') return <FilmLink youtubeId={slide.youtubeId} />;
  if (isSlidePictureBroken)
    return (
      <SlideMessageCard>
        <PlateArt icon={ImageOff} />
        <H2 as="p">{t('PictureFailed')}</H2>
      </SlideMessageCard>
    );
  return (
    <SlidePicture
      data-slide=""
      src={slide.url}
      alt={label}
      decoding="async"
      draggable={false}
      onError={() => setIsSlidePictureBroken(true)}
    />
  );
};

const SlidePicture = styled.img`
  max-width: 100%;
  max-height: 100%;
  object-fit: contain;
  border-radius: ${tokens.radius.small};
`;

const CardSurface = styled.div`
  width: min(360px, 100%);
  max-height: 100%;
  overflow-y: auto;
  padding: 28px 24px;
  border-radius: ${tokens.radius.sheet};
  text-align: center;
  background: ${tokens.color.surface};
  color: ${tokens.color.ink};
`;

/**
 * Returns whether a press hit a picture or a card. The position of the press decides and not its target: while the
 * slides move, the visible slide doesn't react to presses, so the target is the row of slides.
 */
const isOnSlide = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): boolean =>
  [...currentTarget.querySelectorAll('[data-slide]')].some((slideElement) => {
    const { left, right, top, bottom } = slideElement.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  });

interface CarouselOverlayProps {
  readonly slides: readonly Media[];
  /** Name of the restaurant. */
  readonly name: string;
  readonly startIndex: number;
  readonly onClose: () => void;
}

/**
 * Overlay over the whole window with pictures, films and menus of a restaurant (S1§2). Escape, the button and a click
 * next to the picture close the overlay.
 */
export const CarouselOverlay = ({ slides, name, startIndex, onClose }: CarouselOverlayProps) => {
  const t = useTexts();
  const { viewport, index, next, previous, onKeyDown } = useSlides(startIndex);
  const dragGuard = useDragGuard();
  const onViewportClick = (event: MouseEvent<HTMLElement>): void => {
    // A link that is pressed by keyboard has no position, so only a press of a pointer may close the overlay.
    if (event.detail > 0 && !isOnSlide(event)) onClose();
  };
  const slideCount = slides.length;
  const slideControlBar = (
    <ControlBar>
      <IconButton label={t('PictureBefore')} icon={ChevronLeft} look="disc" onClick={previous} />
      <span aria-live="polite">{t('PictureCount', { index: index + 1, total: slideCount })}</span>
      <IconButton label={t('PictureAfter')} icon={ChevronRight} look="disc" onClick={next} />
    </ControlBar>
  );
  return (
    <MediaOverlay
      label={t('PicturesOf', { name })}
      onClose={onClose}
      {...(slideCount > 1 && { onKeyDown, footer: slideControlBar })}
    >
      <SlideViewport ref={viewport} {...dragGuard} onClick={onViewportClick}>
        <SlideRing>
          {slides.map((slide, slideIndex) => (
            <SlideContainer key={slideKeyOf(slide, slideIndex)} inert={slideIndex !== index}>
              <LargeSlide slide={slide} label={t(slide.type === 'menu' ? 'MenuOf' : 'PictureOf', { name })} />
            </SlideContainer>
          ))}
        </SlideRing>
      </SlideViewport>
    </MediaOverlay>
  );
};

const SlideViewport = styled.div`
  height: 100%;
  overflow: hidden;
`;

const SlideRing = styled.div`
  display: flex;
  height: 100%;
  touch-action: pan-y pinch-zoom;
`;

const SlideContainer = styled.div`
  display: grid;
  grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  place-items: center;
  flex: 0 0 100%;
  min-width: 0;
  padding: 72px 16px 12px;
`;

const ControlBar = styled.div`
  ${textStyles.label}
  ${textStyles.digits}
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 20px;
`;

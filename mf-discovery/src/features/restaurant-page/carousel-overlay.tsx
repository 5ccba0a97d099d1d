import type { Media } from '@mahlzeit/contract';
import { ButtonLink, H2, IconButton, PlateArt, Small, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { MediaOverlay } from '@mahlzeit/shared-ui/ui/dialog';
import { ChevronLeft, ChevronRight, ExternalLink, ImageOff, Play } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useTexts } from './page-texts';
import { slideKey, useClick, useSlides } from './use-slides';

const Card = ({ children }: { readonly children: ReactNode }) => (
  <Surface>
    <Stack $gap={10} $align="center">
      {children}
    </Stack>
  </Surface>
);

/** Link to a film on YouTube. The page loads nothing from YouTube, and the label tells where the link leads. */
const Film = ({ youtubeId }: { readonly youtubeId: string }) => {
  const t = useTexts();
  return (
    <Card>
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
    </Card>
  );
};

interface LargeSlideProps {
  readonly slide: Media;
  /** Description of the picture, for screen readers. */
  readonly label: string;
}

/** One slide, as large as the window allows. */
const LargeSlide = ({ slide, label }: LargeSlideProps) => {
  const t = useTexts();
  const [isBroken, setIsBroken] = useState(false);
  if (slide.type === 'video') return <Film youtubeId={slide.youtubeId} />;
  if (isBroken)
    return (
      <Card>
        <PlateArt icon={ImageOff} />
        <H2 as="p">{t('PictureFailed')}</H2>
      </Card>
    );
  return <Picture src={slide.url} alt={label} decoding="async" draggable={false} onError={() => setIsBroken(true)} />;
};

const Picture = styled.img`
  max-width: 100%;
  max-height: 100%;
  object-fit: contain;
  border-radius: ${tokens.radius.small};
`;

const Surface = styled.div`
  width: min(360px, 100%);
  max-height: 100%;
  overflow-y: auto;
  padding: 28px 24px;
  border-radius: ${tokens.radius.sheet};
  text-align: center;
  background: ${tokens.color.surface};
  color: ${tokens.color.ink};
`;

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
  const backdrop = useClick<HTMLElement>(({ target, currentTarget }) => {
    if (target === currentTarget) onClose();
  });
  const total = slides.length;
  const bar = (
    <Bar>
      <IconButton label={t('PictureBefore')} icon={ChevronLeft} look="disc" onClick={previous} />
      <span aria-live="polite">{t('PictureCount', { index: index + 1, total })}</span>
      <IconButton label={t('PictureAfter')} icon={ChevronRight} look="disc" onClick={next} />
    </Bar>
  );
  return (
    <MediaOverlay label={t('PicturesOf', { name })} onClose={onClose} {...(total > 1 && { onKeyDown, footer: bar })}>
      <Viewport ref={viewport}>
        <Ring>
          {slides.map((slide, slideIndex) => (
            <Place key={slideKey(slide, slideIndex)} inert={slideIndex !== index} {...backdrop}>
              <LargeSlide slide={slide} label={t(slide.type === 'menu' ? 'MenuOf' : 'PictureOf', { name })} />
            </Place>
          ))}
        </Ring>
      </Viewport>
    </MediaOverlay>
  );
};

const Viewport = styled.div`
  height: 100%;
  overflow: hidden;
`;

const Ring = styled.div`
  display: flex;
  height: 100%;
  touch-action: pan-y pinch-zoom;
`;

const Place = styled.div`
  display: grid;
  grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  place-items: center;
  flex: 0 0 100%;
  min-width: 0;
  padding: 72px 16px 12px;
`;

const Bar = styled.div`
  ${textStyles.label}
  ${textStyles.digits}
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 20px;
`;

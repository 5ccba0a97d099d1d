import type { Media } from '@mahlzeit/contract';
import { IconButton, textStyles } from '@mahlzeit/shared-ui/ui';
import { MediaOverlay } from '@mahlzeit/shared-ui/ui/dialog';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { LargeSlide } from './large-slide';
import { slideKey } from './slides-of';
import { useClick } from './use-click';
import { useSlides } from './use-slides';

interface CarouselOverlayProps {
  readonly slides: readonly Media[];
  /** Whose pictures they are. */
  readonly name: string;
  readonly startIndex: number;
  readonly onClose: () => void;
}

/** S1§2: a place's pictures, films and menus over the whole window; closes on Escape, its button and a click beside the picture. */
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
          {slides.map((slide, at) => (
            <Place key={slideKey(slide, at)} inert={at !== index} {...backdrop}>
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

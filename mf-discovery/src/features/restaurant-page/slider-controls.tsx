import { Icon, textStyles } from '@mahlzeit/shared-ui/ui';
import { Images, Pause, Play } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from './page-texts';

interface SliderControlsProps {
  readonly total: number;
  readonly index: number;
  readonly isPlaying: boolean;
  readonly onToggle: () => void;
}

// Maximum number of slides that are shown as dots. Users can't count more than eight dots at a glance, and more don't
// fit on a phone.
const MAX_SLIDE_DOTS = 8;

/** Position of the current slide, as dots or as a number, with a button that pauses the slides (WCAG 2.2.2). */
export const SliderControls = ({ total, index, isPlaying, onToggle }: SliderControlsProps) => {
  const t = useTexts();
  return (
    <SliderControlPill>
      <PlayToggle type="button" aria-label={t(isPlaying ? 'PicturesPause' : 'PicturesPlay')} onClick={onToggle}>
        <Icon source={isPlaying ? Pause : Play} size={14} isFilled />
      </PlayToggle>
      <SlidePositionText aria-hidden="true">
        {total > MAX_SLIDE_DOTS
          ? t('PictureCount', { index: index + 1, total })
          : Array.from({ length: total }, (_, slideDotIndex) => (
              <SlideDot key={slideDotIndex} $isCurrent={slideDotIndex === index} />
            ))}
      </SlidePositionText>
    </SliderControlPill>
  );
};

/**
 * Number of pictures that the overlay shows. Hidden from screen readers, because the label of the button contains the
 * number.
 */
export const SlideCount = ({ total }: Pick<SliderControlsProps, 'total'>) => (
  <SliderControlPill aria-hidden="true">
    <SlideCountBadge>
      <Icon source={Images} size={14} />
      {total}
    </SlideCountBadge>
  </SliderControlPill>
);

const SliderControlPill = styled.div`
  position: absolute;
  right: 16px;
  bottom: 10px;
  pointer-events: none;
  > * {
    pointer-events: auto;
  }
  display: flex;
  align-items: center;
  border-radius: 12px;
  background: rgb(35 22 29 / 72%);
  color: #fff;
`;

const PlayToggle = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  position: relative;
  width: 28px;
  height: 24px;
  border-radius: inherit;
  &::after {
    content: '';
    position: absolute;
    inset: -6px -4px -10px -12px;
  }
`;

const SlidePositionText = styled.div`
  ${textStyles.micro}
  ${textStyles.digits}
  /* The picture is equally high at large letters, and a button lies above. */
  font-size: min(0.75rem, 16px);
  line-height: 1;
  display: flex;
  align-items: center;
  gap: 6px;
  min-height: 24px;
  padding-right: 10px;
`;

const SlideCountBadge = styled(SlidePositionText)`
  padding-left: 9px;
  pointer-events: none;
`;

const SlideDot = styled.span<{ readonly $isCurrent: boolean }>`
  flex: none;
  width: ${({ $isCurrent }) => ($isCurrent ? '16px' : '6px')};
  height: 6px;
  border-radius: 3px;
  background: currentColor;
  opacity: ${({ $isCurrent }) => ($isCurrent ? 1 : 0.6)};
`;

import type { Media } from '@mahlzeit/contract';
import { Icon, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import type { SceneSpec } from '@mahlzeit/shared-ui/ui/restaurant';
import { RestaurantMedia } from '@mahlzeit/shared-ui/ui/restaurant';
import { BookOpen, Play } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';

interface SlidePictureProps {
  readonly slide: Media;
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
export const SlidePicture = ({ slide, scene, isClosed }: SlidePictureProps) => {
  const t = useTexts();
  return (
    <Box>
      <RestaurantMedia of={scene} layout="page" pictureUrl={pictureOf(slide)} isClosed={isClosed} />
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

import type { Media } from '@mahlzeit/contract';
import { ButtonLink, H2, PlateArt, Small, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { ExternalLink, ImageOff, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';

const Card = ({ children }: { readonly children: ReactNode }) => (
  <Surface>
    <Stack $gap={10} $align="center">{children}</Stack>
  </Surface>
);

/** Nothing of YouTube's is in the page: who wants to see the film goes there, and knows it before. */
const Film = ({ youtubeId }: { readonly youtubeId: string }) => {
  const t = useTexts();
  return (
    <Card>
      <PlateArt icon={Play} />
      <H2 as="p">{t('Film')}</H2>
      <Small $tone="quiet">{t('FilmNotice')}</Small>
      <ButtonLink variant="second" icon={ExternalLink} href={`https://www.youtube.com/watch?v=${encodeURIComponent(youtubeId)}`} target="_blank" rel="noopener noreferrer">
        {t('FilmOpen')}
      </ButtonLink>
    </Card>
  );
};

interface LargeSlideProps {
  readonly slide: Media;
  /** What a picture shows. */
  readonly label: string;
}

/** One slide as large as the window allows. */
export const LargeSlide = ({ slide, label }: LargeSlideProps) => {
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

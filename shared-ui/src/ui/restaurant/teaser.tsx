import { Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { IconButton } from '../button';
import { Skeleton } from '../skeletons';
import { H2, Small } from '../text';
import { media, textStyles, tokens } from '../theme/tokens';
import { RestaurantMedia } from './restaurant-media';
import type { SceneSpec } from './scene-recipes';

/** Texts over the picture of a teaser (an advertisement among the cards). */
interface TeaserTexts {
  readonly title: string;
  /** Line below the teaser's title; may be empty. */
  readonly text: string;
  /** Name of the restaurant that the teaser advertises. */
  readonly placeName?: string;
}

const TeaserText = ({ title, text, placeName }: TeaserTexts) => (
  <TextColumn>
    <H2 as="span">{title}</H2>
    {placeName !== undefined && <PlaceName>{placeName}</PlaceName>}
    {text !== '' && <Small as="span">{text}</Small>}
  </TextColumn>
);

interface TeaserProps extends TeaserTexts {
  readonly href: string;
  readonly scene: SceneSpec;
}

/**
 * Teaser (an advertisement) with a drawing, among the cards of restaurants. The text covers the left side, which has no
 * drawing.
 */
export const Teaser = ({ title, text, href, scene }: TeaserProps) => (
  <TextTeaserLink href={href}>
    <SceneBackground>
      <RestaurantMedia sceneSpec={scene} layout="teaser" />
    </SceneBackground>
    <TeaserText title={title} text={text} />
  </TextTeaserLink>
);

/** Link of a teaser with a picture or film. */
export interface TeaserLink {
  readonly href: string;
  /** Description of the teaser's picture; if it is unknown, a description of the link's target. */
  readonly label: string;
  /** True for a link to another site, which opens in a new tab. */
  readonly isExternal?: boolean;
}

interface TeaserPictureProps {
  readonly url: string;
  readonly link?: TeaserLink;
  readonly onBroken?: () => void;
}

interface LinkedBoxProps extends Pick<TeaserPictureProps, 'link'> {
  /** True when the teaser contains text, which determines its height; otherwise the height is fixed. */
  readonly hasText?: boolean;
  readonly children: ReactNode;
}

const LinkedBox = ({ link, hasText = false, children }: LinkedBoxProps) => {
  if (link === undefined) return <TeaserBox $hasText={hasText}>{children}</TeaserBox>;
  const externalLinkProps = link.isExternal === true && ({ target: '_blank', rel: 'noopener noreferrer' } as const);
  return (
    <TeaserBoxLink href={link.href} aria-label={link.label} $hasText={hasText} {...externalLinkProps}>
      {children}
    </TeaserBoxLink>
  );
};

interface BoxWithTextProps {
  /** Text over the left half of a picture or film; omitted when the picture itself contains the text. */
  readonly teaserTexts?: TeaserTexts;
}

const BoxWithText = ({ link, teaserTexts, children }: BoxWithTextProps & Pick<LinkedBoxProps, 'link' | 'children'>) => (
  <LinkedBox link={link} hasText={teaserTexts !== undefined}>
    {teaserTexts === undefined ? (
      children
    ) : (
      <>
        <SceneBackground>{children}</SceneBackground>
        <TeaserText {...teaserTexts} />
      </>
    )}
  </LinkedBox>
);

/** Teaser with a picture of its own in place of the drawing. */
export const TeaserPicture = ({ url, onBroken, ...boxProps }: TeaserPictureProps & BoxWithTextProps) => (
  <BoxWithText {...boxProps}>
    <TeaserImage src={url} alt="" onError={onBroken} />
  </BoxWithText>
);

interface TeaserFilmProps extends TeaserPictureProps, BoxWithTextProps {
  /** Picture that is shown until the film plays. */
  readonly posterUrl: string | null;
  /** True for users who prefer reduced motion. They start the film themselves. */
  readonly startsPaused: boolean;
  readonly playLabel: string;
  readonly pauseLabel: string;
}

/** Teaser with a silent film; a button pauses the film (WCAG 2.2.2). */
export const TeaserFilm = ({
  url,
  posterUrl,
  teaserTexts,
  link,
  startsPaused,
  playLabel,
  pauseLabel,
  onBroken,
}: TeaserFilmProps) => {
  const filmElement = useRef<HTMLVideoElement>(null);
  const [isPaused, setIsPaused] = useState(startsPaused);
  const togglePlayback = (): void => {
    if (isPaused) void filmElement.current?.play().catch(onBroken);
    else filmElement.current?.pause();
    setIsPaused(!isPaused);
  };
  return (
    <FilmFrame>
      <BoxWithText link={link} teaserTexts={teaserTexts}>
        <FilmVideo
          ref={filmElement}
          src={url}
          poster={posterUrl ?? undefined}
          autoPlay={!startsPaused}
          preload={startsPaused ? 'metadata' : 'auto'}
          muted
          loop
          playsInline
          aria-hidden="true"
          onError={onBroken}
        />
      </BoxWithText>
      <PlayButtonArea>
        <IconButton
          label={isPaused ? playLabel : pauseLabel}
          icon={isPaused ? Play : Pause}
          look="disc"
          iconSize={18}
          onClick={togglePlayback}
        />
      </PlayButtonArea>
    </FilmFrame>
  );
};

interface TeaserBoxProps {
  readonly $hasText: boolean;
}

const boxHeightStyle = css<TeaserBoxProps>`
  ${({ $hasText }) =>
    !$hasText &&
    css`
      height: 112px;
      ${media.from701} {
        height: 88px;
      }
    `}
`;

/** Number of cards before the teaser. In wide windows the teaser starts below the visible part of the list. */
export const CARDS_BEFORE_TEASER = { narrow: 3, wide: 6 } as const;

/**
 * Row with a teaser among the cards of restaurants. `$only`: hides the row in the other width of window, because the
 * teaser's position depends on the width.
 */
export const TeaserRow = styled.div<{ readonly $only?: keyof typeof CARDS_BEFORE_TEASER }>`
  grid-column: 1 / -1;
  ${({ $only }) =>
    $only === 'wide' &&
    css`
      ${media.below701} {
        display: none;
      }
    `}
  ${({ $only }) =>
    $only === 'narrow' &&
    css`
      ${media.from701} {
        display: none;
      }
    `}
  ${media.from701} {
    margin: 8px;
  }
`;

/** Placeholder of a teaser that is loading. */
export const TeaserPlaceholder = styled(Skeleton).attrs({ $height: '112px', $radius: tokens.radius.card })`
  ${media.from701} {
    height: 88px;
  }
`;

const teaserFrameStyle = css`
  display: block;
  position: relative;
  isolation: isolate;
  overflow: hidden;
  border-radius: ${tokens.radius.card};
`;

const TextTeaserLink = styled.a`
  ${teaserFrameStyle}
`;

const TeaserBox = styled.div<TeaserBoxProps>`
  ${teaserFrameStyle}
  ${boxHeightStyle}
  background: ${tokens.color.sunken};
`;

const TeaserBoxLink = styled.a<TeaserBoxProps>`
  ${teaserFrameStyle}
  ${boxHeightStyle}
  background: ${tokens.color.sunken};
  @media (forced-colors: active) {
    border: 1px solid;
  }
  &:focus-visible {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: 2px;
  }
`;

const FilmFrame = styled.div`
  position: relative;
`;

const fillStyle = css`
  width: 100%;
  height: 100%;
  object-fit: cover;
`;

// Picture of a teaser. It has a low loading priority, because the cards' pictures are more important.
const TeaserImage = styled.img.attrs({ loading: 'lazy', decoding: 'async', fetchPriority: 'low' })`
  ${fillStyle}
`;

const FilmVideo = styled.video`
  ${fillStyle}
`;

const PlayButtonArea = styled.div`
  position: absolute;
  right: 8px;
  bottom: 8px;
`;

const PlaceName = styled.span`
  ${textStyles.small}
  font-weight: 650;
`;

const SceneBackground = styled.div`
  position: absolute;
  inset: 0;
  z-index: -1;
`;

const TextColumn = styled.span`
  display: flex;
  flex-direction: column;
  justify-content: center;
  gap: 4px;
  min-height: 112px;
  /* Letters of twice the size make it so high that the art is out of sight, and need all of its width. */
  padding: 16px clamp(18px, (100vw - 17rem) * 99, max(132px, 31.5%)) 16px 18px;
  ${media.from701} {
    min-height: 88px;
    padding: 12px max(120px, 31.5%) 12px 16px;
    gap: 2px;
  }
`;

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

/** Texts that are drawn over a teaser. */
interface TeaserTexts {
  readonly title: string;
  /** Line below the title; may be empty. */
  readonly text: string;
  /** Name of the place that the teaser advertises. */
  readonly place?: string;
}

const TeaserText = ({ title, text, place }: TeaserTexts) => (
  <Words>
    <H2 as="span">{title}</H2>
    {place !== undefined && <PlaceName>{place}</PlaceName>}
    {text !== '' && <Small as="span">{text}</Small>}
  </Words>
);

interface TeaserProps extends TeaserTexts {
  readonly href: string;
  readonly scene: SceneSpec;
}

/** Teaser with a drawing among the restaurant cards. The text covers the left side, which has no drawing. */
export const Teaser = ({ title, text, href, scene }: TeaserProps) => (
  <WordsLink href={href}>
    <Ground>
      <RestaurantMedia spec={scene} layout="teaser" />
    </Ground>
    <TeaserText title={title} text={text} />
  </WordsLink>
);

/** Link of a teaser with a picture or film. */
export interface TeaserLink {
  readonly href: string;
  /** Description of the picture; if unknown, description of the link's target. */
  readonly label: string;
  /** True for a link to another site, which opens in a new tab. */
  readonly isOutside?: boolean;
}

interface PictureProps {
  readonly url: string;
  readonly link?: TeaserLink;
  readonly onBroken?: () => void;
}

interface LinkedProps extends Pick<PictureProps, 'link'> {
  /** True when text inside determines the height. */
  readonly hasText?: boolean;
  readonly children: ReactNode;
}

const Linked = ({ link, hasText = false, children }: LinkedProps) => {
  if (link === undefined) return <Box $hasText={hasText}>{children}</Box>;
  const outsideLinkProps = link.isOutside === true && ({ target: '_blank', rel: 'noopener noreferrer' } as const);
  return (
    <BoxLink href={link.href} aria-label={link.label} $hasText={hasText} {...outsideLinkProps}>
      {children}
    </BoxLink>
  );
};

interface WordedProps {
  /** Text over the left half of a picture or film; omitted when the picture itself contains the text. */
  readonly teaserTexts?: TeaserTexts;
}

const Worded = ({ link, teaserTexts, children }: WordedProps & Pick<LinkedProps, 'link' | 'children'>) => (
  <Linked link={link} hasText={teaserTexts !== undefined}>
    {teaserTexts === undefined ? (
      children
    ) : (
      <>
        <Ground>{children}</Ground>
        <TeaserText {...teaserTexts} />
      </>
    )}
  </Linked>
);

/** Teaser with a custom picture. */
export const TeaserPicture = ({ url, onBroken, ...worded }: PictureProps & WordedProps) => (
  <Worded {...worded}>
    <Picture src={url} alt="" onError={onBroken} />
  </Worded>
);

interface FilmProps extends PictureProps, WordedProps {
  /** Picture that is shown until the film plays. */
  readonly posterUrl: string | null;
  /** True for users who prefer reduced motion: they start the film themselves. */
  readonly startsPaused: boolean;
  readonly playLabel: string;
  readonly pauseLabel: string;
}

/** Teaser with a film without sound; a button pauses it (WCAG 2.2.2). */
export const TeaserFilm = ({
  url,
  posterUrl,
  teaserTexts,
  link,
  startsPaused,
  playLabel,
  pauseLabel,
  onBroken,
}: FilmProps) => {
  const film = useRef<HTMLVideoElement>(null);
  const [isPaused, setIsPaused] = useState(startsPaused);
  const togglePlayback = (): void => {
    if (isPaused) void film.current?.play().catch(onBroken);
    else film.current?.pause();
    setIsPaused(!isPaused);
  };
  return (
    <FilmFrame>
      <Worded link={link} teaserTexts={teaserTexts}>
        <Film
          ref={film}
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
      </Worded>
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

interface BoxProps {
  readonly $hasText: boolean;
}

const height = css<BoxProps>`
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
export const TEASER_AFTER = { narrow: 3, wide: 6 } as const;

/**
 * Row of a teaser among the cards. `$only`: hides the row in the other width of window, because each width has its own
 * position of the teaser.
 */
export const TeaserRow = styled.div<{ readonly $only?: keyof typeof TEASER_AFTER }>`
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

const frame = css`
  display: block;
  position: relative;
  isolation: isolate;
  overflow: hidden;
  border-radius: ${tokens.radius.card};
`;

const WordsLink = styled.a`
  ${frame}
`;

const Box = styled.div<BoxProps>`
  ${frame}
  ${height}
  background: ${tokens.color.sunken};
`;

const BoxLink = styled.a<BoxProps>`
  ${frame}
  ${height}
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

const fill = css`
  width: 100%;
  height: 100%;
  object-fit: cover;
`;

// Low priority, because the cards' pictures are more important.
const Picture = styled.img.attrs({ loading: 'lazy', decoding: 'async', fetchPriority: 'low' })`
  ${fill}
`;

const Film = styled.video`
  ${fill}
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

const Ground = styled.div`
  position: absolute;
  inset: 0;
  z-index: -1;
`;

const Words = styled.span`
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

import { useState } from 'react';
import styled, { css } from 'styled-components';
import { media, tokens } from '../theme/tokens';
import { Scene } from './scene';
import type { SceneSpec } from './scene-recipes';

interface RestaurantMediaProps {
  /** The table that stands in for a picture. */
  readonly of: SceneSpec;
  readonly layout: 'card' | 'thumb' | 'page' | 'teaser';
  readonly pictureUrl?: string | null;
  /** What the picture shows; leave it out where it is decoration. */
  readonly alt?: string;
  /** Drawn pale: nothing to be had there now. */
  readonly isClosed?: boolean;
  /** Seen at once: the picture is asked for before all else. */
  readonly isUrgent?: boolean;
}

/** A place's picture, or its laid table where there is none or it can't be loaded. Fills its box. */
export const RestaurantMedia = ({
  of,
  layout,
  pictureUrl = null,
  alt = '',
  isClosed = false,
  isUrgent = false,
}: RestaurantMediaProps) => {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const hasPicture = pictureUrl !== null && pictureUrl !== brokenUrl;
  return (
    <Frame $isClosed={isClosed}>
      {hasPicture && (
        <Picture
          $isWhole={layout === 'page'}
          src={pictureUrl}
          alt={alt}
          loading={isUrgent ? 'eager' : 'lazy'}
          fetchPriority={isUrgent ? 'high' : 'auto'}
          decoding="async"
          onError={() => setBrokenUrl(pictureUrl)}
        />
      )}
      {hasPicture && layout === 'page' && <Surroundings src={pictureUrl} alt="" decoding="async" />}
      {!hasPicture && layout !== 'page' && <Scene of={of} layout={layout} />}
      {!hasPicture && layout === 'page' && <PageScenes of={of} />}
    </Frame>
  );
};

const PageScenes = ({ of }: { readonly of: SceneSpec }) => (
  <>
    <Narrow>
      <Scene of={of} layout="page" />
    </Narrow>
    <Wide>
      <Scene of={of} layout="pageWide" />
    </Wide>
  </>
);

const Frame = styled.div<{ readonly $isClosed: boolean }>`
  position: relative;
  isolation: isolate;
  width: 100%;
  height: 100%;
  overflow: hidden;
  border-radius: inherit;
  background: ${tokens.color.sunken};
  ${({ $isClosed }) =>
    $isClosed &&
    css`
      filter: saturate(0.35) opacity(0.72);
    `}
`;

// A wide strip of a picture shows nothing: there it stands whole, in surroundings of its own colours.
const Picture = styled.img<{ readonly $isWhole: boolean }>`
  width: 100%;
  height: 100%;
  object-fit: cover;
  ${({ $isWhole }) =>
    $isWhole &&
    css`
      position: relative;
      z-index: 1;
      ${media.from701} {
        object-fit: contain;
      }
    `}
`;

const Surroundings = styled.img`
  display: none;
  ${media.from701} {
    display: block;
    position: absolute;
    inset: -24px;
    width: calc(100% + 48px);
    height: calc(100% + 48px);
    object-fit: cover;
    filter: blur(16px) brightness(0.85);
  }
`;

const Narrow = styled.div`
  height: 100%;
  ${media.from701} {
    display: none;
  }
`;

const Wide = styled.div`
  display: none;
  height: 100%;
  ${media.from701} {
    display: block;
  }
`;

import { useState } from 'react';
import styled, { css } from 'styled-components';
import { media, tokens } from '../theme/tokens';
import { Scene } from './scene';
import type { SceneSpec } from './scene-recipes';

interface RestaurantMediaProps {
  /** Drawing of a laid table, shown if there is no picture. */
  readonly sceneSpec: SceneSpec;
  readonly layout: 'card' | 'thumb' | 'page' | 'teaser';
  readonly pictureUrl?: string | null;
  /** Description of the picture for assistive technology; absent for a decorative picture. */
  readonly alt?: string;
  /** True while nothing is available in the restaurant: the picture is paler. */
  readonly isClosed?: boolean;
  /** True for a picture that is visible immediately: the browser fetches it with priority. */
  readonly isUrgent?: boolean;
}

/**
 * Picture of a restaurant. If there is none, or it can't be loaded, a drawing of a laid table is shown. Fills its
 * parent.
 */
export const RestaurantMedia = ({
  sceneSpec,
  layout,
  pictureUrl = null,
  alt = '',
  isClosed = false,
  isUrgent = false,
}: RestaurantMediaProps) => {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const hasPicture = pictureUrl !== null && pictureUrl !== brokenUrl;
  return (
    <MediaFrame $isClosed={isClosed}>
      {hasPicture && (
        <RestaurantPicture
          $isWhole={layout === 'page'}
          src={pictureUrl}
          alt={alt}
          loading={isUrgent ? 'eager' : 'lazy'}
          fetchPriority={isUrgent ? 'high' : 'auto'}
          decoding="async"
          onError={() => setBrokenUrl(pictureUrl)}
        />
      )}
      {hasPicture && layout === 'page' && <BlurredBackground src={pictureUrl} alt="" decoding="async" />}
      {!hasPicture && layout !== 'page' && <Scene sceneSpec={sceneSpec} layout={layout} />}
      {!hasPicture && layout === 'page' && <PageScenes spec={sceneSpec} />}
    </MediaFrame>
  );
};

const PageScenes = ({ spec: sceneSpec }: { readonly spec: SceneSpec }) => (
  <>
    <NarrowScene>
      <Scene sceneSpec={sceneSpec} layout="page" />
    </NarrowScene>
    <WideScene>
      <Scene sceneSpec={sceneSpec} layout="pageWide" />
    </WideScene>
  </>
);

const MediaFrame = styled.div<{ readonly $isClosed: boolean }>`
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

// In a wide and low strip, a cropped picture would be unrecognizable. So the whole picture is shown, over a blurred
// copy that fills the strip.
const RestaurantPicture = styled.img<{ readonly $isWhole: boolean }>`
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

const BlurredBackground = styled.img`
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

const NarrowScene = styled.div`
  height: 100%;
  ${media.from701} {
    display: none;
  }
`;

const WideScene = styled.div`
  display: none;
  height: 100%;
  ${media.from701} {
    display: block;
  }
`;

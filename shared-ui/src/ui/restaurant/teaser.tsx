import styled from 'styled-components';
import type { SceneSpec } from '../scene';
import { H2, Small } from '../text';
import { media, tokens } from '../theme';
import { RestaurantMedia } from './restaurant-media';

interface TeaserProps {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly scene: SceneSpec;
}

/** One invitation above the list; its left side stays free of art for the words. */
export const Teaser = ({ title, text, href, scene }: TeaserProps) => (
  <Frame href={href}>
    <Ground>
      <RestaurantMedia of={scene} layout="teaser" />
    </Ground>
    <Words>
      <H2 as="span">{title}</H2>
      <Small as="span">{text}</Small>
    </Words>
  </Frame>
);

const Frame = styled.a`
  display: block;
  position: relative;
  isolation: isolate;
  overflow: hidden;
  border-radius: ${tokens.radius.card};
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
  padding: 16px max(132px, 31.5%) 16px 18px;
  ${media.from701} { min-height: 88px; padding: 12px max(120px, 31.5%) 12px 16px; gap: 2px; }
`;

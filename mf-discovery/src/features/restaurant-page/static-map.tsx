import type { Restaurant } from '@mahlzeit/contract';
import { tokens } from '@mahlzeit/shared-ui/ui';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { outside, routeHref, staticMapSrc } from './contact-links';

/** S1§9: 600x300; drawn narrower, its middle stays. */
const SIZE = { width: 600, height: 300 } as const;

const DARK = '(prefers-color-scheme: dark)';

/** Where the place is, and the way there by a maps service. Nothing where the picture can't be had. */
export const StaticMap = ({ restaurant }: { readonly restaurant: Restaurant }) => {
  const t = useTexts();
  const src = staticMapSrc(restaurant.location, 'light');
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  if (src === brokenSrc) return null;
  return (
    <Frame>
      <a href={routeHref(restaurant)} {...outside}>
        <picture>
          <source media={DARK} srcSet={staticMapSrc(restaurant.location, 'dark')} />
          <Picture {...SIZE} src={src} alt={t('MapOf', { name: restaurant.name })} loading="lazy" decoding="async" onError={() => setBrokenSrc(src)} />
        </picture>
      </a>
      <Credit>{t('MapCredit')}</Credit>
    </Frame>
  );
};

const Frame = styled.figure`
  position: relative;
  margin: 0;
  background: ${tokens.color.mapLand};
`;

const Picture = styled.img`
  display: block;
  width: 100%;
  height: 148px;
  object-fit: cover;
`;

const Credit = styled.figcaption`
  position: absolute;
  right: 8px;
  bottom: 8px;
  padding: 1px 7px;
  border-radius: ${tokens.radius.tag};
  font-size: 0.6875rem;
  line-height: 1rem;
  background: ${tokens.color.surface};
  color: ${tokens.color.ink2};
`;

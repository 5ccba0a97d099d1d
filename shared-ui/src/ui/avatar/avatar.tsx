import { useState } from 'react';
import styled from 'styled-components';
import { avatarColorOf, initialsOf } from './person-look';

interface AvatarProps {
  readonly name: string;
  readonly pictureUrl?: string | null;
  /** 28, 36, 48 or 160 px; default regular. */
  readonly size?: 'small' | 'regular' | 'large' | 'page';
}

const EDGES = { small: { edge: 28, font: 11 }, regular: { edge: 36, font: 13 }, large: { edge: 48, font: 16 }, page: { edge: 160, font: 48 } } as const;

/** A person's picture, or the initials where there is none. Stands beside the name, so it is decoration. */
export const Avatar = ({ name, pictureUrl = null, size = 'regular' }: AvatarProps) => {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const { edge, font } = EDGES[size];
  if (pictureUrl !== null && pictureUrl !== brokenUrl) return <Picture src={pictureUrl} alt="" width={edge} height={edge} onError={() => setBrokenUrl(pictureUrl)} />;
  return (
    <Initials aria-hidden="true" $edge={edge} $font={font} $color={avatarColorOf(name)}>
      {initialsOf(name)}
    </Initials>
  );
};

const Picture = styled.img`
  border-radius: 50%;
  flex: none;
  object-fit: cover;
`;

const Initials = styled.span<{ readonly $edge: number; readonly $font: number; readonly $color: string }>`
  display: grid;
  place-items: center;
  flex: none;
  width: ${({ $edge }) => $edge}px;
  height: ${({ $edge }) => $edge}px;
  border-radius: 50%;
  background: ${({ $color }) => $color};
  color: #fff;
  font-size: ${({ $font }) => $font / 16}rem;
  line-height: 1;
  font-weight: 700;
  letter-spacing: 0.01em;
`;

import { UserRound } from 'lucide-react';
import { useState } from 'react';
import styled, { css } from 'styled-components';
import { textHash } from './art/art';
import { textStyles, tokens } from './theme/tokens';

/** Background colours for white initials. Their contrast to white is at least 6:1. */
export const AVATAR_COLORS = [
  '#7a1647',
  '#1d5fb4',
  '#14603a',
  '#8a3d0b',
  '#5b3fa0',
  '#0f6472',
  '#962033',
  '#6a4a06',
  '#3f5a14',
  '#28508c',
  '#7d2c86',
  '#0b5d58',
  '#4a4c9c',
  '#7f3358',
  '#5f4334',
  '#37566a',
] as const;

/**
 * Texts of the contract that replace a missing name (`NAMELESS_PERSON`, `DELETED_PERSON`). A person with such a text
 * gets a drawn figure instead of initials.
 */
const PLACEHOLDER_NAMES: readonly string[] = ['Jemand', 'Gelöschtes Konto'];

/** Drawn figure for people without a name, and its background. */
const PERSON_ICON = <UserRound size="55%" />;
const FIGURE_COLOR = AVATAR_COLORS[15];

/** Returns the background colour for a name; a name has the same colour on every device. */
export const avatarColorOf = (name: string): string =>
  AVATAR_COLORS[textHash(name.trim()) % AVATAR_COLORS.length] ?? AVATAR_COLORS[0];

const graphemeSegmenter = new Intl.Segmenter('de', { granularity: 'grapheme' });

const firstLetterOf = (word: string): string | undefined => {
  for (const { segment } of graphemeSegmenter.segment(word))
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(segment)) return segment;
  return undefined;
};

const upperCaseOf = (character: string): string => {
  const upperCharacter = character.toLocaleUpperCase('de');
  // The letter stays in lower case if its upper case has two letters, for example „ß“.
  return [...graphemeSegmenter.segment(upperCharacter)].length === 1 ? upperCharacter : character;
};

/**
 * Returns one or two initials: the first letters of the first and last word of a name. Null for a name without letters.
 */
export const initialsOf = (name: string): string | null => {
  const wordInitials = name
    .normalize('NFC')
    .split(/\s+/u)
    .map(firstLetterOf)
    .filter((character) => character !== undefined)
    .map(upperCaseOf);
  const firstInitial = wordInitials[0];
  if (firstInitial === undefined) return null;
  return wordInitials.length === 1 ? firstInitial : `${firstInitial}${wordInitials[wordInitials.length - 1]}`;
};

const firstInitialOf = (initials: string): string => [...graphemeSegmenter.segment(initials)][0]?.segment ?? initials;

/** Returns the background colour and the content of an avatar without a picture: initials, or a figure. */
const drawName = (name: string, showsOneLetter: boolean) => {
  const initials = PLACEHOLDER_NAMES.includes(name) ? null : initialsOf(name);
  if (initials === null) return { color: FIGURE_COLOR, content: PERSON_ICON };
  return { color: avatarColorOf(name), content: showsOneLetter ? firstInitialOf(initials) : initials };
};

interface AvatarProps {
  /** Name of the person; empty for a person without a name, who gets a drawn figure. */
  readonly name: string;
  readonly pictureUrl?: string | null;
  /** Size of the avatar: 28, 36, 44, 48 or 160 px; by default `regular`. */
  readonly size?: 'small' | 'regular' | 'list' | 'large' | 'page';
  /** Shows only one letter, for small avatars. */
  readonly showsOneLetter?: boolean;
}

const EDGE_AND_FONT_BY_SIZE = {
  small: { edge: 28, font: 11 },
  regular: { edge: 36, font: 13 },
  list: { edge: 44, font: 15 },
  large: { edge: 48, font: 16 },
  page: { edge: 160, font: 48 },
} as const;

/**
 * Picture of a person; without a picture the person's initials, or a drawn figure for a person without a name. Hidden
 * from assistive technology, because callers show the name beside the avatar.
 */
export const Avatar = ({ name, pictureUrl = null, size = 'regular', showsOneLetter = false }: AvatarProps) => {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const { edge, font } = EDGE_AND_FONT_BY_SIZE[size];
  const { color, content } = drawName(name, showsOneLetter);
  if (pictureUrl !== null && pictureUrl !== brokenUrl)
    return (
      <AvatarPicture src={pictureUrl} alt="" width={edge} height={edge} onError={() => setBrokenUrl(pictureUrl)} />
    );
  return (
    <InitialsCircle aria-hidden="true" $edge={edge} $font={font} $color={color}>
      {content}
    </InitialsCircle>
  );
};

const AvatarPicture = styled.img`
  border-radius: 50%;
  flex: none;
  object-fit: cover;
`;

// Font size of initials. They don't grow beyond their frame with large text settings, because the name is beside the
// avatar.
const initialsSize = (fontPx: number) => css`
  font-size: min(${fontPx / 16}rem, ${fontPx}px);
`;

const InitialsCircle = styled.span<{ readonly $edge: number; readonly $font: number; readonly $color: string }>`
  display: grid;
  place-items: center;
  flex: none;
  width: ${({ $edge }) => $edge}px;
  height: ${({ $edge }) => $edge}px;
  border-radius: 50%;
  background: ${({ $color }) => $color};
  color: #fff;
  ${({ $font }) => initialsSize($font)}
  line-height: 1;
  font-weight: 700;
  letter-spacing: 0.01em;
`;

/**
 * Person in a circle of up to four people. Without a picture, the piece shows the person's initials, or a drawn figure.
 */
export interface MosaicPerson {
  readonly key: string;
  readonly name: string;
  readonly pictureUrl?: string | null;
}

interface MosaicProps {
  readonly mosaicPeople: readonly MosaicPerson[];
  /** Size of the circle: 44 or 64 px; by default `regular`. */
  readonly size?: 'regular' | 'large';
}

const MAX_MOSAIC_PIECES = 4;
const MAX_OVERFLOW_COUNT = 99;

interface MosaicPieceProps {
  readonly person: MosaicPerson;
  /** True for a small piece of the circle, which shows only the first of the initials. */
  readonly isShort: boolean;
}

const MosaicPiece = ({ person: { name, pictureUrl = null }, isShort }: MosaicPieceProps) => {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const { color, content } = drawName(name, isShort);
  const hasPicture = pictureUrl !== null && pictureUrl !== brokenUrl;
  if (hasPicture) return <PhotoCell src={pictureUrl} alt="" onError={() => setBrokenUrl(pictureUrl)} />;
  return <InitialsCell $color={color}>{content}</InitialsCell>;
};

/**
 * Circle with up to four people. If there are more, the fourth piece shows how many are hidden. Hidden from assistive
 * technology, because callers show the names beside the circle.
 */
export const Mosaic = ({ mosaicPeople, size = 'regular' }: MosaicProps) => {
  const hasOverflow = mosaicPeople.length > MAX_MOSAIC_PIECES;
  const visiblePeople = mosaicPeople.slice(0, hasOverflow ? MAX_MOSAIC_PIECES - 1 : MAX_MOSAIC_PIECES);
  const pieceCount = hasOverflow ? MAX_MOSAIC_PIECES : visiblePeople.length;
  return (
    <MosaicCircle aria-hidden="true" $pieces={pieceCount} $large={size === 'large'}>
      {visiblePeople.map((person) => (
        <MosaicPiece
          key={person.key}
          person={person}
          isShort={pieceCount > 2 || (pieceCount > 1 && size !== 'large')}
        />
      ))}
      {hasOverflow && (
        <OverflowCount>+{Math.min(mosaicPeople.length - visiblePeople.length, MAX_OVERFLOW_COUNT)}</OverflowCount>
      )}
    </MosaicCircle>
  );
};

// Layout of a circle with three pieces. The circle would cut off letters in the corners of its pieces, so the letters
// are moved towards the centre.
const threePieceLayout = css`
  > :first-child {
    grid-row: 1 / 3;
  }
  > :nth-child(2) {
    padding: 4px 4px 0 0;
  }
  > :nth-child(3) {
    padding: 0 4px 4px 0;
  }
`;

const fourPieceLayout = css`
  > :nth-child(odd) {
    padding-left: 4px;
  }
  > :nth-child(even) {
    padding-right: 4px;
  }
  > :nth-child(-n + 2) {
    padding-top: 4px;
  }
  > :nth-child(n + 3) {
    padding-bottom: 4px;
  }
`;

const MosaicCircle = styled.span<{ readonly $pieces: number; readonly $large: boolean }>`
  display: grid;
  flex: none;
  gap: 2px;
  overflow: hidden;
  width: ${({ $large }) => ($large ? 64 : 44)}px;
  height: ${({ $large }) => ($large ? 64 : 44)}px;
  border-radius: 50%;
  background: ${tokens.color.surface};
  color: #fff;
  ${({ $large }) => initialsSize($large ? 14 : 11)}
  font-weight: 700;
  ${({ $pieces }) => $pieces === 1 && initialsSize(15)}
  ${({ $pieces }) =>
    $pieces > 1 &&
    css`
      grid-template-columns: 1fr 1fr;
    `}
  ${({ $pieces }) =>
    $pieces > 2 &&
    css`
      grid-template-rows: minmax(0, 1fr) minmax(0, 1fr);
    `}
  ${({ $pieces }) => $pieces === 3 && threePieceLayout}
  ${({ $pieces }) => $pieces === 4 && fourPieceLayout}
`;

const cellStyle = css`
  display: grid;
  place-items: center;
  min-width: 0;
  min-height: 0;
  line-height: 1;
`;

const InitialsCell = styled.span<{ readonly $color: string }>`
  ${cellStyle}
  background: ${({ $color }) => $color};
`;

const PhotoCell = styled.img`
  && {
    padding: 0;
  }
  width: 100%;
  height: 100%;
  min-width: 0;
  min-height: 0;
  object-fit: cover;
`;

const OverflowCount = styled.span`
  ${cellStyle}
  ${textStyles.digits}
  background: ${tokens.color.sunken};
  color: ${tokens.color.ink2};
`;

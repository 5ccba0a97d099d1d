import { ChevronDown, Smartphone } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { Icon } from '../art/art';
import { VisuallyHidden } from '../text';
import { forcedColorsBorder, media, textStyles, tokens } from '../theme/tokens';

interface TopBarPlaceProps {
  /** Line above the place around which the list searches: „Mittag rund um“. */
  readonly caption: string;
  readonly placeName: string;
  readonly onClick: () => void;
}

/**
 * Button with the place around which the list searches; it opens the choice of places. Only in windows below 850 px.
 */
export const TopBarPlace = ({ caption, placeName, onClick }: TopBarPlaceProps) => (
  <PlaceButton type="button" onClick={onClick}>
    <PlaceCaption>{caption} </PlaceCaption>
    <PlaceName>
      {placeName}
      <Icon source={ChevronDown} size={18} />
    </PlaceName>
  </PlaceButton>
);

interface TopBarAppProps extends Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
  /** Label of the link to the app in narrow windows: „App“. */
  readonly shortLabel: string;
  /** Label of the link to the app in wide windows: „App laden“. */
  readonly longLabel: string;
}

/** Link to the native app: an icon with a short, a long or no label, depending on the space. */
export const TopBarApp = ({ shortLabel, longLabel, ...rest }: TopBarAppProps) => (
  <AppLink {...rest}>
    <Icon source={Smartphone} size={18} />
    <VisuallyHidden>{longLabel}</VisuallyHidden>
    <ShortAppLabel aria-hidden="true">{shortLabel}</ShortAppLabel>
    <LongAppLabel aria-hidden="true">{longLabel}</LongAppLabel>
  </AppLink>
);

/** Button with the place around which the list searches. */
const PlaceButton = styled.button`
  grid-area: place;
  min-width: 0;
  min-height: 48px;
  padding: 4px 8px;
  border-radius: 12px;
  ${media.hover} {
    &:hover {
      background: ${tokens.color.sunken};
    }
  }
  ${media.from850} {
    display: none;
  }
`;

const PlaceCaption = styled.span`
  ${textStyles.caption}
  display: block;
  line-height: 1rem;
  color: ${tokens.color.ink2};
`;

/** Name of the place around which the list searches, with an arrow. */
const PlaceName = styled.span`
  display: flex;
  align-items: center;
  gap: 2px;
  font-weight: 650;
  font-size: 1rem;
  line-height: 1.375rem;
  text-align: start;
  hyphens: auto;
  overflow-wrap: anywhere;
  svg {
    flex: none;
  }
`;

const AppLink = styled.a`
  ${textStyles.small}
  grid-area: app;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  position: relative;
  min-height: 40px;
  padding: 0 12px;
  border-radius: 12px;
  font-weight: 600;
  background: ${tokens.color.sunken};
  &::after {
    content: '';
    position: absolute;
    inset: -2px 0;
  }
  ${forcedColorsBorder}
  ${media.below360} {
    width: 44px;
    padding: 0;
  }
  ${media.from850} {
    ${textStyles.label}
    min-height: 48px;
    padding: 0 16px;
    border-radius: ${tokens.radius.control};
  }
`;

/**
 * Short label of the link to the app, only on phones. With larger fonts it is hidden, because the name of the place
 * beside it needs the space.
 */
const ShortAppLabel = styled.span`
  display: inline-block;
  max-width: clamp(0px, (100vw - 17rem) * 99, 6rem);
  white-space: nowrap;
  overflow: hidden;
  ${media.below360} {
    display: none;
  }
  ${media.from850} {
    display: none;
  }
`;

/** Long label of the link to the app, only in windows that are wide enough. */
const LongAppLabel = styled.span`
  display: none;
  ${media.from850} {
    display: inline;
  }
`;

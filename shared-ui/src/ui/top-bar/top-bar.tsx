import { ChevronDown, Menu, Smartphone } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { Icon, Mark } from '../art';
import { IconButton } from '../button';
import { VisuallyHidden } from '../hidden';
import { AppLink, AppLong, AppShort, BrandLink, BrandWord, MenuArea, PlaceButton, PlaceCaption, PlaceName } from './top-bar.styles';

interface TopBarMenuProps {
  readonly label: string;
  readonly isOpen?: boolean;
  readonly onClick: () => void;
}

/** Opens the drawer. */
export const TopBarMenu = ({ label, isOpen = false, onClick }: TopBarMenuProps) => (
  <MenuArea>
    <IconButton label={label} icon={Menu} iconSize={24} aria-haspopup="dialog" aria-expanded={isOpen} onClick={onClick} />
  </MenuArea>
);

interface TopBarBrandProps extends Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
  /** „Mahlzeit“. */
  readonly word: string;
  /** Where it leads, for assistive technology; begins with the word. */
  readonly label: string;
}

/** Mark and, in the wide frame, word: the way home. */
export const TopBarBrand = ({ word, label, ...rest }: TopBarBrandProps) => (
  <BrandLink {...rest} aria-label={label}>
    <Mark />
    <BrandWord>{word}</BrandWord>
  </BrandLink>
);

interface TopBarPlaceProps {
  /** „Mittag rund um“. */
  readonly caption: string;
  readonly place: string;
  readonly onClick: () => void;
}

/** Where the list is centred, in the narrow frame. */
export const TopBarPlace = ({ caption, place, onClick }: TopBarPlaceProps) => (
  <PlaceButton type="button" onClick={onClick}>
    <PlaceCaption>{caption} </PlaceCaption>
    <PlaceName>
      {place}
      <Icon of={ChevronDown} size={18} />
    </PlaceName>
  </PlaceButton>
);

interface TopBarAppProps extends Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
  /** „App“. */
  readonly shortLabel: string;
  /** „App laden“. */
  readonly longLabel: string;
}

/** Leads to the app: icon, short or long label as the frame has room. */
export const TopBarApp = ({ shortLabel, longLabel, ...rest }: TopBarAppProps) => (
  <AppLink {...rest}>
    <Icon of={Smartphone} size={18} />
    <VisuallyHidden>{longLabel}</VisuallyHidden>
    <AppShort aria-hidden="true">{shortLabel}</AppShort>
    <AppLong aria-hidden="true">{longLabel}</AppLong>
  </AppLink>
);

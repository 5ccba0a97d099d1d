import { ArrowLeft, ChevronDown, MapPin, Search, SlidersHorizontal, X } from 'lucide-react';
import { useRef } from 'react';
import type { ComponentPropsWithoutRef, ComponentPropsWithRef, RefObject } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import { CountBadge } from '../badge';
import { IconButton } from '../button';
import { uiText } from '../text';
import { forcedColorsBorder, media, textStyles, tokens } from '../theme/tokens';

/** Area of the top bar with the search field and the filter button. */
export const TopBarSearch = styled.div`
  grid-area: search;
  display: flex;
  gap: 8px;
  min-width: 0;
  padding-left: 8px;
  ${media.from850} {
    padding-left: 12px;
    max-width: 760px;
  }
`;

interface SearchBoxProps extends Omit<ComponentPropsWithoutRef<'input'>, 'onChange' | 'value' | 'type'> {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Ref of the input, for code that moves the focus there. */
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  /** Back button that closes the search on phones, where an open search covers the page. */
  readonly backButton?: { readonly label: string; readonly onClick: () => void };
  /**
   * Place around which the list searches, with the button that changes it. Shown inside of the search field from 850 px
   * on.
   */
  readonly placeButton?: { readonly name: string; readonly label: string; readonly onClick: () => void };
}

/** Search field of the top bar, with a button that clears it. */
export const SearchBox = ({
  label,
  value,
  onValueChange,
  inputRef,
  backButton,
  placeButton,
  ...rest
}: SearchBoxProps) => {
  const ownInputRef = useRef<HTMLInputElement>(null);
  const currentInputRef = inputRef ?? ownInputRef;
  const clearText = () => {
    onValueChange('');
    // The button that clears the field disappears together with the text, so the focus moves to the field.
    currentInputRef.current?.focus();
  };
  return (
    <SearchField>
      {placeButton !== undefined && (
        <InlinePlaceButton type="button" aria-label={placeButton.label} onClick={placeButton.onClick}>
          <Icon source={MapPin} size={18} />
          <InlinePlaceName>{placeButton.name}</InlinePlaceName>
          <Icon source={ChevronDown} size={16} />
        </InlinePlaceButton>
      )}
      {backButton !== undefined && (
        <BackButtonArea>
          <IconButton label={backButton.label} icon={ArrowLeft} onClick={backButton.onClick} />
        </BackButtonArea>
      )}
      <SearchIconArea $isReplaced={backButton !== undefined}>
        <Icon source={Search} />
      </SearchIconArea>
      <SearchInput
        {...rest}
        ref={currentInputRef}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
      {value !== '' && <IconButton label={uiText('ClearSearch')} icon={X} iconSize={18} onClick={clearText} />}
    </SearchField>
  );
};

interface FilterButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled'> {
  /** Label of the filter button: „Filter“. */
  readonly label: string;
  /** Number of active filters; 0 shows no number. */
  readonly count: number;
  /** Word after the number, for assistive technology: „aktiv“. */
  readonly countLabel: string;
}

/** Button that opens the filters and shows the number of active ones. */
export const FilterButton = ({ label, count, countLabel, ...rest }: FilterButtonProps) => (
  <StyledFilterButton {...rest} type="button">
    <Icon source={SlidersHorizontal} />
    <FilterLabel>{label}</FilterLabel>
    {count > 0 && (
      <FilterCount>
        <CountBadge value={count} label={countLabel} />
      </FilterCount>
    )}
  </StyledFilterButton>
);

const fieldStyle = css`
  min-height: 48px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  box-shadow:
    inset 0 0 0 1px ${tokens.color.line},
    ${tokens.color.e1};
  ${forcedColorsBorder}
`;

/** Box around the search field and its buttons. */
const SearchField = styled.div`
  ${fieldStyle}
  flex: 1;
  display: flex;
  align-items: center;
  gap: 10px;
  min-width: 0;
  padding: 0 4px 0 14px;
  color: ${tokens.color.ink2};
  &:focus-within:has(input:focus-visible) {
    box-shadow: inset 0 0 0 2px ${tokens.color.plumText};
    ${media.forced} {
      outline: 2px solid Highlight;
    }
  }
`;

/** Magnifying glass; on phones the back button replaces it while the search is open. */
const SearchIconArea = styled.span<{ readonly $isReplaced: boolean }>`
  display: grid;
  flex: none;
  ${({ $isReplaced }) =>
    $isReplaced &&
    css`
      ${media.below701} {
        display: none;
      }
    `}
`;

/** Area of the back button; hidden from 701 px on. */
const BackButtonArea = styled.span`
  flex: none;
  margin-left: -12px;
  ${media.from701} {
    display: none;
  }
`;

/** Input of the search field; the box around it shows the focus. */
const SearchInput = styled.input`
  flex: 1;
  min-width: 0;
  height: 48px;
  padding: 0;
  border: 0;
  background: none;
  font-size: 1rem;
  line-height: 1.5rem;
  color: ${tokens.color.ink};
  text-overflow: ellipsis;
  &:focus-visible {
    outline: none;
  }
  /* The largest letters at which it can be read as a whole. */
  &::placeholder {
    color: ${tokens.color.ink3};
    opacity: 1;
    font-size: min(1em, 5vw);
  }
  &::-webkit-search-cancel-button {
    display: none;
  }
`;

/**
 * Button inside of the search field with the place around which the list searches. It exists only in the top bar of one
 * row, from 850 px on.
 */
const InlinePlaceButton = styled.button`
  display: none;
  ${media.from850} {
    ${textStyles.label}
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 44px;
    max-width: 45%;
    padding-right: 12px;
    color: ${tokens.color.ink};
    background: linear-gradient(${tokens.color.line}, ${tokens.color.line}) right center / 1px 28px no-repeat;
  }
`;

/** Name of the place around which the list searches. A long name wraps, so that the input keeps its space. */
const InlinePlaceName = styled.span`
  min-width: 0;
  hyphens: auto;
  overflow-wrap: anywhere;
`;

const StyledFilterButton = styled.button`
  ${fieldStyle}
  ${textStyles.label}
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  flex: none;
  position: relative;
  width: 48px;
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
  ${media.from850} {
    width: auto;
    padding: 0 16px;
  }
`;

/** Label of the filter button. Below 850 px only assistive technology reads it. */
const FilterLabel = styled.span`
  ${media.below850} {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

/** Number of active filters, on the corner of the filter button. */
const FilterCount = styled.span`
  position: absolute;
  top: -6px;
  right: -5px;
  border-radius: 12px;
  box-shadow: 0 0 0 2px ${tokens.color.bg};
  > * {
    display: grid;
  }
  ${media.from850} {
    position: static;
    box-shadow: none;
  }
`;

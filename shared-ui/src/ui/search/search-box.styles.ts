import styled, { css } from 'styled-components';
import { media, textStyles, tokens } from '../theme';

/** Search field and filter. */
export const TopBarSearch = styled.div`
  grid-area: search;
  display: flex;
  gap: 8px;
  min-width: 0;
  padding-left: 8px;
  ${media.from850} { padding-left: 12px; max-width: 760px; }
`;

const fieldLook = css`
  min-height: 48px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 1px ${tokens.color.line}, ${tokens.color.e1};
`;

/** The search field with what stands in it. */
export const SearchField = styled.div`
  ${fieldLook}
  flex: 1;
  display: flex;
  align-items: center;
  gap: 10px;
  min-width: 0;
  padding: 0 4px 0 14px;
  color: ${tokens.color.ink2};
  &:focus-within:has(input:focus-visible) { box-shadow: inset 0 0 0 2px ${tokens.color.plumText}; }
`;

/** The glass; on phones the way back takes its place. */
export const SearchSign = styled.span<{ readonly $isReplaced: boolean }>`
  display: grid;
  flex: none;
  ${({ $isReplaced }) => $isReplaced && css`${media.below701} { display: none; }`}
`;

/** Place of the way back. */
export const BackArea = styled.span`
  flex: none;
  margin-left: -12px;
  ${media.from701} { display: none; }
`;

/** The input itself; its frame shows the focus. */
export const SearchInput = styled.input`
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
  &:focus-visible { outline: none; }
  &::placeholder { color: ${tokens.color.ink3}; opacity: 1; }
  &::-webkit-search-cancel-button { display: none; }
`;

/** The place inside the field of the one-row bar. */
export const InlinePlace = styled.button`
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

/** Its name; a long one wraps and leaves the field its room. */
export const InlinePlaceName = styled.span`
  min-width: 0;
  hyphens: auto;
  overflow-wrap: anywhere;
`;

/** Opens the filters. */
export const FilterShape = styled.button`
  ${fieldLook}
  ${textStyles.label}
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  flex: none;
  position: relative;
  width: 48px;
  ${media.hover} { &:hover { background: ${tokens.color.hover}; } }
  ${media.from850} { width: auto; padding: 0 16px; }
`;

/** Its word where there is room; else for assistive technology alone. */
export const FilterWord = styled.span`
  ${media.below850} { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;

/** Count of active filters, on the button's corner. */
export const FilterCount = styled.span`
  position: absolute;
  top: -6px;
  right: -5px;
  border-radius: 12px;
  box-shadow: 0 0 0 2px ${tokens.color.bg};
  > * { display: grid; }
  ${media.from850} { position: static; box-shadow: none; }
`;

import { media, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import styled, { css } from 'styled-components';
import type { FieldBox } from './use-search-field';

// Over the view switch, below drawer and sheets.
const LAYER = tokens.layer.viewSwitch + 1;

/** Below the field: on phones it covers the rest of the page, else it hangs from the field. */
export const Frame = styled.div<{ readonly $box: FieldBox }>`
  position: fixed;
  z-index: ${LAYER};
  top: ${({ $box }) => Math.round($box.bottom) + 8}px;
  overflow-y: auto;
  overscroll-behavior: contain;
  background: ${tokens.color.surface};
  color: ${tokens.color.ink};
  /* The keyboard of a phone covers the lower half. */
  ${media.below701} { inset-inline: 0; bottom: 0; padding: 4px 8px 45dvh; border-top: 1px solid ${tokens.color.line}; }
  ${media.from701} {
    left: ${({ $box }) => Math.round($box.left)}px;
    width: ${({ $box }) => Math.round($box.width)}px;
    max-height: calc(100dvh - ${({ $box }) => Math.round($box.bottom) + 24}px);
    padding: 8px;
    border-radius: ${tokens.radius.card};
    box-shadow: ${tokens.color.e3};
  }
`;

/** Name of a section. */
export const SectionTitle = styled.div`
  ${textStyles.caption}
  padding: 12px 12px 4px;
  font-weight: 600;
  color: ${tokens.color.ink2};
`;

/** S1§9: 61 px a row. */
export const Row = styled.div<{ readonly $isActive: boolean }>`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 61px;
  padding: 8px 12px;
  border-radius: ${tokens.radius.control};
  cursor: pointer;
  ${media.hover} { &:hover { background: ${tokens.color.hover}; } }
  ${({ $isActive }) =>
    $isActive &&
    css`
      &, &:hover { background: ${tokens.color.plumTint}; color: ${tokens.color.onPlumTint}; }
      span { color: inherit; }
    `}
  @media (forced-colors: active) { ${({ $isActive }) => $isActive && 'outline: 2px solid Highlight;'} }
`;

/** Icon or drawing of a row. */
export const Mark = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: 40px;
  height: 40px;
  border-radius: 12px;
  background: ${tokens.color.sunken};
  color: ${tokens.color.ink2};
`;

/** Title and second line; long names wrap. */
export const Lines = styled.div`
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
`;

/** What was found. */
export const Title = styled.span`
  ${textStyles.label}
  display: block;
`;

/** Where it is, or what happens. */
export const Second = styled.span`
  ${textStyles.caption}
  display: block;
  color: ${tokens.color.ink2};
`;

/** Right edge: a price, or a state. */
export const Trailing = styled.span`
  ${textStyles.small}
  ${textStyles.digits}
  flex: none;
  max-width: 40%;
  text-align: right;
  color: ${tokens.color.ink2};
`;

/** Takes a remembered entry away by finger or mouse; keys do it with Delete. */
export const Remove = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  margin-right: -8px;
  border-radius: ${tokens.radius.small};
  color: ${tokens.color.ink2};
  ${media.hover} { &:hover { background: ${tokens.color.sunken}; } }
`;

/** How far the search is, or why it shows nothing. */
export const Status = styled.p`
  ${textStyles.small}
  padding: 14px 12px;
  color: ${tokens.color.ink2};
  &:empty { display: none; }
`;

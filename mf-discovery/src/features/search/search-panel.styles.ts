import { forcedColorsBorder, media, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import styled, { css } from 'styled-components';
import type { FieldBox } from './use-search-field';

// Layer (z-index) of the search panel: above the button that switches between list and map, but below the drawer and
// sheets.
const PANEL_LAYER = tokens.layer.viewSwitch + 1;

/**
 * Panel below the search field. On phones it covers the rest of the page; on wider pages it is attached to the field.
 */
export const PanelFrame = styled.div<{ readonly $box: FieldBox }>`
  position: fixed;
  z-index: ${PANEL_LAYER};
  top: ${({ $box }) => Math.round($box.bottom) + 8}px;
  overflow-y: auto;
  overscroll-behavior: contain;
  background: ${tokens.color.surface};
  color: ${tokens.color.ink};
  /* The keyboard of a phone covers the lower half. */
  ${media.below701} {
    inset-inline: 0;
    bottom: var(--status-bar-height, 0px);
    padding: 4px 8px 45dvh;
    border-top: 1px solid ${tokens.color.line};
  }
  ${media.from701} {
    left: ${({ $box }) => Math.round($box.left)}px;
    width: ${({ $box }) => Math.round($box.width)}px;
    max-height: calc(100dvh - ${({ $box }) => Math.round($box.bottom) + 24}px - var(--status-bar-height, 0px));
    padding: 8px;
    border-radius: ${tokens.radius.card};
    box-shadow: ${tokens.color.e3};
    ${forcedColorsBorder}
  }
`;

export const SectionTitle = styled.div`
  ${textStyles.caption}
  padding: 12px 12px 4px;
  font-weight: 600;
  color: ${tokens.color.ink2};
`;

/** Row of the search panel, at least 61 px high (S1§9). */
export const PanelRow = styled.div<{ readonly $isActive: boolean }>`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 61px;
  padding: 8px 12px;
  border-radius: ${tokens.radius.control};
  cursor: pointer;
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
  ${({ $isActive }) =>
    $isActive &&
    css`
      &,
      &:hover {
        background: ${tokens.color.plumTint};
        color: ${tokens.color.onPlumTint};
      }
      span {
        color: inherit;
      }
    `}
  ${media.forced} {
    ${({ $isActive }) => $isActive && 'outline: 2px solid Highlight;'}
  }
`;

/** Icon or drawing at the start of a row in the search panel. */
export const RowIcon = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  border-radius: 12px;
  background: ${tokens.color.sunken};
  color: ${tokens.color.ink2};
`;

/** Title and second line of a row in the search panel; long names wrap. */
export const RowTextColumn = styled.div`
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
`;

/** Drawing of a dish or a restaurant, in the same size as in the list of dishes. */
export const RowDrawing = styled(RowIcon)`
  background: ${tokens.color.plumTint};
  @media (forced-colors: active) {
    border: 1px solid;
  }
`;

/** Name of a search result, with its price at the end of the line. */
export const RowTitle = styled.span`
  ${textStyles.label}
  font-weight: 550;
  display: flex;
  align-items: flex-end;
  justify-content: space-between;
  gap: 6px;
`;

/** Part of a result's name that matches the search text: emphasized by weight, not by colour. */
export const MatchingText = styled.b`
  display: inline;
  font-weight: 750;
`;

/** Distance and status of a search result. */
export const RowDetails = styled.div`
  ${textStyles.caption}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 10px;
  color: ${tokens.color.ink2};
  p {
    font: inherit;
    font-weight: 600;
  }
  /* The way stands first in its line here: no dot before it. */
  > span {
    padding-left: 0;
  }
  > span::before {
    display: none;
  }
`;

/** Second line of a search result: the address, or the effect of choosing the entry. */
export const RowSubtitle = styled.span`
  ${textStyles.caption}
  display: block;
  color: ${tokens.color.ink2};
`;

/** Price at the right edge of a search result. */
export const RowPrice = styled.span`
  ${textStyles.digits}
  flex: none;
  max-width: 45%;
  font-weight: 600;
  text-align: right;
`;

/** Button that removes a recent search. Only pointers use it; keyboard users press Delete. */
export const RemoveButton = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  margin-right: -8px;
  border-radius: ${tokens.radius.small};
  color: ${tokens.color.ink2};
  ${media.hover} {
    &:hover {
      background: ${tokens.color.sunken};
    }
  }
`;

/** Line that shows the progress of the search, or the reason why the panel is empty. */
export const PanelStatus = styled.p`
  ${textStyles.small}
  padding: 14px 12px;
  color: ${tokens.color.ink2};
  &:empty {
    display: none;
  }
`;

/** Message that replaces the results of a search without results. */
export const NoResultsMessage = styled.p`
  ${textStyles.small}
  display: grid;
  justify-items: center;
  gap: 6px;
  padding: 20px 16px 12px;
  text-align: center;
  color: ${tokens.color.ink2};
  overflow-wrap: anywhere;
  strong {
    ${textStyles.h3} color: ${tokens.color.ink};
  }
`;

/** Drawing of an almost empty plate above the message that a search has no results. */
export const PlateDrawing = styled.span`
  display: grid;
  place-items: center;
  width: 96px;
  height: 96px;
  margin-bottom: 8px;
  border-radius: 50%;
  background: ${tokens.color.surface};
  box-shadow:
    inset 0 0 0 1px ${tokens.color.line},
    inset 0 0 0 15px ${tokens.color.sunken};
  @media (forced-colors: active) {
    border: 1px solid;
  }
`;

/** Credit for the source of the location names, which its licence requires. */
export const OsmCredit = styled.p`
  ${textStyles.caption}
  padding: 4px 12px 8px;
  color: ${tokens.color.ink2};
`;

import styled from 'styled-components';
import { forcedColorsBorder, media, textStyles, tokens } from '../theme/tokens';

/** Mark of the user's position on the map. It is centred on the origin of its parent. */
export const MapPosition = styled.span.attrs({ 'aria-hidden': true })`
  position: absolute;
  width: 20px;
  height: 20px;
  border-radius: 50%;
  transform: translate(-50%, -50%);
  /* The position lies above the markers, which stay pressable below it. */
  pointer-events: none;
  background: ${tokens.color.mapMe};
  box-shadow:
    0 0 0 3px #fff,
    0 0 0 10px rgb(42 111 219 / 18%),
    ${tokens.color.e2};
  ${media.forced} {
    border: 4px solid Highlight;
  }
`;

/** Buttons over the map: at the bottom right, on phones at the top. */
export const MapControls = styled.div`
  position: absolute;
  right: 12px;
  top: 16px;
  z-index: ${tokens.layer.mapControls};
  display: grid;
  gap: 10px;
  ${media.from701} {
    right: 16px;
    top: auto;
    bottom: 16px;
  }
`;

/** Group of icon buttons on one common surface. */
export const MapControlGroup = styled.div`
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e2};
  ${forcedColorsBorder}
  overflow: hidden;
  > button {
    border-radius: 0;
  }
  > button + button {
    border-top: 1px solid ${tokens.color.line};
  }
  > button:focus-visible {
    outline-offset: -3px;
  }
`;

/** Row above the map for the button that searches the visible area. */
export const MapTopArea = styled.div`
  position: absolute;
  left: 68px;
  right: 68px;
  top: 16px;
  z-index: ${tokens.layer.mapControls};
  display: flex;
  justify-content: center;
  pointer-events: none;
  > * {
    pointer-events: auto;
  }
`;

/** Pill-shaped button over the map. */
export const MapPill = styled.button.attrs({ type: 'button' })`
  ${textStyles.small}
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  padding: 0 18px 0 14px;
  border-radius: ${tokens.radius.full};
  font-weight: 600;
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e3};
  ${forcedColorsBorder}
`;

/** Area for content along the map's lower edge; on phones it is above the button that switches between list and map. */
export const MapFooter = styled.div`
  position: absolute;
  left: 12px;
  right: 12px;
  bottom: calc(78px + env(safe-area-inset-bottom));
  z-index: ${tokens.layer.mapControls};
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  pointer-events: none;
  > * {
    pointer-events: auto;
  }
  ${media.from701} {
    right: 72px;
    bottom: 12px;
  }
`;

/**
 * Number of restaurants on the map, in the middle of the area at its lower edge: a text, or a button that zooms to the
 * restaurants.
 */
export const MapCount = styled.div`
  ${textStyles.small}
  justify-self: center;
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 8px;
  min-height: 36px;
  padding: 4px 14px;
  border-radius: ${tokens.radius.full};
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e2};
  > b {
    font-weight: 600;
  }
  > span {
    color: ${tokens.color.ink2};
  }
`;

/** Copyright notice of the map data, in the area at the map's lower edge. */
export const MapAttribution = styled.div`
  justify-self: start;
  padding: 2px 7px;
  border-radius: ${tokens.radius.tag};
  font-size: 0.6875rem;
  line-height: 1rem;
  background: ${tokens.color.surface};
  color: ${tokens.color.ink2};
  > a {
    text-decoration: underline;
  }
`;

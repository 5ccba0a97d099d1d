import { media, tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';

/** The map's box with what Leaflet needs of its own style sheet, for this box alone, and the background in our colours. */
export const MapBox = styled.div`
  position: absolute;
  inset: 0;
  overflow: hidden;
  background: ${tokens.color.mapLand};
  user-select: none;
  -webkit-tap-highlight-color: transparent;
  &.leaflet-touch-drag.leaflet-touch-zoom { touch-action: none; }
  &.leaflet-grab { cursor: grab; }
  &.leaflet-dragging, &.leaflet-dragging .leaflet-grab { cursor: grabbing; }
  &:focus-visible { outline: 3px solid ${tokens.color.plumText}; outline-offset: -3px; }

  .leaflet-pane, .leaflet-tile, .leaflet-tile-container, .leaflet-layer, .leaflet-image-layer, .leaflet-zoom-box, .map-anchor {
    position: absolute;
    left: 0;
    top: 0;
  }
  .leaflet-tile-pane { z-index: 200; pointer-events: none; }
  .leaflet-overlay-pane { z-index: 400; pointer-events: none; }
  .leaflet-marker-pane { z-index: 600; }
  .leaflet-overlay-pane svg, .leaflet-tile-pane svg { max-width: none; overflow: visible; }
  .leaflet-tile-pane svg { position: absolute; left: 0; top: 0; z-index: 2; }
  .leaflet-zoom-box { width: 0; height: 0; z-index: 800; border: 2px dotted ${tokens.color.ink3}; background: ${tokens.color.surface}; opacity: 0.5; }
  .leaflet-zoom-animated { transform-origin: 0 0; }
  .leaflet-zoom-anim .leaflet-zoom-animated {
    will-change: transform;
    transition: transform ${tokens.duration.camera} ${tokens.curve.in};
    ${media.reducedMotion} { transition: none; }
  }
  .leaflet-pan-anim .leaflet-tile { transition: none; }

  /* A cloth, so that nobody takes it for streets. */
  .leaflet-tile {
    background:
      linear-gradient(90deg, ${tokens.color.mapBlock} 50%, transparent 50%) 0 0 / 64px 64px,
      linear-gradient(${tokens.color.mapBlock} 50%, transparent 50%) 0 0 / 64px 64px;
    opacity: 0.5;
  }
  /* Where streets are drawn, the land needs no cloth. */
  .leaflet-tile-pane:has(svg) .leaflet-tile { background: none; }
`;

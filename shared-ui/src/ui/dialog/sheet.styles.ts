import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styled, { css, keyframes } from 'styled-components';
import { forcedColorsBorder, media, textStyles, tokens } from '../theme/tokens';

/** Animation that slides an element up from the lower edge. */
export const riseAnimation = keyframes`
  from { transform: translateY(100%); }
`;

const settleAnimation = keyframes`
  from { opacity: 0; transform: translateY(16px); }
`;

/** Animation that fades an element in. It replaces movements for users who prefer reduced motion. */
export const appearAnimation = keyframes`
  from { opacity: 0; }
`;

/** Dark layer that covers the page while a sheet is open. */
export const ScrimArea = styled(ModalOverlay)<{
  readonly $layer: number;
  readonly $place?: SheetPlace | null | undefined;
}>`
  position: fixed;
  inset: 0;
  z-index: ${({ $layer }) => $layer - 1};
  height: calc(var(--visual-viewport-height, 100dvh) - var(--status-bar-height, 0px));
  background: ${({ $place = null }) => ($place === null ? tokens.color.scrim : 'none')};
  animation: ${appearAnimation} ${tokens.duration.swap} linear;
`;

/**
 * Hides react-aria's own invisible dismiss button if a visible close button has the same name, because screen readers
 * would read out both.
 */
export const hiddenDismissStyle = css`
  > div:first-child {
    display: none;
  }
`;

const MAX_WIDTH_BY_SIZE = { regular: '600px', wide: '1040px' } as const;

/** Width of a sheet in windows that have space for dialogs: `regular` 600 px, `wide` 1040 px. */
export type SheetSize = keyof typeof MAX_WIDTH_BY_SIZE;

/** Position and width of a sheet in the window, in px; the sheet extends to the lower edge. */
export interface SheetPlace {
  readonly top: number;
  readonly left: number;
  readonly width: number;
}

// Style of a sheet with a given position. The rules use the same media query as the dialog's rules: they come later, so
// they override them.
const placedStyle = ({ top, left, width }: SheetPlace) => css`
  ${media.from701} {
    inset: auto auto 0;
    top: ${top}px;
    left: ${left}px;
    width: ${width}px;
    height: auto;
    max-height: none;
    margin: 0;
    border-radius: 0;
    box-shadow: none;
    --gutter: 20px;
    animation-name: ${appearAnimation};
    footer {
      border-radius: ${tokens.radius.card} ${tokens.radius.card} 0 0;
    }
  }
`;

/** Sheet at the lower edge of phones, otherwise a centred dialog. */
export const SheetFrame = styled(Modal)<{ readonly $size: SheetSize; readonly $place?: SheetPlace | null | undefined }>`
  ${hiddenDismissStyle}
  position: absolute;
  inset: 12px 0 0;
  display: flex;
  overflow: hidden;
  border-radius: ${tokens.radius.sheet} ${tokens.radius.sheet} 0 0;
  background: ${tokens.color.bg};
  box-shadow: ${tokens.color.e3};
  ${forcedColorsBorder}
  --gutter: 20px;
  animation: ${riseAnimation} ${tokens.duration.sheetIn} ${tokens.curve.in};
  ${media.from600} {
    inset-inline: max(0px, (100% - 600px) / 2);
  }
  ${media.from701} {
    inset: 0;
    width: min(${({ $size }) => MAX_WIDTH_BY_SIZE[$size]}, 100% - 64px);
    height: fit-content;
    max-height: calc(100% - 64px);
    margin: auto;
    border-radius: ${tokens.radius.dialog};
    --gutter: 28px;
    animation-name: ${settleAnimation};
  }
  ${({ $place = null }) => $place && placedStyle($place)}
  ${media.reducedMotion} {
    animation-name: ${appearAnimation};
  }
`;

// Fades out the content at the lower edge of a sheet without buttons there, to show that there is more content below.
const lowerFadeStyle = css`
  ${media.from850} {
    &::after {
      content: '';
      position: absolute;
      inset: auto 0 0;
      height: 44px;
      background: linear-gradient(transparent, ${tokens.color.bg});
      pointer-events: none;
    }
  }
`;

/** Body of a sheet. It gets the focus when the sheet opens. */
export const SheetBody = styled(Dialog)<{ readonly $hasFade: boolean }>`
  ${({ $hasFade }) => $hasFade && lowerFadeStyle}
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  position: relative;
  outline: none;
  ${media.low} {
    display: block;
    overflow-y: auto;
  }
`;

/** Decorative handle at the top of a sheet, only on phones. */
export const GrabHandle = styled.span.attrs({ 'aria-hidden': true })<{ readonly $isOnMedia: boolean }>`
  position: absolute;
  z-index: 3;
  left: 50%;
  top: 8px;
  width: 36px;
  height: 4px;
  margin-left: -18px;
  border-radius: 2px;
  background: ${({ $isOnMedia }) => ($isOnMedia ? '#fff' : tokens.color.lineStrong)};
  opacity: ${({ $isOnMedia }) => ($isOnMedia ? 0.92 : 0.7)};
  ${({ $isOnMedia }) => $isOnMedia && 'box-shadow: 0 0 0 1px rgb(35 22 29 / 25%);'}
  ${media.from701} {
    display: none;
  }
`;

/** Head of a sheet: optional back button, title and close button. The head stays visible while the content scrolls. */
// The minimum height is that of a button, because some states have no button.
export const SheetHead = styled.header<{ readonly $hasBack?: boolean }>`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  padding: 18px 8px 10px ${({ $hasBack = false }) => ($hasBack ? '8px' : '20px')};
  > div {
    flex: 1;
    min-width: 0;
    min-height: 44px;
    padding-top: 8px;
  }
  ${media.from701} {
    padding: 20px 16px 10px ${({ $hasBack = false }) => ($hasBack ? '16px' : '28px')};
  }
`;

// Height of the head over a picture: two lines of the title with padding, 56 px in the default font size. It is also
// given in rem, because the title grows with the user's font size.
const MEDIA_HEAD_HEIGHT = 'calc(max(44px, 2.625rem) + 12px)';

// Keeps a focused element from being scrolled under the head of the sheet and the sticky tabs.
const belowHeadStyle = css`
  --sheet-head: ${MEDIA_HEAD_HEIGHT};
  scroll-padding-top: calc(var(--sheet-head) + 60px);
  @media (max-height: 420px) {
    scroll-padding-top: var(--sheet-head);
  }
`;

/** Scrolling area of a sheet. `$hasHead`: a head with buttons covers its upper edge. */
// In low windows, head and buttons would leave no space for the content, so the whole sheet scrolls.
export const SheetScroll = styled.div<{ readonly $hasHead?: boolean }>`
  ${({ $hasHead = false }) => $hasHead && belowHeadStyle}
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
  scrollbar-color: ${tokens.color.lineStrong} transparent;
  &:focus-visible {
    outline-offset: -3px;
  }
  ${media.low} {
    overflow: visible;
  }
`;

/** Content of a sheet; if `$isPadded`, with the sheet's margins at the sides. */
export const SheetContent = styled.div<{ readonly $isPadded: boolean }>`
  padding: ${({ $isPadded }) => ($isPadded ? '2px var(--gutter) 28px' : '0 0 28px')};
`;

/** Area for a picture at the top of a sheet; the picture scrolls away with the content. */
export const SheetMedia = styled.div`
  position: relative;
  height: 104px;
  overflow: hidden;
  ${media.from701} {
    height: 132px;
  }
`;

const scrolledHeadStyle = css`
  background: ${tokens.color.bg};
  > button:first-of-type {
    order: 1;
  }
  > button {
    background: none;
    box-shadow: none;
  }
`;

/**
 * Head over the picture of a sheet: close button on the left, further buttons on the right. `$isPast`: the picture has
 * scrolled away; the head then shows the title on the left and all buttons on the right.
 */
// Only the buttons of the head react to presses, so that the user can press the picture between them.
export const MediaHead = styled.div<{ readonly $isPast: boolean }>`
  position: sticky;
  top: 0;
  z-index: ${tokens.layer.sticky + 1};
  display: flex;
  align-items: center;
  height: var(--sheet-head);
  margin-bottom: calc(-1 * var(--sheet-head));
  padding: 12px 12px 0;
  pointer-events: none;
  > button {
    pointer-events: auto;
  }
  ${({ $isPast }) => $isPast && scrolledHeadStyle}
`;

/** Title over the picture of a sheet: at most two lines, because the content's heading shows the full title. */
export const MediaTitle = styled.div<{ readonly $isShown: boolean }>`
  ${textStyles.h3}
  visibility: ${({ $isShown }) => ($isShown ? 'visible' : 'hidden')};
  flex: 1;
  min-width: 0;
  padding: 0 8px;
  font-size: 1.0625rem;
  line-height: 1.3125rem;
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
`;

/** Area at the lower edge of a sheet for the main action. */
// The area hides itself while its content renders nothing, for example an empty cart inside of its container.
export const SheetDock = styled.footer`
  position: relative;
  z-index: 2;
  padding: 12px 16px calc(20px + env(safe-area-inset-bottom));
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.eSticky};
  &:not(:has(:not([data-holder]))) {
    display: none;
  }
`;

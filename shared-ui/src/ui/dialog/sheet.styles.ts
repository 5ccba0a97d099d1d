import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styled, { css, keyframes } from 'styled-components';
import { forcedEdge, media, textStyles, tokens } from '../theme/tokens';

/** Comes up from the lower edge. */
export const rise = keyframes`
  from { transform: translateY(100%); }
`;

const settle = keyframes`
  from { opacity: 0; transform: translateY(16px); }
`;

/** Fades in; what moves does this instead where less motion is asked for. */
export const appear = keyframes`
  from { opacity: 0; }
`;

/** The scrim: everything behind it is inert. */
export const Scrim = styled(ModalOverlay)<{ readonly $layer: number; readonly $place?: SheetPlace | null | undefined }>`
  position: fixed;
  inset: 0;
  z-index: ${({ $layer }) => $layer - 1};
  height: var(--visual-viewport-height, 100dvh);
  background: ${({ $place = null }) => ($place === null ? tokens.color.scrim : 'none')};
  animation: ${appear} ${tokens.duration.swap} linear;
`;

/** Hides react-aria's own dismiss button where a visible one says the same: two of one name would be one too many. */
export const withoutHiddenDismiss = css`
  > div:first-child {
    display: none;
  }
`;

const WIDTHS = { regular: '600px', wide: '1040px' } as const;

/** `regular` 600, `wide` 1040 px where the window has room for dialogs. */
export type SheetSize = keyof typeof WIDTHS;

/** Where a sheet begins in the window, and how wide it is, px; it reaches down to the lower edge. */
export interface SheetPlace {
  readonly top: number;
  readonly left: number;
  readonly width: number;
}

// In the dialog's media query, whose rules come behind all others.
const inPlace = ({ top, left, width }: SheetPlace) => css`
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
    animation-name: ${appear};
    footer {
      border-radius: ${tokens.radius.card} ${tokens.radius.card} 0 0;
    }
  }
`;

/** A sheet from the lower edge on phones, a centred dialog else. */
export const SheetFrame = styled(Modal)<{ readonly $size: SheetSize; readonly $place?: SheetPlace | null | undefined }>`
  ${withoutHiddenDismiss}
  position: absolute;
  inset: 12px 0 0;
  display: flex;
  overflow: hidden;
  border-radius: ${tokens.radius.sheet} ${tokens.radius.sheet} 0 0;
  background: ${tokens.color.bg};
  box-shadow: ${tokens.color.e3};
  ${forcedEdge}
  --gutter: 20px;
  animation: ${rise} ${tokens.duration.sheetIn} ${tokens.curve.in};
  ${media.from600} {
    inset-inline: max(0px, (100% - 600px) / 2);
  }
  ${media.from701} {
    inset: 0;
    width: min(${({ $size }) => WIDTHS[$size]}, 100% - 64px);
    height: fit-content;
    max-height: calc(100% - 64px);
    margin: auto;
    border-radius: ${tokens.radius.dialog};
    --gutter: 28px;
    animation-name: ${settle};
  }
  ${({ $place = null }) => $place && inPlace($place)}
  ${media.reducedMotion} {
    animation-name: ${appear};
  }
`;

// Says that there is more below, where no dock ends the page.
const lowerFade = css`
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

/** What takes the focus when the sheet opens. */
export const SheetBody = styled(Dialog)<{ readonly $hasFade: boolean }>`
  ${({ $hasFade }) => $hasFade && lowerFade}
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

/** The grab of a phone's sheet. */
export const Grab = styled.span.attrs({ 'aria-hidden': true })<{ readonly $isOnMedia: boolean }>`
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

/** Title and close button, a way back before them; stays while the content scrolls. */
// As high as a button beside it, which not every state has.
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

// 56 px: two lines of the title. In rem besides, so that larger letters have room.
const MEDIA_HEAD = 'calc(max(44px, 2.625rem) + 12px)';

// Whatever the focus comes to is to be seen below the head and the tabs that stick to it.
const belowHead = css`
  --sheet-head: ${MEDIA_HEAD};
  scroll-padding-top: calc(var(--sheet-head) + 60px);
  @media (max-height: 420px) {
    scroll-padding-top: var(--sheet-head);
  }
`;

/** What scrolls; `$hasHead`: below a MediaHead. */
// With head and dock around it there would be no room left: all of the sheet scrolls.
export const SheetScroll = styled.div<{ readonly $hasHead?: boolean }>`
  ${({ $hasHead = false }) => $hasHead && belowHead}
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

/** Content at the sheet's own gutters. */
export const SheetContent = styled.div<{ readonly $isPadded: boolean }>`
  padding: ${({ $isPadded }) => ($isPadded ? '2px var(--gutter) 28px' : '0 0 28px')};
`;

/** The picture on top. */
export const SheetMedia = styled.div`
  position: relative;
  height: 104px;
  overflow: hidden;
  ${media.from701} {
    height: 132px;
  }
`;

const headOfContent = css`
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
 * Buttons on the picture, close left, the rest right. `$isPast`: what stays of it, the title left, all buttons right.
 */
// Between the buttons the media below can be pressed.
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
  ${({ $isPast }) => $isPast && headOfContent}
`;

/** The title in its head: two lines at most, for the heading has it whole. */
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

/** The way on, at the sheet's lower edge. */
// What is to stand here may have nothing to show: an empty cart, in what holds it.
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

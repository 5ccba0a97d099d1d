import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { IconButton } from '../button';
import { H3, Small, uiText } from '../text';
import { forcedColorsBorder, media, tokens } from '../theme/tokens';
import { appearAnimation, GrabHandle, riseAnimation } from './sheet.styles';

interface LowSheetProps {
  /** Title of the sheet, and its name for assistive technology. */
  readonly title: string;
  /** Sentence below the title of the sheet. */
  readonly text: string;
  /** Icon or picture left of the sheet's title. */
  readonly emblem?: ReactNode;
  /**
   * True for a sheet that the user has opened: the sheet takes the focus. False for a sheet that opens by itself: the
   * focus doesn't move.
   */
  readonly wantsFocus: boolean;
  /** Called by the close button, Escape, and a swipe downwards. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Creates the container of the sheet in front of the page, so that Tab and screen readers reach the sheet before the
 * long list. By the container's attribute, the page's styles reserve space below the list and hide the button that
 * switches between list and map.
 */
const createSheetContainer = (): HTMLElement => {
  const containerElement = document.createElement('div');
  containerElement.dataset.lowSheet = '';
  return containerElement;
};

const useContainerBeforePage = (): HTMLElement => {
  const [containerElement] = useState(createSheetContainer);
  useLayoutEffect(() => {
    document.body.prepend(containerElement);
    return () => containerElement.remove();
  }, [containerElement]);
  return containerElement;
};

const isFromTextField = ({ target }: Event): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/**
 * Calls `onClose` when the user presses Escape, wherever the focus is, unless the user is typing or another element has
 * handled the key.
 */
const useEscapeKey = (onClose: () => void): void => {
  const closeSheet = useEffectEvent(onClose);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isFromTextField(event)) closeSheet();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
};

const MIN_PULL_PX = 40;

const usePullToClose = (onClose: () => void) => {
  const dragStartY = useRef<number | null>(null);
  return {
    onPointerDown: ({ clientY }: PointerEvent) => {
      dragStartY.current = clientY;
    },
    onPointerUp: ({ clientY }: PointerEvent) => {
      if (dragStartY.current !== null && clientY - dragStartY.current > MIN_PULL_PX) onClose();
      dragStartY.current = null;
    },
  };
};

/**
 * Low sheet at the lower edge of a phone. It isn't modal: the page above stays visible and usable. It is open as long
 * as the component is rendered.
 */
export const LowSheet = ({ title, text, emblem, wantsFocus, onClose, children }: LowSheetProps) => {
  const containerElement = useContainerBeforePage();
  const id = useId();
  const sheetElement = useRef<HTMLDivElement>(null);
  const pullHandlers = usePullToClose(onClose);
  useEscapeKey(onClose);
  useEffect(() => {
    if (wantsFocus) sheetElement.current?.focus({ preventScroll: true });
  }, [wantsFocus]);
  return createPortal(
    <LowSheetFrame
      ref={sheetElement}
      role="dialog"
      tabIndex={-1}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
    >
      <GrabHandle $isOnMedia={false} />
      <LowSheetHead {...pullHandlers}>
        {emblem}
        <div>
          <H3 as="h2" id={`${id}title`}>
            {title}
          </H3>
          <Small id={`${id}text`} $tone="quiet">
            {text}
          </Small>
        </div>
        <IconButton label={uiText('Close')} icon={X} onClick={onClose} />
      </LowSheetHead>
      {children}
    </LowSheetFrame>,
    containerElement,
  );
};

// Frame of the low sheet. It lies below an open search, because the search covers the list too.
const LowSheetFrame = styled.div`
  position: fixed;
  inset: auto 0 var(--status-bar-height, 0px);
  z-index: ${tokens.layer.topBar - 1};
  display: grid;
  gap: 14px;
  max-height: 40dvh;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: 20px 16px calc(16px + env(safe-area-inset-bottom));
  border-radius: ${tokens.radius.sheet} ${tokens.radius.sheet} 0 0;
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e3};
  animation: ${riseAnimation} ${tokens.duration.sheetIn} ${tokens.curve.in};
  ${media.reducedMotion} {
    animation-name: ${appearAnimation};
  }
  ${media.from600} {
    inset-inline: max(0px, (100% - 600px) / 2);
  }
  &:focus {
    outline: none;
  }
  ${forcedColorsBorder}
`;

const LowSheetHead = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 12px;
  touch-action: none;
  > div {
    flex: 1;
    min-width: 0;
  }
  > button {
    margin: -8px -8px 0 0;
  }
`;

import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Icon } from './art/art';
import type { IconSource } from './art/art';
import { forcedColorsBorder, tokens } from './theme/tokens';

interface StatusBarProps {
  readonly icon: IconSource;
  readonly children: ReactNode;
}

/**
 * CSS variable with the height of the bar, set while the bar is there. Everything that reaches to the lower edge of the
 * window ends this far above it.
 */
const HEIGHT_VARIABLE = '--status-bar-height';

const usePublishedHeight = () => {
  const elementRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = elementRef.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const publishHeight = (): void => style.setProperty(HEIGHT_VARIABLE, `${element.offsetHeight}px`);
    publishHeight();
    const observer = typeof ResizeObserver === 'function' ? new ResizeObserver(publishHeight) : null;
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      style.removeProperty(HEIGHT_VARIABLE);
    };
  }, []);
  return elementRef;
};

/**
 * Bar at the lower edge of the window with a state that lasts. Unlike a message (snackbar) it covers nothing: the page
 * and all sheets end above it. The caller renders the live region around it.
 */
export const StatusBar = ({ icon, children }: StatusBarProps) => (
  <BarFrame ref={usePublishedHeight()}>
    <Icon source={icon} size={18} />
    <BarText>{children}</BarText>
  </BarFrame>
);

const BarFrame = styled.div`
  position: fixed;
  inset: auto 0 0;
  z-index: ${tokens.layer.snackbar};
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  padding: 6px 16px calc(6px + env(safe-area-inset-bottom));
  font-size: 0.875rem;
  line-height: 1.25rem;
  font-weight: 500;
  background: ${tokens.color.inverse};
  color: ${tokens.color.onInverse};
  ${forcedColorsBorder}
`;

const BarText = styled.span`
  min-width: 0;
  overflow-wrap: anywhere;
`;

import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import styled, { css, keyframes } from 'styled-components';
import { Icon } from '../art/art';
import type { IconSource } from '../art/art';
import { useOverlayEntry } from '../overlay-entry';
import { forcedColorsBorder, media, textStyles, tokens } from '../theme/tokens';

/** Action in the list that the plus button opens. */
export interface SpeedDialEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: IconSource;
  readonly onSelect: () => void;
}

interface SpeedDialProps {
  /** Name of the plus button: „Neu“. */
  readonly label: string;
  readonly entries: readonly SpeedDialEntry[];
}

/**
 * Plus button at the lower edge of a sheet that opens a list of actions. The list closes on Escape, on Back, on a press
 * outside, and when Tab moves the focus out of it. The content of the sheet needs 96 px of free space at its end.
 */
export const SpeedDial = ({ label, entries }: SpeedDialProps) => {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const discButton = useRef<HTMLButtonElement>(null);
  const entryList = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (isOpen) entryList.current?.querySelector('button')?.focus();
  }, [isOpen]);
  const closeList = (): void => setIsOpen(false);
  useOverlayEntry(isOpen ? 'overlay' : 'none', closeList);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    // Escape must close only the list, not the sheet below.
    event.stopPropagation();
    closeList();
    discButton.current?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) closeList();
  };
  const selectEntry =
    ({ onSelect }: SpeedDialEntry) =>
    (): void => {
      // The plus button gets the focus before the action runs. If the action opens a dialog, the dialog later returns
      // the focus to this button.
      discButton.current?.focus();
      closeList();
      onSelect();
    };
  return (
    <>
      {isOpen && <Backdrop aria-hidden="true" onClick={closeList} />}
      <SpeedDialFrame $isOpen={isOpen} onKeyDown={onKeyDown} onBlur={onBlur}>
        {isOpen && (
          <EntryList ref={entryList} id={id}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <EntryButton type="button" onClick={selectEntry(entry)}>
                  <EntryLabel>{entry.label}</EntryLabel>
                  <EntryDisc>
                    <Icon source={entry.icon} size={22} />
                  </EntryDisc>
                </EntryButton>
              </li>
            ))}
          </EntryList>
        )}
        <DiscButton
          ref={discButton}
          type="button"
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          $isOpen={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon source={Plus} size={26} />
        </DiscButton>
      </SpeedDialFrame>
    </>
  );
};

const appearAnimation = keyframes`
  from { opacity: 0; }
`;

// Darkened area behind the open list. It covers the whole sheet, because the scrolling content isn't a positioned
// ancestor.
const Backdrop = styled.div`
  position: absolute;
  inset: 0;
  z-index: ${tokens.layer.sticky + 1};
  background: ${tokens.color.scrim};
  animation: ${appearAnimation} ${tokens.duration.swap} linear;
  // In low windows the actions stand at the end of the content, where the keyboard focus reaches them.
  ${media.low} {
    display: none;
  }
`;

const SpeedDialFrame = styled.div<{ readonly $isOpen: boolean }>`
  position: absolute;
  right: 16px;
  bottom: calc(20px + env(safe-area-inset-bottom));
  z-index: ${tokens.layer.sticky + 2};
  display: grid;
  justify-items: end;
  gap: 16px;
  pointer-events: none;
  button {
    pointer-events: auto;
  }
  ${media.low} {
    position: ${({ $isOpen }) => ($isOpen ? 'static' : 'sticky')};
  }
`;

const EntryList = styled.ul`
  display: grid;
  justify-items: end;
  gap: 12px;
  padding-right: 4px;
  animation: ${appearAnimation} ${tokens.duration.swap} linear;
`;

const discStyle = css`
  display: grid;
  place-items: center;
  flex: none;
  border-radius: 50%;
  box-shadow: ${tokens.color.e2};
  ${forcedColorsBorder}
`;

const DiscButton = styled.button<{ readonly $isOpen: boolean }>`
  ${discStyle}
  width: 56px;
  height: 56px;
  background: ${tokens.color.plum};
  color: ${tokens.color.onPlum};
  ${media.hover} {
    &:hover {
      background: ${tokens.color.plumHover};
    }
  }
  > svg {
    transition: transform ${tokens.duration.swap} ${tokens.curve.in};
  }
  ${({ $isOpen }) =>
    $isOpen &&
    css`
      > svg {
        transform: rotate(45deg);
      }
    `}
  ${media.reducedMotion} {
    > svg {
      transition: none;
    }
  }
`;

const EntryButton = styled.button`
  display: flex;
  align-items: center;
  gap: 12px;
  border-radius: ${tokens.radius.full};
`;

const EntryLabel = styled.span`
  ${textStyles.label}
  padding: 10px 14px;
  border-radius: 12px;
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e2};
  ${forcedColorsBorder}
`;

const EntryDisc = styled.span`
  ${discStyle}
  width: 48px;
  height: 48px;
  background: ${tokens.color.surface};
  color: ${tokens.color.plumText};
`;

import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import styled, { css, keyframes } from 'styled-components';
import { Icon } from '../art/art';
import type { IconSource } from '../art/art';
import { forcedEdge, media, textStyles, tokens } from '../theme/tokens';

/** Action of a SpeedDial. */
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
 * Plus button at the lower edge of a sheet that opens a list of actions. The list closes on Escape, on a press outside,
 * and when Tab moves the focus out of it. The content of the sheet needs 96 px of free space at its end.
 */
export const SpeedDial = ({ label, entries }: SpeedDialProps) => {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const disc = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (isOpen) list.current?.querySelector('button')?.focus();
  }, [isOpen]);
  const close = (): void => setIsOpen(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    // Escape must close only the list, not the sheet below.
    event.stopPropagation();
    close();
    disc.current?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
  };
  const select =
    ({ onSelect }: SpeedDialEntry) =>
    (): void => {
      // Focuses the plus button before the action runs: if the action opens a dialog, the dialog later returns the
      // focus to this button.
      disc.current?.focus();
      close();
      onSelect();
    };
  return (
    <>
      {isOpen && <Veil aria-hidden="true" onClick={close} />}
      <Dial $isOpen={isOpen} onKeyDown={onKeyDown} onBlur={onBlur}>
        {isOpen && (
          <Entries ref={list} id={id}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <Entry type="button" onClick={select(entry)}>
                  <Words>{entry.label}</Words>
                  <SmallDisc>
                    <Icon source={entry.icon} size={22} />
                  </SmallDisc>
                </Entry>
              </li>
            ))}
          </Entries>
        )}
        <Disc
          ref={disc}
          type="button"
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          $isOpen={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon source={Plus} size={26} />
        </Disc>
      </Dial>
    </>
  );
};

const appear = keyframes`
  from { opacity: 0; }
`;

// The veil covers the whole sheet, because the scrolling content isn't a positioned ancestor.
const Veil = styled.div`
  position: absolute;
  inset: 0;
  z-index: ${tokens.layer.sticky + 1};
  background: ${tokens.color.scrim};
  animation: ${appear} ${tokens.duration.swap} linear;
  // There the ways stand at the end of the content, where the focus leads.
  ${media.low} {
    display: none;
  }
`;

const Dial = styled.div<{ readonly $isOpen: boolean }>`
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

const Entries = styled.ul`
  display: grid;
  justify-items: end;
  gap: 12px;
  padding-right: 4px;
  animation: ${appear} ${tokens.duration.swap} linear;
`;

const disc = css`
  display: grid;
  place-items: center;
  flex: none;
  border-radius: 50%;
  box-shadow: ${tokens.color.e2};
  ${forcedEdge}
`;

const Disc = styled.button<{ readonly $isOpen: boolean }>`
  ${disc}
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

const Entry = styled.button`
  display: flex;
  align-items: center;
  gap: 12px;
  border-radius: ${tokens.radius.full};
`;

const Words = styled.span`
  ${textStyles.label}
  padding: 10px 14px;
  border-radius: 12px;
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e2};
  ${forcedEdge}
`;

const SmallDisc = styled.span`
  ${disc}
  width: 48px;
  height: 48px;
  background: ${tokens.color.surface};
  color: ${tokens.color.plumText};
`;

import type { ReactNode } from 'react';
import styled from 'styled-components';
import { textStyles, tokens } from '../theme/tokens';

interface KeyCapProps {
  readonly name: string;
}

/**
 * Drawing of a key of the keyboard. It is visible only on devices that may have a keyboard, and hidden from screen
 * readers, because the text beside it says what the key does.
 */
export const KeyCap = ({ name }: KeyCapProps) => <KeyCapFrame aria-hidden="true">{name}</KeyCapFrame>;

/** Keys of one keyboard command, and a text that says what they do. */
export interface KeyHint {
  readonly keys: readonly string[];
  readonly text: string;
}

interface KeyFooterProps {
  /** Name of the list of keys for assistive technology. */
  readonly label: string;
  readonly hints: readonly KeyHint[];
  /** Further text at the end of the footer. */
  readonly children?: ReactNode;
}

/** Footer of a console with the list of its keyboard commands. */
export const KeyFooter = ({ label, hints, children }: KeyFooterProps) => (
  <FooterBar $hasOnlyKeys={children === undefined}>
    <KeyList aria-label={label}>
      {hints.map(({ keys, text }) => (
        <li key={text}>
          {keys.map((keyName) => (
            <KeyCap key={keyName} name={keyName} />
          ))}
          {text}
        </li>
      ))}
    </KeyList>
    {children}
  </FooterBar>
);

const KeyCapFrame = styled.kbd`
  display: none;
  place-items: center;
  min-width: 24px;
  min-height: 24px;
  padding: 0 5px;
  border: 1px solid currentColor;
  border-radius: ${tokens.radius.tag};
  font: 600 0.75rem/1rem ${tokens.font.body};
  @media (min-width: 1200px), (hover: hover) and (min-width: 850px) {
    display: inline-grid;
  }
`;

// Footer of a console. It is hidden on devices without a keyboard if it contains only keys.
const FooterBar = styled.footer<{ readonly $hasOnlyKeys: boolean }>`
  display: ${({ $hasOnlyKeys }) => ($hasOnlyKeys ? 'none' : 'flex')};
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 8px 18px;
  min-height: 44px;
  padding: 8px 20px;
  background: ${tokens.color.surface};
  border-top: 1px solid ${tokens.color.line};
  @media (min-width: 1200px), (hover: hover) and (min-width: 850px) {
    display: flex;
  }
`;

// List of keyboard commands, which is hidden on devices without a keyboard.
const KeyList = styled.ul`
  ${textStyles.small}
  display: none;
  flex: 1;
  flex-wrap: wrap;
  gap: 6px 18px;
  color: ${tokens.color.ink2};
  > li {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  @media (min-width: 1200px), (hover: hover) and (min-width: 850px) {
    display: flex;
  }
`;

import { tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';

interface KeyCapProps {
  readonly name: string;
}

/**
 * Drawing of a key, shown only on devices that may have a keyboard. Hidden from screen readers, because the text beside
 * it tells the key's effect.
 */
export const KeyCap = ({ name }: KeyCapProps) => <KeyCapFrame aria-hidden="true">{name}</KeyCapFrame>;

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

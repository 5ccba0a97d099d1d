import { styled } from 'styled-components';
import { tokens } from '../../ui';

/** Panel for testers. When it is closed, only a small handle in the corner is visible. */
export const ControlPanel = styled.details`
  position: fixed;
  z-index: 200;
  inset: auto 8px 8px auto;
  max-width: min(340px, calc(100vw - 16px));
  max-height: calc(100vh - 16px);
  overflow: auto;
  padding: 6px 10px;
  font-size: 0.8125rem;
  color: ${tokens.color.ink};
  background: ${tokens.color.surface};
  border: 1px solid ${tokens.color.lineStrong};
  border-radius: ${tokens.radius.small};
  box-shadow: ${tokens.color.e3};

  button {
    min-height: 32px;
    padding: 0 8px;
    font: inherit;
    color: ${tokens.color.plumText};
    background: none;
    border: 1px solid ${tokens.color.line};
    border-radius: 6px;
  }

  &[open] {
    width: 340px;
  }

  &[open] > * + * {
    margin-top: 8px;
  }
`;

/** Row of controls in the panel for testers. */
export const PanelRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  align-items: center;
`;

/** List of the recorded actions of a screen, newest first. */
export const LogList = styled.ol`
  max-height: 160px;
  overflow: auto;
  padding-left: 18px;
  overflow-wrap: anywhere;
`;

import { forcedColorsBorder, media, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import styled, { css } from 'styled-components';

const { color, radius } = tokens;

/**
 * Outline of a control in the panel for testers. It is plum-coloured if its value differs from the page that others
 * get.
 */
const controlStyle = css<{ readonly $isChanged: boolean }>`
  color: ${({ $isChanged }) => ($isChanged ? color.onPlumTint : color.ink)};
  background: ${({ $isChanged }) => ($isChanged ? color.plumTint : color.surface)};
  border: ${({ $isChanged }) => ($isChanged ? `2px solid ${color.plumText}` : `1px solid ${color.lineStrong}`)};
  border-radius: ${radius.control};
`;

/** Panel for testers at the right edge; on phones it fills the window. */
export const PanelFrame = styled.aside`
  position: fixed;
  z-index: ${tokens.layer.blocked + 2};
  inset: 16px 16px 16px auto;
  display: flex;
  flex-direction: column;
  width: min(500px, calc(100vw - 32px));
  overflow: hidden;
  color: ${color.ink};
  background: ${color.bg};
  border-radius: ${radius.sheet};
  box-shadow: ${color.e3};
  ${forcedColorsBorder}
  ${media.below701} {
    inset: 0;
    width: auto;
    border-radius: 0;
  }
`;

/** Head of the panel for testers, in inverse colours, so that nobody takes the panel for a part of the product. */
export const PanelHead = styled.header`
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: 16px;
  padding: 14px 12px 14px 24px;
  color: ${color.onInverse};
  background: ${color.inverse};

  h2 {
    ${textStyles.h3}
    margin: 0;
    outline: none;
  }
  p {
    ${textStyles.small}
    margin: 0;
  }
  button {
    color: inherit;
    &:focus-visible {
      outline-color: ${color.inverseAccent};
    }
  }
`;

/** Scrolling part of the panel for testers. */
export const PanelBody = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
`;

/** Controls that affect the whole page, below those of the single remotes. */
export const PageControls = styled.div`
  display: grid;
  gap: 16px;
  padding: 16px 20px 16px 24px;
`;

/** Foot of the panel with the button that resets everything. It stays visible while the other content scrolls. */
export const PanelFoot = styled.footer`
  padding: 12px 20px 20px 24px;
  background: ${color.bg};
  border-top: 1px solid ${color.line};
`;

/** Part of the panel for testers about one remote. */
export const RemoteSection = styled.section`
  display: grid;
  gap: 10px;
  padding: 14px 20px 16px 24px;
  border-bottom: 1px solid ${color.line};
`;

/** Name, state and switch of a remote. With large text and on narrow phones the state is below the name. */
export const RemoteHead = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 14px;

  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 6px 14px;
    min-width: 0;
  }
  > div > div {
    flex: 1 1 9rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  h3 {
    ${textStyles.body}
    margin: 0;
    font-family: ${tokens.font.body};
    font-weight: 600;
    letter-spacing: 0;
  }
`;

/**
 * Row of controls in the panel for testers. It wraps on narrow phones, so that the first control has enough space for a
 * version.
 */
export const PanelControl = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;

  > * {
    flex: none;
  }
  > :first-child {
    flex: 1 1 13.75rem;
    min-width: 0;
  }
  > :nth-child(2) {
    flex: 1 0 auto;
    max-width: 100%;
  }
`;

/** Frame around a select box, a button that opens choices, or an input, with an icon at its end. */
export const SelectFrame = styled.div<{ readonly $isChanged: boolean }>`
  ${controlStyle}
  ${textStyles.label}
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  min-height: 48px;
  font-variant-numeric: tabular-nums;

  > * {
    grid-row: 1;
    grid-column: 1 / -1;
  }
  > svg {
    grid-column: 2;
    margin-right: 12px;
    pointer-events: none;
  }
  select,
  button,
  input {
    display: flex;
    align-items: center;
    gap: 8px;
    box-sizing: border-box;
    width: 100%;
    min-height: 46px;
    padding: 0 38px 0 14px;
    font: inherit;
    color: inherit;
    background: none;
    border: 0;
    border-radius: inherit;
    appearance: none;
    cursor: pointer;
  }
  select {
    text-overflow: ellipsis;
  }
  input {
    padding-right: 14px;
  }
  option {
    color: ${color.ink};
    background: ${color.surface};
  }
  :focus-visible {
    outline: 2px solid ${color.plumText};
    outline-offset: 2px;
  }
`;

/** Switch with which a tester removes a remote from the page. */
export const SwitchInput = styled.input`
  position: relative;
  flex: none;
  width: 52px;
  height: 32px;
  margin: 6px 0;
  appearance: none;
  background: ${color.lineStrong};
  border-radius: ${radius.full};
  cursor: pointer;
  ${forcedColorsBorder}

  &::after {
    content: '';
    position: absolute;
    inset: 3px auto 3px 3px;
    width: 26px;
    background: ${color.onPlum};
    border-radius: 50%;
    ${media.forced} {
      background: CanvasText;
    }
  }
  &:checked {
    background: ${color.plum};
  }
  &:checked::after {
    inset: 3px 3px 3px auto;
  }
  &:focus-visible {
    outline: 2px solid ${color.plumText};
    outline-offset: 2px;
  }
`;

/** Faults from which a tester can choose, side by side. */
export const FaultChoices = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  margin: 0;
  padding: 4px;
  background: ${color.sunken};
  border: 0;
  border-radius: ${radius.control};
`;

/** Radio button with its label, for one fault that the tester can simulate. */
export const FaultChoice = styled.label`
  ${textStyles.label}
  position: relative;
  display: grid;
  place-items: center;
  min-height: 44px;
  color: ${color.ink2};
  border-radius: ${radius.small};
  cursor: pointer;

  input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  &:has(:checked) {
    color: ${color.ink};
    background: ${color.surface};
    ${forcedColorsBorder}
  }
  &:has(:focus-visible) {
    outline: 2px solid ${color.plumText};
  }
`;

/** Label above a control in the panel for testers. */
export const ControlLabel = styled.label`
  ${textStyles.small}
  display: grid;
  gap: 6px;
  color: ${color.ink2};
`;

/** Two controls of the panel for testers, side by side; on phones one below the other. */
export const ControlPair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(200px, 1fr));
  gap: 12px;
  align-items: start;
`;

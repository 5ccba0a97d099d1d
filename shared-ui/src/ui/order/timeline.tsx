import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import type { IconSource } from '../art/art';
import { Small } from '../text';
import { forcedColorsBorder, textStyles, tokens } from '../theme/tokens';

/**
 * State of a step in an order's timeline. `done`: finished; `now`: in progress; `bad`: failed; `todo`: still to come.
 */
type StepState = 'done' | 'now' | 'bad' | 'todo';

/** Step of a timeline, with an icon, a title and an optional second line. */
export interface TimelineStep {
  readonly key: string;
  readonly state: StepState;
  readonly icon: IconSource;
  readonly title: string;
  readonly text?: string;
  /** Time at which the step finished: „11:52“; absent if it is unknown. */
  readonly time?: string;
}

/** Timeline with the past and future steps of a process, the first one on top. */
export const Timeline = ({ label, steps }: { readonly label: string; readonly steps: readonly TimelineStep[] }) => (
  <ol aria-label={label}>
    {steps.map(({ key, state, icon, title, text, time }) => (
      <StepItem key={key} $state={state} aria-current={state === 'now' ? 'step' : undefined}>
        <StepDot $state={state}>
          <Icon source={icon} size={16} />
        </StepDot>
        <StepTitle $state={state}>{title}</StepTitle>
        {time !== undefined && <StepTime>{time}</StepTime>}
        {text !== undefined && <StepText $tone="quiet">{text}</StepText>}
      </StepItem>
    ))}
  </ol>
);

const lineStyles = {
  done: css`
    background: ${tokens.color.ok};
  `,
  now: css`
    background: ${tokens.color.lineStrong};
  `,
  bad: css`
    background: ${tokens.color.lineStrong};
  `,
  todo: css`
    background: ${tokens.color.line};
  `,
} as const;

const StepItem = styled.li<{ readonly $state: StepState }>`
  position: relative;
  display: grid;
  grid-template-columns: 28px minmax(0, 1fr) auto;
  gap: 0 10px;
  &:not(:last-child) {
    min-height: 58px;
    padding-bottom: 14px;
  }
  &:not(:last-child)::before {
    content: '';
    position: absolute;
    inset: 31px auto 3px 13px;
    width: 2px;
    ${({ $state }) => lineStyles[$state]}
    ${forcedColorsBorder}
  }
`;

const dotStyles = {
  done: css`
    background: ${tokens.color.okTint};
    color: ${tokens.color.onOkTint};
  `,
  now: css`
    background: ${tokens.color.surface};
    color: ${tokens.color.ink};
    box-shadow: inset 0 0 0 2px ${tokens.color.lineStrong};
  `,
  bad: css`
    background: ${tokens.color.errTint};
    color: ${tokens.color.onErrTint};
  `,
  todo: css`
    background: ${tokens.color.sunken};
    color: ${tokens.color.ink3};
  `,
} as const;

const StepDot = styled.span<{ readonly $state: StepState }>`
  display: grid;
  place-items: center;
  grid-row: 1 / span 2;
  width: 28px;
  height: 28px;
  border-radius: 50%;
  ${forcedColorsBorder}
  ${({ $state }) => dotStyles[$state]}
`;

const StepTitle = styled.span<{ readonly $state: StepState }>`
  ${textStyles.label}
  padding-top: 4px;
  overflow-wrap: anywhere;
  ${({ $state }) =>
    $state === 'todo' &&
    css`
      color: ${tokens.color.ink2};
    `}
`;

const StepTime = styled.span`
  ${textStyles.label}
  ${textStyles.digits}
  padding-top: 4px;
  font-weight: 400;
  color: ${tokens.color.ink2};
`;

const StepText = styled(Small)`
  grid-column: 2 / -1;
`;

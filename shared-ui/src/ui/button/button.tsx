import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useId } from 'react';
import styled, { css } from 'styled-components';
import type { IconSource } from '../art';
import { Icon } from '../art';
import { uiText } from '../ui-text';
import type { ButtonStyle, ButtonSize, ButtonVariant } from './button-styles';
import { buttonStyle, PauseSign } from './button-styles';
import { DisabledReason } from './disabled-reason';
import { useMoment } from './use-moment';

interface ButtonVariantProps {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconSource;
  /** As wide as its container. */
  readonly isBlock?: boolean;
}

interface ButtonProps extends ButtonVariantProps, Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'aria-disabled'> {
  /** Work is under way: keeps its width, shows the pause sign, takes no press. */
  readonly isBusy?: boolean;
  /** Why it can't be used now. It stays focusable, and a press repeats the reason. */
  readonly disabledReason?: string;
}

// The spec shows a repeated hint for eight seconds.
const REPEAT_MS = 8000;

/** A button; at most one primary in a view. */
export const Button = (props: ButtonProps) => {
  const { variant = 'primary', size = 'regular', icon, isBlock = false, isBusy = false, disabledReason, onClick, children, type = 'button', ...rest } = props;
  const reasonId = useId();
  const repeated = useMoment(REPEAT_MS);
  const isDisabled = disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isDisabled && !isBusy) return onClick?.(event);
    // A submit button would still send its form.
    event.preventDefault();
    if (isDisabled) repeated.begin();
  };
  const button = (
    <Shape
      {...rest}
      type={type}
      $variant={variant}
      $size={size}
      $block={isBlock}
      data-busy={isBusy || undefined}
      aria-disabled={isDisabled || isBusy || undefined}
      aria-describedby={isDisabled ? reasonId : rest['aria-describedby']}
      onClick={press}
    >
      <Cell $isCovered={isBusy}>
        {icon !== undefined && <Icon of={icon} size={size === 'small' ? 18 : 20} />}
        {children}
      </Cell>
      {isBusy && (
        <Cell>
          <PauseSign />
          {uiText('Busy')}
        </Cell>
      )}
    </Shape>
  );
  // Wrapped from the start where a reason may come: moved into a wrapper then, it would lose the focus.
  if (!('disabledReason' in props)) return button;
  return (
    <WithReason $block={isBlock} $isDisabled={isDisabled}>
      {button}
      {isDisabled && <DisabledReason id={reasonId} text={disabledReason} repeats={repeated.count} />}
    </WithReason>
  );
};

interface ButtonLinkProps extends ButtonVariantProps, ComponentPropsWithRef<'a'> {
  readonly href: string;
}

/** A link in a button's shape: it leads somewhere. */
export const ButtonLink = ({ variant = 'primary', size = 'regular', icon, isBlock = false, children, ...rest }: ButtonLinkProps) => (
  <LinkShape {...rest} $variant={variant} $size={size} $block={isBlock}>
    {icon !== undefined && <Icon of={icon} size={size === 'small' ? 18 : 20} />}
    {children}
  </LinkShape>
);

// Label and pause sign share one grid cell, so that the button stays as wide as its label.
const Shape = styled.button<ButtonStyle>`
  ${buttonStyle}
  display: ${({ $block }) => ($block ? 'grid' : 'inline-grid')};
  justify-items: center;
`;

const LinkShape = styled.a<ButtonStyle>`
  ${buttonStyle}
`;

const Cell = styled.span<{ readonly $isCovered?: boolean }>`
  grid-area: 1 / 1;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-width: 0;
  ${({ $isCovered = false }) => $isCovered && css`clip-path: inset(50%);`}
`;

const WithReason = styled.span<{ readonly $block: boolean; readonly $isDisabled: boolean }>`
  display: ${({ $block, $isDisabled }) => ($isDisabled ? ($block ? 'grid' : 'inline-grid') : 'contents')};
  gap: 8px;
  min-width: 0;
`;

import { useEffect, useId, useRef } from 'react';
import type { ReactNode, Ref, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal } from 'react-aria-components/Modal';
import styled, { css } from 'styled-components';
import { Button } from '../button';
import { Body, H2 } from '../text';
import { forcedColorsBorder, media, tokens } from '../theme/tokens';
import { Scrim } from './scrim';
import { hiddenDismissStyle } from './sheet.styles';

/**
 * Returns a ref whose element gets the focus after it has mounted. `autoFocus` would be too early inside of a dialog,
 * because react-aria registers the dialog later, and a sheet below would take the focus back.
 */
export const useFirstFocus = <T extends HTMLElement>(wantsFocus = true): RefObject<T | null> => {
  const focusTarget = useRef<T>(null);
  const wantedFocusAtMount = useRef(wantsFocus);
  useEffect(() => {
    if (wantedFocusAtMount.current) focusTarget.current?.focus();
  }, []);
  return focusTarget;
};

/** Button of a confirmation dialog. The `safe` action changes nothing, and its button is on the left. */
export interface AlertAction {
  readonly id: string;
  /** Label of the button, which names the consequence: „Einladung absagen“. */
  readonly label: string;
  readonly tone: 'safe' | 'primary' | 'danger';
}

interface AlertDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: readonly AlertAction[];
  /** Called with the id of the chosen action; with null if the user dismisses the dialog. */
  readonly onChoose: (id: string | null) => void;
  /** True by default. If false, Escape, Back and a press outside of the dialog do nothing. */
  readonly isDismissable?: boolean;
}

const VARIANT_BY_TONE = { safe: 'second', primary: 'primary', danger: 'consequence' } as const;

// Maximum number of buttons in one row of a dialog: three buttons would wrap unevenly in 400 px.
const MAX_ACTIONS_IN_ROW = 2;

/** Modal dialog with a question that the user must answer. The button of the safe action gets the focus. */
export const AlertDialog = ({ title, children, actions, onChoose, isDismissable = true }: AlertDialogProps) => {
  const textId = useId();
  const [firstAction, ...otherActions] = [
    ...actions.filter((action) => action.tone === 'safe'),
    ...actions.filter((action) => action.tone !== 'safe'),
  ];
  return (
    <Scrim layer={tokens.layer.dialog} entry="overlay" isDismissable={isDismissable} onDismiss={() => onChoose(null)}>
      {/* With the attribute, other overlays of react-aria ignore this dialog: a sheet below can't keep the focus. */}
      <AlertFrame data-react-aria-top-layer="true">
        <AlertContent role="alertdialog" aria-describedby={textId}>
          <H2 as={Heading} slot="title" level={2}>
            {title}
          </H2>
          {/* Changes of the text are read out while the dialog is open. */}
          <Body as="div" id={textId} aria-live="polite" $tone="quiet">
            {children}
          </Body>
          <AnswerButtons $areMany={actions.length > MAX_ACTIONS_IN_ROW}>
            {firstAction !== undefined && <FirstAnswerButton action={firstAction} onChoose={onChoose} />}
            {otherActions.map((action) => (
              <AnswerButton key={action.id} action={action} onChoose={onChoose} />
            ))}
          </AnswerButtons>
        </AlertContent>
      </AlertFrame>
    </Scrim>
  );
};

interface AnswerButtonProps extends Pick<AlertDialogProps, 'onChoose'> {
  readonly action: AlertAction;
  readonly ref?: Ref<HTMLButtonElement>;
}

const AnswerButton = ({ action: { id, label, tone }, onChoose, ref }: AnswerButtonProps) => (
  <Button ref={ref} size="small" variant={VARIANT_BY_TONE[tone]} onClick={() => onChoose(id)}>
    {label}
  </Button>
);

// First button of the dialog. It is a component of its own, so that each mount moves the focus to it: when the dialog
// opens over the list, over a sheet, or in place of another dialog.
const FirstAnswerButton = (props: AnswerButtonProps) => (
  <AnswerButton {...props} ref={useFirstFocus<HTMLButtonElement>()} />
);

const AlertFrame = styled(Modal)`
  ${hiddenDismissStyle}
  position: absolute;
  inset: 0;
  width: min(400px, 100% - 32px);
  height: fit-content;
  max-height: calc(100% - 32px);
  margin: auto;
  overflow-y: auto;
  border-radius: ${tokens.radius.sheet};
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e3};
  ${forcedColorsBorder}
`;

const AlertContent = styled(Dialog)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  padding: 24px;
  outline: none;
`;

const stackedStyle = css`
  flex-direction: column;
  align-items: stretch;
`;

const AnswerButtons = styled.div<{ readonly $areMany: boolean }>`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 10px;
  margin-top: 12px;
  /* As wide as the thumb finds them, also where two need a line each. */
  ${media.below600} {
    > * {
      flex: 1 1 auto;
    }
  }
  ${({ $areMany }) => $areMany && stackedStyle}
  ${media.below360} {
    ${stackedStyle}
  }
`;

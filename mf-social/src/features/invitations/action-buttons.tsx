import type { Invitation } from '@mahlzeit/contract';
import { ANSWER_DEADLINE_MINUTES } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { Button, ButtonLink } from '@mahlzeit/shared-ui/ui';
import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { BusyWarning } from '../busy-time';
import type { InvitationActions } from './invitation-actions';
import { useTexts } from './invitation-labels';

interface InvitationButtonsProps {
  readonly invitation: Invitation;
  readonly actions: InvitationActions;
  /** Whether the action that accepts is emphasized. */
  readonly isForemost?: boolean;
  /**
   * Whether a link to the chat is shown if it is too late to decline: the user is a member of the chat, but doesn't see
   * it here.
   */
  readonly hasChatLink?: boolean;
  /** Less common actions that are shown as buttons here instead of only in the menu. */
  readonly shownButtons: { readonly leave: boolean };
}

/** Returns whether `ActionButtons` would show at least one button. */
export const hasVisibleButtons = (
  { offers }: InvitationActions,
  shownButtons: InvitationButtonsProps['shownButtons'],
): boolean =>
  offers.accept ||
  offers.order ||
  offers.showOrder ||
  offers.remind ||
  ((offers.leave || offers.leaveTooLate) && shownButtons.leave);

interface AcceptButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'isBusy' | 'onClick'> {
  readonly invitation: Invitation;
}

/** Button that accepts an invitation, below a warning for a user who has another meetup at that time. */
const AcceptButton = ({ invitation, ...buttonProps }: AcceptButtonProps) => {
  const t = useTexts();
  return (
    <>
      <WarningLine meetup={invitation} />
      <Button size="small" aria-description={invitation.restaurantInfo.name} {...buttonProps}>
        {t('Accept')}
      </Button>
    </>
  );
};

/**
 * Buttons for the most common actions on an invitation, with the positive action first. Renders nothing if there are no
 * actions.
 */
export const ActionButtons = ({
  invitation,
  actions: { offers, busyAction, run },
  isForemost = false,
  hasChatLink = false,
  shownButtons,
}: InvitationButtonsProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const positiveVariant = isForemost ? 'primary' : 'tint';
  const restaurantName = invitation.restaurantInfo.name;
  return (
    <>
      {offers.accept && (
        <AcceptButton
          invitation={invitation}
          variant={positiveVariant}
          isBusy={busyAction === 'accept'}
          onClick={() => run('accept')}
        />
      )}
      {offers.order && (
        <Button
          size="small"
          variant={positiveVariant}
          isBusy={busyAction === 'order'}
          aria-description={restaurantName}
          onClick={() => run('order')}
        >
          {t('DoOrder')}
        </Button>
      )}
      {offers.showOrder && invitation.order !== null && (
        <ButtonLink
          size="small"
          variant="tint"
          aria-description={restaurantName}
          href={navigation.hrefOf('order', invitation.order)}
        >
          {t('ShowOrder')}
        </ButtonLink>
      )}
      {offers.remind && (
        <Button
          size="small"
          variant="second"
          isBusy={busyAction === 'remind'}
          aria-description={restaurantName}
          onClick={() => run('remind')}
        >
          {t('SendReminder')}
        </Button>
      )}
      {(offers.leave || offers.leaveTooLate) && shownButtons.leave && (
        <Button
          size="small"
          variant="second"
          isBlock
          isBusy={busyAction === 'leave'}
          disabledReason={offers.leaveTooLate ? t('LeaveTooLate', { minutes: ANSWER_DEADLINE_MINUTES }) : undefined}
          aria-description={restaurantName}
          onClick={() => run('leave')}
        >
          {t('Decline')}
        </Button>
      )}
      {offers.leaveTooLate && shownButtons.leave && hasChatLink && (
        <ButtonLink
          size="small"
          variant="tint"
          aria-description={restaurantName}
          href={navigation.hrefOf('chatmessages', invitation.chatKey)}
        >
          {t('OpenChat')}
        </ButtonLink>
      )}
    </>
  );
};

// The warning stands in a line of its own above the buttons.
const WarningLine = styled(BusyWarning)`
  && {
    flex: 1 0 100%;
    padding-inline: 0;
  }
`;

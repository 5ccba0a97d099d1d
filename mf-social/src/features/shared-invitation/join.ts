import { joinSharedInvitation } from '@mahlzeit/contract';
import { ANSWER_DEADLINE_MINUTES } from '@mahlzeit/contract/rules';
import {
  defineTexts,
  errorCode,
  errorText,
  createStoredText,
  useShell,
  useSingleFlight,
} from '@mahlzeit/shared-ui/platform';
import { useRef } from 'react';
import { useNamedWrite } from '../use-named-write';
import { liveInvitations } from '../invitation-data';
import de from './locales/de.json';

/** German texts about invitations that were shared by a link: `useTexts` for components, `text` for other code. */
export const { useTexts, text } = defineTexts('shared-invitation', de);

// Visitor's consent to join, stored in the tab's session storage. A phone may discard the page while the visitor reads
// the verification mail; the consent survives this, and is deleted with the tab.
const storedJoinToken = createStoredText(() => window.sessionStorage, 'mahlzeit.joining');

/**
 * Stores whether the visitor of this tab has agreed to join a meetup. Opening the URL of the join screen alone doesn't
 * join the meetup.
 */
export const joinIntent = {
  note: (token: string): void => void storedJoinToken.write(token),
  isFor: (token: string): boolean => storedJoinToken.read() === token,
  forget: (): void => storedJoinToken.remove(),
};

/** Returns the text that says why the visitor can't join the meetup. */
export const joinRefusalText = (error: unknown): string => {
  switch (errorCode(error)) {
    case 'uninvitable':
      return text('JoinUninvitable');
    case 'invitationFull':
      return text('JoinFull');
    case 'deadlineExceeded':
      return text('JoinTooLate', { minutes: ANSWER_DEADLINE_MINUTES });
    case 'invitationOver':
      return text('OverTitle');
    case 'notFound':
      return text('UnknownTitle');
    case 'ErrorTooManyAttempts':
    case 'offline':
    case 'timeout':
      return errorText(error);
    default:
      return text('JoinFailed');
  }
};

/**
 * Returns a function that joins a meetup by a link. Repeated calls join only once. The function shows the result and
 * opens the list of invitations.
 */
export const useJoinMeetup = (token: string, onRefused: () => void) => {
  const { apiClient, navigation, snackbar, store, track } = useShell();
  const { isBusy, run } = useSingleFlight();
  const sendWrite = useNamedWrite();
  const hasJoined = useRef(false);
  const joinMeetup = async (): Promise<void> => {
    // The page stays visible after joining while the list of invitations is loading. Another press of the button must
    // not join again.
    if (hasJoined.current) return;
    const joinAnswer = await track(
      sendWrite('join', (idempotencyKey) =>
        apiClient.call(joinSharedInvitation, { params: { token }, idempotencyKey }),
      ),
    );
    if (!joinAnswer.ok) {
      snackbar({ tone: 'error', text: joinRefusalText(joinAnswer.error) });
      return onRefused();
    }
    hasJoined.current = true;
    liveInvitations.of(store).apply(joinAnswer.value.key, joinAnswer.value);
    snackbar({ tone: 'success', text: text('SuccessJoined') });
    navigation.replace('invitations');
  };
  return { isBusy, join: () => run(joinMeetup) };
};

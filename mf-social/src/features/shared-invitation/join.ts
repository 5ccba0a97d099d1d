import { joinSharedInvitation } from '@mahlzeit/contract';
import { ANSWER_DEADLINE_MINUTES } from '@mahlzeit/contract/rules';
import { defineTexts, errorCode, errorText, storedText, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import { useRef } from 'react';
import { useNamedWrite } from '../use-named-write';
import { liveInvitations } from '../invitations';
import de from './locales/de.json';

/** German texts of a shared invitation. */
export const { useTexts, text } = defineTexts('shared-invitation', de);

// The storage of the tab: survives a page that the phone discards while its owner reads mails, and ends with the tab.
const intent = storedText(() => window.sessionStorage, 'mahlzeit.joining');

/** Records that the visitor of this tab has agreed to join: an address alone joins nobody. */
export const joinIntent = {
  note: (token: string): void => void intent.write(token),
  isFor: (token: string): boolean => intent.read() === token,
  forget: (): void => intent.remove(),
};

/** Explains why the visitor can't join. */
export const refusalText = (error: unknown): string => {
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

/** Joins by a link, once, even after repeated calls. Shows the result and opens the invitations. */
export const useJoin = (token: string, onRefused: () => void) => {
  const { apiClient, navigation, snackbar, store, track } = useShell();
  const { isBusy, run } = useSingleFlight();
  const sendWrite = useNamedWrite();
  const hasJoined = useRef(false);
  const joinMeetup = async (): Promise<void> => {
    // The page stays visible while the invitations are loading.
    if (hasJoined.current) return;
    const answer = await track(
      sendWrite('join', (idempotencyKey) =>
        apiClient.call(joinSharedInvitation, { params: { token }, idempotencyKey }),
      ),
    );
    if (!answer.ok) {
      snackbar({ tone: 'error', text: refusalText(answer.error) });
      return onRefused();
    }
    hasJoined.current = true;
    liveInvitations.of(store).apply(answer.value.key, answer.value);
    snackbar({ tone: 'success', text: text('SuccessJoined') });
    navigation.replace('invitations');
  };
  return { isBusy, join: () => run(joinMeetup) };
};

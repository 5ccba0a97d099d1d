import { errorText } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Snackbars } from '../messages/snackbars';
import { text } from './deferred-texts';

export interface RefusedWriteDeps {
  readonly waitingWrites: ShellApi['waitingWrites'];
  readonly snackbars: Pick<Snackbars, 'follow'>;
}

/**
 * Sends the writes that an earlier page has left waiting, and tells each that the gateway refused, one after the other.
 * A write is forgotten once its message is closed, so that a reload tells it again. Returns an unsubscribe function.
 */
export const showRefusedWrites = ({ waitingWrites, snackbars }: RefusedWriteDeps): (() => void) => {
  let shownKey: string | null = null;
  let hideMessage = (): void => undefined;
  const showNext = (): void => {
    const refusedWrites = waitingWrites.get().filter(({ status }) => status === 'refused');
    // Another tab has told it, or its user has left.
    if (shownKey !== null && !refusedWrites.some(({ key }) => key === shownKey)) hideMessage();
    const [write] = refusedWrites;
    if (write === undefined || shownKey !== null) return;
    const { key, title, error } = write;
    shownKey = key;
    hideMessage = snackbars.follow(
      { tone: 'error', text: text('WriteRefused', { title, reason: errorText(error) }) },
      () => {
        shownKey = null;
        waitingWrites.discard(key);
        showNext();
      },
    );
  };
  // The subscription alone makes the writes of an earlier page go out.
  const unsubscribe = waitingWrites.subscribe(showNext);
  showNext();
  return () => {
    unsubscribe();
    hideMessage();
  };
};

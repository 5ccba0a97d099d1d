import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { unsentMessagesOf } from '../features/chat';

/** Goes on sending what an earlier page left unsent, whatever screen is shown. */
const resumeSending: CommandHandler<'social/resumeSending'> = (_input, shell) => {
  unsentMessagesOf(shell).resume();
  return Promise.resolve({});
};

export default resumeSending;

import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { unsentMessagesOf } from '../features/chat';

/** Resumes sending the messages that an earlier page left unsent. Works on every screen. */
const resumeSending: CommandHandler<'social/resumeSending'> = (_input, shell) => {
  unsentMessagesOf(shell).resume();
  return Promise.resolve({});
};

export default resumeSending;

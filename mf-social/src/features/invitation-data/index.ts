export {
  liveInvitations,
  splitByTime,
  useInvitation,
  useIsInChat,
  useMeetupNow,
  useReminderSent,
} from './live-invitations';

import { getInvitationCalendar, Invitation, sendInvitationReminder } from '@mahlzeit/contract';
import {
  ANSWER_DEADLINE_MINUTES,
  berlinDay,
  isDeclineTooLate,
  isInvitationPast,
  mayAcceptInvitation,
  mayDeclineInvitation,
  mayOrderForInvitation,
  mayRemindAttendees,
  meetupInstantOf,
  ownAnswer,
} from '@mahlzeit/contract/rules';
import type { OrderPlace } from '@mahlzeit/contract/rules';
import {
  saveFile,
  skipToken,
  useRestaurantQuery,
  useShell,
  unreachedTextOr,
  useSingleFlight,
  useUid,
} from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { liveInvitations, useMeetupNow, useReminderSent } from '../invitation-data';
import { text } from './invitation-labels';
import { answerSubject, useWaitingAnswer } from './waiting-answers';
import type { WaitingAnswer } from './waiting-answers';

/** Actions on an invitation that `run` starts. Opening a link or a sheet isn't one of them. */
type InvitationAction = 'accept' | 'leave' | 'order' | 'remind' | 'calendar';

/** Tells which actions on an invitation are available to the user at this time (S2§4). */
interface ActionOffers {
  readonly accept: boolean;
  /** Whether the user may decline as a guest, or cancel as the owner. */
  readonly leave: boolean;
  /** Whether only the deadline prevents declining or canceling. The action is then shown but disabled. */
  readonly leaveTooLate: boolean;
  readonly order: boolean;
  /** Whether the user has an order that can be shown. */
  readonly showOrder: boolean;
  readonly remind: boolean;
  /**
   * Whether the meetup can be saved to a calendar and shared: it is in the future and not canceled, and the user has
   * not declined.
   */
  readonly calendar: boolean;
}

interface OfferConditions {
  readonly uid: string;
  readonly now: number;
  /** Restaurant at which the user could order; undefined while it is loading. */
  readonly place: OrderPlace | undefined;
  readonly reminderSent: boolean;
  readonly canShowOrders: boolean;
  /** Whether orders are enabled in this deployment. */
  readonly takesOrders: boolean;
  /** Answer of the reader that waits for the network; null without one. */
  readonly waitingAnswer: WaitingAnswer | null;
}

/** Returns the actions that an invitation offers to a user at a given time. */
export const actionOffersOf = (
  invitation: Invitation,
  { uid, now, place, reminderSent, canShowOrders, takesOrders, waitingAnswer }: OfferConditions,
): ActionOffers => ({
  accept: waitingAnswer !== 'accepted' && mayAcceptInvitation(invitation, uid, now),
  leave: (waitingAnswer === null || waitingAnswer === 'accepted') && mayDeclineInvitation(invitation, uid, now),
  leaveTooLate: isDeclineTooLate(invitation, uid, now),
  order: place !== undefined && mayOrderForInvitation(invitation, { uid, place, now }),
  showOrder: canShowOrders && invitation.order !== null,
  // The reminder asks guests to order, so it is missing where nobody can order.
  remind:
    takesOrders && invitation.restaurantInfo.hasPayment && mayRemindAttendees(invitation, { uid, reminderSent, now }),
  calendar:
    !isInvitationPast(invitation, now) &&
    invitation.status !== 'canceled' &&
    invitation.status !== 'declined' &&
    ownAnswer(invitation, uid) !== 'declined',
});

interface InvitationViewOptions {
  /** Whether the invitation is shown in a chat, where the confirmation dialog before declining is shorter (S2§4). */
  readonly isInChat: boolean;
  /** Called when an action fails because the invitation was deleted. */
  readonly onGone: () => void;
}

type ActionContext = InvitationViewOptions & {
  readonly shell: ShellApi;
  readonly invitation: Invitation;
};

const showInfoAlert = async ({ shell }: ActionContext, title: string, alertText: string): Promise<void> => {
  await shell.alert({ title, text: alertText, actions: [{ id: 'ok', label: text('Ok'), tone: 'primary' }] });
};

const alertInvitationGone = (context: ActionContext): Promise<void> => {
  context.onGone();
  return showInfoAlert(context, text('InvitationDeletedTitle'), text('InvitationDeletedText'));
};

const deadlineMinutesOf = ({ details }: ApiError): number =>
  typeof details?.minutes === 'number' ? details.minutes : ANSWER_DEADLINE_MINUTES;

/**
 * Shows an error after the gateway has refused an action of the user on an invitation (S2§8). Three errors have their
 * own alert; all others show one general message.
 */
const showActionRefusal = async (context: ActionContext, error: ApiError): Promise<void> => {
  // The error code decides, because the refusal of a repeated request has the same HTTP status as that of an invitation
  // with orders.
  if (error.code === 'invitationHasOrders')
    return showInfoAlert(context, text('HasOrdersTitle'), text('HasOrdersText'));
  switch (error.status) {
    case 406:
      return showInfoAlert(
        context,
        text('DeadlineExceededTitle'),
        text('DeadlineExceededText', { minutes: deadlineMinutesOf(error) }),
      );
    case 410:
      return alertInvitationGone(context);
    default:
      context.shell.snackbar({ tone: 'error', text: text('ErrorChangeAttendance') });
  }
};

const sendOwnAnswer = async (context: ActionContext, ownStatus: WaitingAnswer, successText: string): Promise<void> => {
  const {
    invitation,
    shell: { snackbar, store, track, waitingWrites },
  } = context;
  const { key } = invitation;
  const invitations = liveInvitations.of(store);
  const versionAtRequest = invitations.versionOf(key);
  const answer = await track(
    waitingWrites.send(
      'answerInvitation',
      { params: { id: key }, body: { status: ownStatus } },
      answerSubject(invitation, ownStatus),
    ),
  );
  if (answer === 'waiting') return snackbar({ text: text('AnswerWaits') });
  if (!answer.ok) return showActionRefusal(context, answer.error);
  invitations.apply(key, Invitation.parse(answer.value), versionAtRequest);
  snackbar({ tone: 'success', text: successText });
};

/**
 * Declines the invitation as a guest or cancels it as the owner, after a confirmation dialog. The dialog's title is
 * `DeclineInvitation` for a guest, `CancelInvitation` for the owner, and `ConfirmInvitationDenial` in a chat.
 */
const leaveInvitation = async (context: ActionContext): Promise<void> => {
  const {
    invitation: { isOwn },
    isInChat,
    shell: { alert },
  } = context;
  const alertAnswer = await alert({
    title: isInChat ? text('ConfirmInvitationDenial') : text(isOwn ? 'CancelInvitation' : 'DeclineInvitation'),
    text: text(isOwn ? 'CancelInvitationText' : 'DeclineInvitationText'),
    actions: [
      { id: 'keep', label: text(isInChat ? 'Cancel' : 'Keep'), tone: 'safe' },
      { id: 'leave', label: text(isOwn ? 'CancelMeetup' : 'Decline'), tone: 'danger' },
    ],
  });
  if (alertAnswer === 'leave')
    await sendOwnAnswer(context, isOwn ? 'canceled' : 'declined', text(isOwn ? 'SuccessCanceled' : 'SuccessDeclined'));
};

const startMeetupOrder = async ({
  invitation,
  shell: { navigation, remotes, snackbar, track },
}: ActionContext): Promise<void> => {
  const orderAnswer = await track(
    remotes.runCommand('ordering/startFromInvitation', { invitationKey: invitation.key }),
  );
  if (orderAnswer.ok) return;
  snackbar({ tone: 'error', text: text('OrderUnavailable') });
  navigation.open('details', invitation.restaurantInfo.routingName);
};

/**
 * Reminds the guests who have not answered the invitation. Returns whether the guests have been reminded, by this call
 * or by an earlier one.
 */
const sendReminder = async (context: ActionContext): Promise<boolean> => {
  const {
    invitation: { chatKey, messageKey },
    shell: { apiClient, snackbar, track },
  } = context;
  const reminderAnswer = await track(apiClient.call(sendInvitationReminder, { body: { chatKey, messageKey } }));
  if (reminderAnswer.ok) snackbar({ tone: 'success', text: text('SuccessReminderSent') });
  else if (reminderAnswer.error.status === 410) await alertInvitationGone(context);
  else if (reminderAnswer.error.code === 'reminderSent') snackbar({ text: text('ReminderWasSent') });
  else snackbar({ tone: 'error', text: unreachedTextOr(reminderAnswer.error, text('ErrorReminderNotSent')) });
  return reminderAnswer.ok || reminderAnswer.error.code === 'reminderSent';
};

/**
 * Downloads the calendar file of a meetup. A plain link can't do that, because the request needs the session's token.
 */
const saveCalendarFile = async (context: ActionContext): Promise<void> => {
  const {
    invitation: { key, restaurantInfo },
    shell: { apiClient, snackbar, track },
  } = context;
  const fileAnswer = await track(apiClient.call(getInvitationCalendar, { params: { id: key } }));
  if (fileAnswer.ok)
    saveFile(
      `${text('CalendarFileName', { name: restaurantInfo.name })}.ics`,
      new Blob([new Uint8Array(fileAnswer.value.bytes)], { type: 'text/calendar' }),
    );
  else if (fileAnswer.error.status === 410) await alertInvitationGone(context);
  else snackbar({ tone: 'error', text: unreachedTextOr(fileAnswer.error, text('CalendarFailed')) });
};

/**
 * Loads the restaurant of an invitation, but only if the user could order there: the invitation is accepted, for today
 * and without an order.
 */
const useOrderPlace = (invitation: Invitation, now: number): OrderPlace | undefined => {
  const {
    restaurant,
    restaurantInfo: { hasPayment },
    status,
    order: existingOrder,
  } = invitation;
  const canOrderToday =
    hasPayment &&
    status === 'accepted' &&
    existingOrder === null &&
    !isInvitationPast(invitation, now) &&
    berlinDay(meetupInstantOf(invitation)) === berlinDay(now);
  return useRestaurantQuery(canOrderToday ? { key: restaurant } : skipToken).data;
};

/** Actions on an invitation that are available to the user, and the function that runs them. */
export interface InvitationActions {
  readonly offers: ActionOffers;
  /** Action that is running; null while none is. */
  readonly busyAction: InvitationAction | null;
  /** Starts an action. Does nothing while another action is running. */
  run(action: InvitationAction): void;
}

/**
 * Returns the actions on one invitation, by the rules of the contract and the server's clock. They change as time
 * passes (T12).
 */
export const useInvitationActions = (invitation: Invitation, viewOptions: InvitationViewOptions): InvitationActions => {
  const shell = useShell();
  const uid = useUid() ?? '';
  const now = useMeetupNow();
  const orderPlace = useOrderPlace(invitation, now);
  const canRemind = mayRemindAttendees(invitation, { uid, reminderSent: false, now });
  const wasReminderSent = useReminderSent(invitation, canRemind);
  const [hasSentReminder, setHasSentReminder] = useState(false);
  const [activeAction, setActiveAction] = useState<InvitationAction | null>(null);
  const { isBusy, run } = useSingleFlight();
  const waitingAnswer = useWaitingAnswer(invitation);
  const context: ActionContext = { ...viewOptions, shell, invitation };
  const actionHandlers: Readonly<Record<InvitationAction, () => Promise<void>>> = {
    accept: () => sendOwnAnswer(context, 'accepted', text('SuccessAccepted')),
    leave: () => leaveInvitation(context),
    order: () => startMeetupOrder(context),
    remind: async () => setHasSentReminder(await sendReminder(context)),
    calendar: () => saveCalendarFile(context),
  };
  return {
    offers: actionOffersOf(invitation, {
      uid,
      now,
      place: orderPlace,
      reminderSent: wasReminderSent || hasSentReminder,
      canShowOrders: shell.navigation.has('order'),
      takesOrders: shell.deployment.takesOrders,
      waitingAnswer,
    }),
    busyAction: isBusy ? activeAction : null,
    run(action) {
      if (isBusy) return;
      setActiveAction(action);
      run(actionHandlers[action]);
    },
  };
};

import { answerInvitation, getInvitationCalendar, sendInvitationReminder } from '@mahlzeit/contract';
import type { Invitation, InvitationAnswer } from '@mahlzeit/contract';
import {
  ANSWER_DEADLINE_MINUTES,
  berlinDay,
  isInvitationPast,
  mayAccept,
  mayDecline,
  mayOrder,
  mayRemind,
  meetupInstantOf,
  ownAnswer,
} from '@mahlzeit/contract/rules';
import type { OrderPlace } from '@mahlzeit/contract/rules';
import {
  saveFile,
  skipToken,
  useRestaurantQuery,
  useShell,
  useSingleFlight,
  useUid,
} from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { useNamedWrite } from '../use-named-write';
import { text } from './invitation-labels';
import { liveInvitations, useMeetupNow, useReminderSent } from './live-invitations';

/** Actions on an invitation that `run` starts. Opening a link or a sheet isn't one of them. */
type InvitationAction = 'accept' | 'leave' | 'order' | 'remind' | 'calendar';

/** Actions that the reader may take at this time (S2§4). */
interface OfferedActions {
  readonly accept: boolean;
  /** Whether the reader may decline as a guest, or cancel as the owner. */
  readonly leave: boolean;
  readonly order: boolean;
  /** Whether the reader has an order that can be shown. */
  readonly showOrder: boolean;
  readonly remind: boolean;
  /**
   * Whether the meetup can be saved to a calendar and shared: it is in the future and not canceled, and the reader has
   * not declined.
   */
  readonly calendar: boolean;
}

interface OfferSituation {
  readonly uid: string;
  readonly now: number;
  /** Undefined while the restaurant is loading. */
  readonly place: OrderPlace | undefined;
  readonly reminderSent: boolean;
  readonly canShowOrders: boolean;
}

/** Returns the actions that an invitation offers to a user at a given time. */
export const offersOf = (
  invitation: Invitation,
  { uid, now, place, reminderSent, canShowOrders }: OfferSituation,
): OfferedActions => ({
  accept: mayAccept(invitation, uid, now),
  leave: mayDecline(invitation, uid, now),
  order: place !== undefined && mayOrder(invitation, { uid, place, now }),
  showOrder: canShowOrders && invitation.order !== null,
  remind: mayRemind(invitation, { uid, reminderSent, now }),
  calendar:
    !isInvitationPast(invitation, now) &&
    invitation.status !== 'canceled' &&
    invitation.status !== 'declined' &&
    ownAnswer(invitation, uid) !== 'declined',
});

/** Facts about the view that shows the invitation. */
interface InvitationView {
  /** Whether the view is a chat, where the question before declining is shorter (S2§4). */
  readonly isInChat: boolean;
  /** Called when an action fails because the invitation was deleted. */
  readonly onGone: () => void;
}

type ActionContext = InvitationView & {
  readonly shell: ShellApi;
  readonly invitation: Invitation;
  readonly sendWrite: ReturnType<typeof useNamedWrite>;
};

const showAlert = async ({ shell }: ActionContext, title: string, alertText: string): Promise<void> => {
  await shell.alert({ title, text: alertText, actions: [{ id: 'ok', label: text('Ok'), tone: 'primary' }] });
};

const alertGone = (context: ActionContext): Promise<void> => {
  context.onGone();
  return showAlert(context, text('InvitationDeletedTitle'), text('InvitationDeletedText'));
};

const deadlineMinutesOf = ({ details }: ApiError): number =>
  typeof details?.minutes === 'number' ? details.minutes : ANSWER_DEADLINE_MINUTES;

/**
 * Shows the error of a refused answer (S2§8). Three errors have their own alert; all others show one general message.
 */
const showRefusal = async (context: ActionContext, error: ApiError): Promise<void> => {
  switch (error.status) {
    case 406:
      return showAlert(
        context,
        text('DeadlineExceededTitle'),
        text('DeadlineExceededText', { minutes: deadlineMinutesOf(error) }),
      );
    case 409:
      return showAlert(context, text('HasOrdersTitle'), text('HasOrdersText'));
    case 410:
      return alertGone(context);
    default:
      context.shell.snackbar({ tone: 'error', text: text('ErrorChangeAttendance') });
  }
};

const changeAnswer = async (
  context: ActionContext,
  status: InvitationAnswer['status'],
  successText: string,
): Promise<void> => {
  const {
    invitation: { key },
    sendWrite,
    shell: { apiClient, snackbar, store, track },
  } = context;
  const answer = await track(
    sendWrite(status, (idempotencyKey) =>
      apiClient.call(answerInvitation, { params: { id: key }, body: { status }, idempotencyKey }),
    ),
  );
  if (!answer.ok) return showRefusal(context, answer.error);
  liveInvitations.of(store).apply(key, answer.value);
  snackbar({ tone: 'success', text: successText });
};

/**
 * Declines the invitation as a guest or cancels it as the owner, after a question to the reader. The title of the
 * question is `DeclineInvitation` for a guest, `CancelInvitation` for the owner, and `ConfirmInvitationDenial` in a
 * chat.
 */
const leaveInvitation = async (context: ActionContext): Promise<void> => {
  const {
    invitation: { isOwn },
    isInChat,
    shell: { alert },
  } = context;
  const answer = await alert({
    title: isInChat ? text('ConfirmInvitationDenial') : text(isOwn ? 'CancelInvitation' : 'DeclineInvitation'),
    text: text(isOwn ? 'CancelInvitationText' : 'DeclineInvitationText'),
    actions: [
      { id: 'keep', label: text(isInChat ? 'Cancel' : 'Keep'), tone: 'safe' },
      { id: 'leave', label: isInChat ? text('Ok') : text(isOwn ? 'CancelMeetup' : 'Decline'), tone: 'danger' },
    ],
  });
  if (answer === 'leave')
    await changeAnswer(context, isOwn ? 'canceled' : 'declined', text(isOwn ? 'SuccessCanceled' : 'SuccessDeclined'));
};

const startOrder = async ({
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
 * Reminds the guests who have not answered. Returns whether the guests have been reminded, either by this call or by an
 * earlier one.
 */
const sendReminder = async (context: ActionContext): Promise<boolean> => {
  const {
    invitation: { chatKey, messageKey },
    shell: { apiClient, snackbar, track },
  } = context;
  const answer = await track(apiClient.call(sendInvitationReminder, { body: { chatKey, messageKey } }));
  if (answer.ok) snackbar({ tone: 'success', text: text('SuccessReminderSent') });
  else if (answer.error.status === 410) await alertGone(context);
  else if (answer.error.code === 'reminderSent') snackbar({ text: text('ReminderWasSent') });
  else snackbar({ tone: 'error', text: text('ErrorReminderNotSent') });
  return answer.ok || answer.error.code === 'reminderSent';
};

/** Downloads the calendar file. A plain link can't do that, because the request needs the session's token. */
const saveCalendar = async (context: ActionContext): Promise<void> => {
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
  else if (fileAnswer.error.status === 410) await alertGone(context);
  else snackbar({ tone: 'error', text: text('CalendarFailed') });
};

/**
 * Loads the restaurant of an invitation, but only while the reader could order there: accepted, today and without an
 * order.
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

/** Available actions on an invitation, and the function that runs them. */
export interface InvitationActions {
  readonly offers: OfferedActions;
  /** Action that is running; null while none is. */
  readonly busyAction: InvitationAction | null;
  /** Starts an action. Does nothing while another action is running. */
  run(action: InvitationAction): void;
}

/**
 * Returns the actions on one invitation by the contract's rules and the server's clock. The offered actions therefore
 * change as time passes (T12).
 */
export const useInvitationActions = (invitation: Invitation, view: InvitationView): InvitationActions => {
  const shell = useShell();
  const uid = useUid() ?? '';
  const now = useMeetupNow();
  const place = useOrderPlace(invitation, now);
  const canRemind = mayRemind(invitation, { uid, reminderSent: false, now });
  const wasReminded = useReminderSent(invitation, canRemind);
  const [hasReminded, setHasReminded] = useState(false);
  const [activeAction, setActiveAction] = useState<InvitationAction | null>(null);
  const { isBusy, run } = useSingleFlight();
  const context: ActionContext = { ...view, shell, invitation, sendWrite: useNamedWrite() };
  const actionHandlers: Readonly<Record<InvitationAction, () => Promise<void>>> = {
    accept: () => changeAnswer(context, 'accepted', text('SuccessAccepted')),
    leave: () => leaveInvitation(context),
    order: () => startOrder(context),
    remind: async () => setHasReminded(await sendReminder(context)),
    calendar: () => saveCalendar(context),
  };
  return {
    offers: offersOf(invitation, {
      uid,
      now,
      place,
      reminderSent: wasReminded || hasReminded,
      canShowOrders: shell.navigation.has('order'),
    }),
    busyAction: isBusy ? activeAction : null,
    run(action) {
      if (isBusy) return;
      setActiveAction(action);
      run(actionHandlers[action]);
    },
  };
};

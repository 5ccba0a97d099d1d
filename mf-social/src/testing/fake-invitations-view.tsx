import { getInvitations, getRestaurant, meTopic } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import { anAttendee, anInvitation, aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { InvitationsSheet } from '../features/invitations';

/** Attendee who is the signed-in user. */
export const ownAttendee = anAttendee({ key: 'uid-frieda-01', name: 'Frieda Petersen', status: 'accepted' });
/** Attendee other than the signed-in user. */
export const mehmetAttendee = anAttendee({ status: 'accepted' });
/** Invitation that the signed-in user has sent. */
export const ownInvitation = anInvitation({ status: 'accepted', attendees: [ownAttendee, mehmetAttendee] });
/** Invitation by Mehmet that the signed-in user has not answered yet. */
export const receivedInvitation = anInvitation({
  isOwn: false,
  attendees: [mehmetAttendee, { ...ownAttendee, status: 'pending' }],
});

interface RenderOptions extends ScenarioShellOptions {
  readonly invitations?: readonly Invitation[];
}

/** Mock for the callback of the button that starts a meetup. */
export const onStartInvitation = jest.fn();

/** Renders the list of invitations for a verified member. */
export const renderInvitations = ({
  invitations = [],
  answers = [],
  topics = {},
  ...shellOptions
}: RenderOptions = {}) =>
  renderWithShell(<InvitationsSheet isStarting={false} onStart={onStartInvitation} onClose={() => undefined} />, {
    session: 'verified',
    topics: { [meTopic]: { invitations }, ...topics },
    answers: [...answers, answer(getInvitations, []), answer(getRestaurant, aRestaurant({ key: 'elbkantine' }))],
    ...shellOptions,
  });

/** Waits for the row of the invitation to a restaurant, and returns this row. */
export const findInvitationRow = (restaurantName = 'Elbkantine') =>
  screen.findByRole('button', { name: restaurantName });
/** Opens the menu of an invitation and returns the queries inside of it. */
export const openInvitationMenu = async (
  user: ReturnType<typeof renderInvitations>['user'],
  restaurantName = 'Elbkantine',
) => {
  await user.click(await findInvitationRow(restaurantName));
  return within(await screen.findByRole('dialog', { name: restaurantName }));
};
export const attendeeListIn = (menu: Awaited<ReturnType<typeof openInvitationMenu>>) =>
  within(menu.getByRole('list', { name: 'Wer kommt' }));
/** Returns the labels of the buttons that have a text. Buttons with only an icon are left out. */
export const buttonLabels = (buttons: readonly HTMLElement[]) =>
  buttons.map((button) => button.textContent).filter((label) => label !== '');
export const menuActionLabels = (menu: Awaited<ReturnType<typeof openInvitationMenu>>) =>
  buttonLabels(menu.getAllByRole('button').filter((button) => button.closest('ul') === null));

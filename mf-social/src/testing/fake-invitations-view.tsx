import { getInvitations, getRestaurant, meTopic } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import { anAttendee, anInvitation, aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { InvitationsSheet } from '../features/invitations';

/** Attendee who is the reader. */
export const ownAttendee = anAttendee({ key: 'uid-frieda-01', name: 'Frieda Petersen', status: 'accepted' });
/** Attendee who isn't the reader. */
export const mehmet = anAttendee({ status: 'accepted' });
/** Invitation that the reader has sent. */
export const ownInvitation = anInvitation({ status: 'accepted', attendees: [ownAttendee, mehmet] });
/** Invitation by Mehmet that the reader has not answered yet. */
export const receivedInvitation = anInvitation({
  isOwn: false,
  attendees: [mehmet, { ...ownAttendee, status: 'pending' }],
});

interface RenderOptions extends ScenarioShellOptions {
  readonly invitations?: readonly Invitation[];
}

/** Mock of the callback of the button that starts a meetup. */
export const onStart = jest.fn();

/** Renders the list of invitations for a verified member. */
export const renderInvitations = ({ invitations = [], answers = [], topics = {}, ...more }: RenderOptions = {}) =>
  renderWithShell(<InvitationsSheet isStarting={false} onStart={onStart} onClose={() => undefined} />, {
    session: 'verified',
    topics: { [meTopic]: { invitations }, ...topics },
    answers: [...answers, answer(getInvitations, []), answer(getRestaurant, aRestaurant({ key: 'elbkantine' }))],
    ...more,
  });

/** Waits for the row of an invitation and returns it. */
export const findInvitationRow = (name = 'Elbkantine') => screen.findByRole('button', { name });
/** Opens the menu of an invitation and returns the queries inside of it. */
export const openMenu = async (user: ReturnType<typeof renderInvitations>['user'], name = 'Elbkantine') => {
  await user.click(await findInvitationRow(name));
  return within(await screen.findByRole('dialog', { name }));
};
/** Returns the list of attendees in a menu. */
export const attendeeListIn = (menu: Awaited<ReturnType<typeof openMenu>>) =>
  within(menu.getByRole('list', { name: 'Wer kommt' }));
/** Returns the labels of the buttons that have a text. Buttons with only an icon are left out. */
export const buttonLabels = (buttons: readonly HTMLElement[]) =>
  buttons.map((button) => button.textContent).filter((label) => label !== '');
/** Returns the labels of the actions in a menu. */
export const menuActionLabels = (menu: Awaited<ReturnType<typeof openMenu>>) =>
  buttonLabels(menu.getAllByRole('button').filter((button) => button.closest('ul') === null));

import { act, screen } from '@testing-library/react';
import { createFakeShellServices, renderWithServices } from '../fake-shell-services';
import { ModalHost } from './modal-screen';

/** Options of the fake services. */
export type ServicesOptions = Parameters<typeof createFakeShellServices>[0];

/** Screens of each kind of access. */
export const screens = [
  { key: 'details' },
  { key: 'orders', access: 'loggedIn' },
  { key: 'login', access: 'notLoggedIn' },
  { key: 'invitationdraft', access: 'verified', isValid: ([draft]: readonly string[]) => draft === 'neu' },
  { key: 'main', region: 'main' },
] as const;

/** Waits until the promises of a change of the screen are settled. */
export const waitTurns = () =>
  act(async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  });

/** Renders the modal screen of an address. */
export const renderModalHost = async (options: ServicesOptions) => {
  const fakeServices = createFakeShellServices({ screens, ...options });
  const { container } = renderWithServices(fakeServices, <ModalHost services={fakeServices.services} />);
  await waitTurns();
  return {
    ...fakeServices,
    container,
    visibleScreens: () => screen.queryAllByRole('region').map((region) => region.getAttribute('aria-label')),
  };
};

/** Gives jsdom modal dialogs, which it doesn't implement. */
export const mockModalDialogs = (): void => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
};

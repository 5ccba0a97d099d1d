import { act, screen } from '@testing-library/react';
import { createFakeShellServices, renderWithServices } from '../fake-shell-services';
import { ModalHost } from './modal-screen';

/** Options of the shell's fake services. */
export type ServicesOptions = Parameters<typeof createFakeShellServices>[0];

/** Test screens: one for each kind of access, such as everybody or members only. */
export const screens = [
  { key: 'details' },
  { key: 'orders', access: 'loggedIn' },
  { key: 'login', access: 'notLoggedIn' },
  { key: 'invitationdraft', access: 'verified', isValid: ([draft]: readonly string[]) => draft === 'neu' },
  { key: 'main', region: 'main' },
] as const;

/** Waits until the promises that a change of the screen starts are settled. */
export const waitTurns = () =>
  act(async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  });

/** Renders the modal screen that the address names. */
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

/** Adds modal dialogs to jsdom, which doesn't implement them. */
export const mockModalDialogs = (): void => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
};

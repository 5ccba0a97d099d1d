import { useEffect } from 'react';
import type { ShellServices } from '../chrome';
import { useObservable } from '../use-observable';
import { ModalScreen } from './modal-screen';
import { remoteOfModal } from './remote-of-modal';

/** Shows the one modal screen that the hash names; an unknown key shows nothing. A new key is a new screen. */
export const ModalHost = ({ services }: { readonly services: ShellServices }) => {
  const { modal } = useObservable(services.router);
  const remote = modal === null ? null : remoteOfModal(services.lookup, modal.key);
  const { focus } = services;
  const isOpen = remote !== null;

  useEffect(() => {
    if (!isOpen) return;
    focus.noteOpener();
    return () => focus.restore();
  }, [focus, isOpen]);

  if (modal === null || remote === null) return null;
  return <ModalScreen key={modal.key} services={services} remote={remote} address={modal} />;
};

import { useEffect } from 'react';
import type { Chrome } from '../chrome';
import { useObservable } from '../use-observable';
import { ModalScreen } from './modal-screen';
import { remoteOfModal } from './remote-of-modal';

/** Shows the one modal screen that the hash names; an unknown key shows nothing. A new key is a new screen. */
export const ModalHost = ({ chrome }: { readonly chrome: Chrome }) => {
  const { modal } = useObservable(chrome.router);
  const remote = modal === null ? null : remoteOfModal(chrome.lookup, modal.key);
  const { focus } = chrome;
  const isOpen = remote !== null;

  useEffect(() => {
    if (!isOpen) return;
    focus.noteOpener();
    return () => focus.giveBack();
  }, [focus, isOpen]);

  if (modal === null || remote === null) return null;
  return <ModalScreen key={modal.key} chrome={chrome} remote={remote} address={modal} />;
};

import { errorText, useShell } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType } from 'react';
import { useTexts } from './cards';

const load = () => import('./add-card');

type AddCardProps = Parameters<Awaited<ReturnType<typeof load>>['AddCard']>[0];

interface AddCardButtonProps {
  /** The new card can pay. Its id is empty where nobody knows it any more. */
  readonly onSaved: (cardId: string) => void;
  /** The form was left, with a card or without. */
  readonly onClose?: () => void;
  /** The address asks for the form: it opens with that, and closes once the address asks for it no more. */
  readonly isAskedFor?: boolean;
  /** The pre-authorisation with which the bank's page has led here, outside of its frame. */
  readonly returnedId?: string | null;
}

/** Leads to the form of a new card, over what is there. The form comes when it is wanted. */
export const AddCardButton = ({ onSaved, onClose, isAskedFor = false, returnedId = null }: AddCardButtonProps) => {
  const t = useTexts();
  const { snackbar, track } = useShell();
  const [AddCard, setAddCard] = useState<ComponentType<AddCardProps> | null>(null);
  const [isOpen, setIsOpen] = useState(isAskedFor);
  const [wasAskedFor, setWasAskedFor] = useState(isAskedFor);
  if (isAskedFor !== wasAskedFor) {
    setWasAskedFor(isAskedFor);
    setIsOpen(isAskedFor);
  }
  const isWanted = isOpen && AddCard === null;
  const onFailed = useEffectEvent((error: unknown) => {
    // Without a connection its script doesn't come.
    setIsOpen(false);
    snackbar({ tone: 'error', text: errorText(error) });
  });
  const loadForm = useEffectEvent(() => track(load()));
  useEffect(() => {
    if (isWanted) void loadForm().then((loaded) => setAddCard(() => loaded.AddCard), onFailed);
  }, [isWanted]);
  const close = (): void => {
    setIsOpen(false);
    onClose?.();
  };
  const saved = (cardId: string): void => {
    close();
    onSaved(cardId);
  };
  return (
    <>
      <Button variant="second" isBlock icon={Plus} onClick={() => setIsOpen(true)}>{t('AddCreditCard')}</Button>
      {isOpen && AddCard !== null && <AddCard returnedId={returnedId} onBack={close} onClose={close} onSaved={saved} />}
    </>
  );
};

import { errorText, useShell } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType } from 'react';
import { useTexts } from './cards';

const load = () => import('./add-card');

type AddCardProps = Parameters<Awaited<ReturnType<typeof load>>['AddCard']>[0];

interface AddCardButtonProps {
  /** Whether the form is open. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** The form was left, with a card or without. */
  readonly onClose: () => void;
  /** The new card can pay. Its id is empty where nobody knows it any more. */
  readonly onSaved?: (cardId: string) => void;
  /** The pre-authorisation with which the bank's page has led here, outside of its frame. */
  readonly returnedId?: string | null;
}

/** Leads to the form of a new card, over what is there. The form comes when it is wanted. */
export const AddCardButton = ({ isOpen, onOpen, onClose, onSaved, returnedId = null }: AddCardButtonProps) => {
  const t = useTexts();
  const { snackbar, track } = useShell();
  const [AddCard, setAddCard] = useState<ComponentType<AddCardProps> | null>(null);
  const isWanted = isOpen && AddCard === null;
  const onFailed = useEffectEvent((error: unknown) => {
    // Without a connection its script doesn't come.
    onClose();
    snackbar({ tone: 'error', text: errorText(error) });
  });
  const loadForm = useEffectEvent(() => track(load()));
  useEffect(() => {
    if (isWanted) void loadForm().then((loaded) => setAddCard(() => loaded.AddCard), onFailed);
  }, [isWanted]);
  const saved = (cardId: string): void => {
    onClose();
    onSaved?.(cardId);
  };
  return (
    <>
      <Button variant="second" isBlock icon={Plus} onClick={onOpen}>{t('AddCreditCard')}</Button>
      {isOpen && AddCard !== null && <AddCard returnedId={returnedId} onBack={onClose} onClose={onClose} onSaved={saved} />}
    </>
  );
};

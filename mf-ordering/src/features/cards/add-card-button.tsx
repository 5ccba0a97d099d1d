import { storedText, useLazyPart, userStorageKey, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { DISCARDED_CARDS, useTexts } from './cards';

const importAddCard = () => import('./add-card');

interface FormAddress {
  /** Where the form is open. */
  readonly form: ScreenAddress;
  /** What lies below it. */
  readonly below: ScreenAddress;
}

/** The form of a new card as an address of its own: the browser's Back leads to what lies below. */
const useFormAddress = ({ form, below }: FormAddress) => {
  const { navigation } = useShell();
  /**
   * How long the history was with the form as its last entry; null: it was come to by its address, with nothing below
   * it.
   */
  const opened = useRef<number | null>(null);
  return {
    open(): void {
      navigation.open(form.key, ...form.params);
      opened.current = window.history.length;
    },
    leave(): void {
      // A bank's frame puts entries of its own above the form, from which Back leads nowhere once it is gone.
      if (opened.current === window.history.length) navigation.back();
      else navigation.replace(below.key, ...below.params);
      opened.current = null;
    },
  };
};

/** What was discarded on an earlier page, and the gateway hasn't heard of, is gone on with where cards are shown. */
const useDiscarding = (): void => {
  const shell = useShell();
  const uid = useUid();
  useEffect(() => {
    if (uid === null || storedText(() => window.localStorage, userStorageKey(uid, DISCARDED_CARDS)).read() === null)
      return;
    // Without a connection its script doesn't come; the next page tries again.
    void importAddCard().then(
      ({ resumeDiscarding }) => resumeDiscarding(shell),
      () => undefined,
    );
  }, [shell, uid]);
};

interface AddCardButtonProps extends FormAddress {
  /** Whether the address asks for the form. */
  readonly isOpen: boolean;
  /** The new card can pay. Its id is empty where nobody knows it any more. */
  readonly onSaved?: (cardId: string) => void;
  /** The pre-authorisation with which the bank's page has led here, outside of its frame. */
  readonly returnedId?: string | null;
}

/** Leads to the form of a new card, over what is there. The form comes when it is wanted. */
export const AddCardButton = ({ isOpen, form, below, onSaved, returnedId = null }: AddCardButtonProps) => {
  const t = useTexts();
  const { open, leave } = useFormAddress({ form, below });
  useDiscarding();
  const { part, load } = useLazyPart(importAddCard);
  const isWanted = isOpen && part === null;
  const loadForm = useEffectEvent(async () => {
    // The form's script can't be fetched without a connection.
    if (!(await load())) leave();
  });
  useEffect(() => {
    if (isWanted) void loadForm();
  }, [isWanted]);
  const saved = (cardId: string): void => {
    leave();
    onSaved?.(cardId);
  };
  return (
    <>
      <Button variant="second" isBlock icon={Plus} onClick={open}>
        {t('AddCreditCard')}
      </Button>
      {isOpen && part !== null && (
        <part.AddCard returnedId={returnedId} onBack={leave} onClose={leave} onSaved={saved} />
      )}
    </>
  );
};

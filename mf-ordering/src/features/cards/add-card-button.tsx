import { storedText, useLazyPart, userStorageKey, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { DISCARDED_CARDS, useTexts } from './cards';

const importAddCard = () => import('./add-card');

interface FormAddress {
  /** Address at which the form is open. */
  readonly form: ScreenAddress;
  /** Address below the form. */
  readonly nextAddress: ScreenAddress;
}

/** Opens and closes the form at an address of its own: the browser's Back leads to the address below. */
const useFormAddress = ({ form, nextAddress }: FormAddress) => {
  const { navigation } = useShell();
  /**
   * Length of the history when the form was its last entry; null: the page was opened at the form's address, with
   * nothing below.
   */
  const openedAtLength = useRef<number | null>(null);
  return {
    open(): void {
      navigation.open(form.key, ...form.params);
      openedAtLength.current = window.history.length;
    },
    leaveScreen(): void {
      // A bank's frame adds history entries above the form; Back leads nowhere from them once the frame is gone.
      if (openedAtLength.current === window.history.length) navigation.back();
      else navigation.replace(nextAddress.key, ...nextAddress.params);
      openedAtLength.current = null;
    },
  };
};

/**
 * Continues to discard cards that an earlier page has discarded and the gateway doesn't know of, wherever cards are
 * shown.
 */
const useDiscarding = (): void => {
  const shell = useShell();
  const uid = useUid();
  useEffect(() => {
    if (uid === null || storedText(() => window.localStorage, userStorageKey(uid, DISCARDED_CARDS)).read() === null)
      return;
    // Without a connection the script doesn't load; the next page tries again.
    void importAddCard().then(
      ({ resumeDiscarding }) => resumeDiscarding(shell),
      () => undefined,
    );
  }, [shell, uid]);
};

interface AddCardButtonProps extends FormAddress {
  /** Whether the address asks for the form. */
  readonly isOpen: boolean;
  /** Runs when the new card can be used. Its id is empty where it is unknown by now. */
  readonly onSaved?: (cardId: string) => void;
  /** Pre-authorisation with which the bank's page has led here, outside of its frame. */
  readonly returnedId?: string | null;
}

/** Button that opens the form of a new card over the present page. The form's script loads on demand. */
export const AddCardButton = ({ isOpen, form, nextAddress, onSaved, returnedId = null }: AddCardButtonProps) => {
  const t = useTexts();
  const { open, leaveScreen } = useFormAddress({ form, nextAddress });
  useDiscarding();
  const { part, load } = useLazyPart(importAddCard);
  const isWanted = isOpen && part === null;
  const loadForm = useEffectEvent(async () => {
    // Without a connection the script doesn't load.
    if (!(await load())) leaveScreen();
  });
  useEffect(() => {
    if (isWanted) void loadForm();
  }, [isWanted]);
  const onCardSaved = (cardId: string): void => {
    leaveScreen();
    onSaved?.(cardId);
  };
  return (
    <>
      <Button variant="second" isBlock icon={Plus} onClick={open}>
        {t('AddCreditCard')}
      </Button>
      {isOpen && part !== null && (
        <part.AddCard returnedId={returnedId} onBack={leaveScreen} onClose={leaveScreen} onSaved={onCardSaved} />
      )}
    </>
  );
};

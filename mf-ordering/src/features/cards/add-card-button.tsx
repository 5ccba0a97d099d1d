import { createStoredText, useLazyPart, userStorageKey, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { DISCARDED_CARDS_STORAGE_NAME, useTexts } from './cards';

const importAddCard = () => import('./add-card');

interface CardFormAddress {
  /** Screen address (key and parameters) at which the form for a new card is open. */
  readonly formAddress: ScreenAddress;
  /** Screen address to which the user gets after closing the form for a new card. */
  readonly nextAddress: ScreenAddress;
}

/**
 * Opens and closes the form for a new card at a screen address of its own, so that the browser's Back closes the form.
 */
const useFormAddress = ({ formAddress, nextAddress }: CardFormAddress) => {
  const { navigation } = useShell();
  /**
   * Length of the browser's history when the form was its last entry. Null: the page was loaded at the form's address,
   * so that no entry of the app is before it.
   */
  const historyLengthAtOpen = useRef<number | null>(null);
  return {
    open(): void {
      navigation.open(formAddress.key, ...formAddress.params);
      historyLengthAtOpen.current = window.history.length;
    },
    leaveScreen(): void {
      // A bank's iframe adds history entries after the form. Once the iframe is gone, Back would only step through
      // these entries, so the address is replaced instead.
      if (historyLengthAtOpen.current === window.history.length) navigation.back();
      else navigation.replace(nextAddress.key, ...nextAddress.params);
      historyLengthAtOpen.current = null;
    },
  };
};

/**
 * Continues to remove cards that the user discarded on an earlier page, if the gateway has not confirmed the removal
 * yet. Runs wherever cards are shown.
 */
const useResumeCardDiscarding = (): void => {
  const shell = useShell();
  const uid = useUid();
  useEffect(() => {
    if (
      uid === null ||
      createStoredText(() => window.localStorage, userStorageKey(uid, DISCARDED_CARDS_STORAGE_NAME)).read() === null
    )
      return;
    // Without a connection the script can't be loaded; the next page then tries again.
    void importAddCard().then(
      ({ resumeDiscarding }) => resumeDiscarding(shell),
      () => undefined,
    );
  }, [shell, uid]);
};

interface AddCardButtonProps extends CardFormAddress {
  /** Whether the current screen address is that of the form for a new card. */
  readonly isOpen: boolean;
  /** Called when payments can use the new card. The id is empty if the card's id is still unknown. */
  readonly onSaved?: (cardId: string) => void;
  /**
   * Id of the card's pre-authorisation. The bank's page adds it to the URL when it redirects the whole page back to the
   * app instead of its iframe.
   */
  readonly returnedId?: string | null;
}

/** Button that opens the form for a new card over the current screen. The form's script is loaded on demand. */
export const AddCardButton = ({ isOpen, formAddress, nextAddress, onSaved, returnedId = null }: AddCardButtonProps) => {
  const t = useTexts();
  const { open, leaveScreen } = useFormAddress({ formAddress, nextAddress });
  useResumeCardDiscarding();
  const { part, load } = useLazyPart(importAddCard);
  const isFormWanted = isOpen && part === null;
  const loadCardForm = useEffectEvent(async () => {
    // Without a connection the script can't be loaded; the form is then closed again.
    if (!(await load())) leaveScreen();
  });
  useEffect(() => {
    if (isFormWanted) void loadCardForm();
  }, [isFormWanted]);
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

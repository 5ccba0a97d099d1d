import { Stack, TextLink } from '@mahlzeit/shared-ui/ui';
import { useEffect, useRef } from 'react';
import type { DialogParts } from '../dialog-parts';
import type { Router } from '../router';
import { useTexts } from '../shell-texts';
import { useObservable } from '../use-observable';
import type { PolicyWatch } from './watch-policy';

interface PolicyHostProps {
  readonly policy: Omit<PolicyWatch, 'stop'>;
  readonly dialogParts: DialogParts;
  readonly router: Pick<Router, 'get' | 'subscribe' | 'hrefOf'>;
  /** Whether the policy can be read here. */
  readonly isReadable: boolean;
}

/** The policy's own screen: whoever reads it isn't asked meanwhile. */
const READING = { key: 'settings', param: 'privacy' } as const;

/** Loads the dialog when it is needed; where that fails, again as soon as the network is back. */
const useDialogWhen = (isNeeded: boolean, dialogParts: DialogParts): void => {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const load = (): void => void dialogParts.load();
    load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [isNeeded, dialogParts]);
};

/** Demands that the policy is accepted; nothing else can be done before, but to read it. */
export const PolicyHost = ({ policy, dialogParts, router, isReadable }: PolicyHostProps) => {
  const t = useTexts();
  const isDue = useObservable(policy);
  const { modal } = useObservable(router);
  const parts = useObservable(dialogParts);
  const isAnswering = useRef(false);
  useDialogWhen(isDue, dialogParts);

  const isReading = modal?.key === READING.key && modal.params[0] === READING.param;
  if (!isDue || isReading || parts === null) return null;
  const answer = async (choice: string | null): Promise<void> => {
    if (isAnswering.current) return;
    isAnswering.current = true;
    await (choice === 'accept' ? policy.accept() : policy.decline());
    isAnswering.current = false;
  };
  const actions = [
    { id: 'decline', label: t('PolicyDecline'), tone: 'safe' },
    { id: 'accept', label: t('PolicyAccept'), tone: 'primary' },
  ] as const;
  return (
    <parts.AlertDialog title={t('PolicyTitle')} actions={actions} isDismissable={false} onChoose={(choice) => void answer(choice)}>
      <Stack $gap={8}>
        {t('PolicyMessage')}
        {isReadable && <span><TextLink href={router.hrefOf(READING.key, READING.param)}>{t('PolicyRead')}</TextLink></span>}
      </Stack>
    </parts.AlertDialog>
  );
};

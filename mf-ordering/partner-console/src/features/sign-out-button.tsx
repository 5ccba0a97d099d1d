import { Button } from '@mahlzeit/shared-ui/ui';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import { useState } from 'react';
import { useTexts } from '../console-texts';
import { usePartner } from '../platform';

/** Button that signs this device out. It asks for confirmation, because the device shows no orders without a token. */
export const SignOutButton = ({ icon }: { readonly icon: IconSource }) => {
  const t = useTexts();
  const { signOut } = usePartner();
  const [isConfirmationOpen, setIsConfirmationOpen] = useState(false);
  const onConfirmationAnswer = (id: string | null): void => {
    setIsConfirmationOpen(false);
    if (id === 'leave') signOut();
  };
  return (
    <>
      <Button variant="quiet" icon={icon} onClick={() => setIsConfirmationOpen(true)}>
        {t('SignOut')}
      </Button>
      {isConfirmationOpen && (
        <AlertDialog
          title={t('SignOutTitle')}
          actions={[
            { id: 'stay', label: t('StaySignedIn'), tone: 'safe' },
            { id: 'leave', label: t('SignOut'), tone: 'danger' },
          ]}
          onChoose={onConfirmationAnswer}
        >
          {t('SignOutText')}
        </AlertDialog>
      )}
    </>
  );
};

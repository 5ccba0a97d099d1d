import { LinkButton } from '@mahlzeit/shared-ui/ui';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import { Checkbox } from '@mahlzeit/shared-ui/ui/form';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import { useTexts } from '../../account-texts';
import { LegalSheet } from '../legal';

type ConsentField = Omit<ComponentProps<typeof Checkbox>, 'children'>;

interface RegistrationConsentsProps {
  readonly visible: ConsentField;
  readonly policyAccepted: ConsentField;
}

/** What a new account asks: whether others may find one, and the consent that the law wants. Explanations open above, so that nothing typed is lost. */
const RegistrationConsents = ({ visible, policyAccepted }: RegistrationConsentsProps) => {
  const t = useTexts();
  const [explained, setExplained] = useState<'visible' | 'policy' | null>(null);
  const close = () => setExplained(null);
  return (
    <div>
      <Checkbox {...visible}>
        {t('Visible')} <LinkButton onClick={() => setExplained('visible')}>{t('VisibleExplain')}</LinkButton>
      </Checkbox>
      <Checkbox {...policyAccepted}>
        {t('PolicyBefore')} <LinkButton onClick={() => setExplained('policy')}>{t('Policy')}</LinkButton> {t('PolicyAfter')}
      </Checkbox>
      {explained === 'visible' && (
        <AlertDialog title={t('VisibleTitle')} actions={[{ id: 'ok', label: t('Understood'), tone: 'primary' }]} onChoose={close}>
          {t('VisibleText')}
        </AlertDialog>
      )}
      {explained === 'policy' && <LegalSheet kind="privacy" onClose={close} />}
    </div>
  );
};

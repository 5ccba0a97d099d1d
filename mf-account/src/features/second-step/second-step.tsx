import { beginSecondStep } from '@mahlzeit/contract';
import type { SecondStep as SecondStepState, SecondStepSecret } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { createSingleFlight, errorText, formatDate, useLazyPart, useShell } from '@mahlzeit/shared-ui/platform';
import {
  Banner,
  Button,
  Icon,
  LinkButton,
  Row,
  Rows,
  RowSkeletons,
  Section,
  Small,
  Stack,
} from '@mahlzeit/shared-ui/ui';
import { ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../account-texts';
import { useFreshProof } from '../fresh-proof';
import { useSecondStep } from './second-step-api';

interface SecondStepRowProps {
  readonly secondStep: SecondStepState;
  readonly onEnd: () => void;
}

const SecondStepRow = ({ secondStep: { since, recoveryCodesLeft }, onEnd }: SecondStepRowProps) => {
  const t = useTexts();
  return (
    <Rows>
      <Row
        leading={<Icon source={ShieldCheck} size={24} />}
        title={t('SecondStepOn', { date: since === null ? '' : formatDate(berlinDay(since)) })}
        text={t('RecoveryCodesLeft', { count: recoveryCodesLeft })}
        trailing={
          <Button variant="quiet" size="small" onClick={onEnd}>
            {t('TurnOff')}
          </Button>
        }
      />
    </Rows>
  );
};

/** Section of a screen that shows whether logins by password need a second step (a code), and turns it on or off. */
export const SecondStep = () => {
  const t = useTexts();
  const { apiClient, snackbar, track } = useShell();
  const { secondStep, hasFailed, reload } = useSecondStep();
  const { withFreshProof, proofSheet } = useFreshProof();
  const { part: sheets, load: loadSheets } = useLazyPart(() => import('./sheets'));
  const [singleFlight] = useState(createSingleFlight);
  const [secret, setSecret] = useState<SecondStepSecret | null>(null);
  const [isEnding, setIsEnding] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);

  const setUp = async (): Promise<void> => {
    if (!(await loadSheets())) return;
    const answer = await withFreshProof(() => track(apiClient.call(beginSecondStep, {})));
    if (answer === null) return;
    if (answer.ok) return setSecret(answer.value);
    snackbar({ tone: 'error', text: errorText(answer.error) });
    // The state is loaded again, because another device may have turned the second step on.
    reload();
  };
  const openEnding = async (): Promise<void> => {
    if (await loadSheets()) setIsEnding(true);
  };
  const closeAfterEnd = (): void => {
    setIsEnding(false);
    reload();
    title.current?.focus();
    snackbar({ tone: 'success', text: t('SecondStepEnded') });
  };

  return (
    <Section title={t('SecondStep')} titleRef={title} isSmall>
      <Stack $gap={12}>
        <Small $tone="quiet">{t('SecondStepLead')}</Small>
        {hasFailed && (
          <Banner tone="warn" action={<LinkButton onClick={reload}>{t('TryAgain')}</LinkButton>}>
            {t('SecondStepFailed')}
          </Banner>
        )}
        {secondStep === null && !hasFailed && <RowSkeletons count={1} />}
        {secondStep !== null && secondStep.since !== null && (
          <SecondStepRow secondStep={secondStep} onEnd={() => void openEnding()} />
        )}
        {secondStep !== null && secondStep.since === null && (
          <Button variant="second" isBlock icon={ShieldCheck} onClick={() => void singleFlight.run(setUp)}>
            {t('SetUpSecondStep')}
          </Button>
        )}
      </Stack>
      {sheets !== null && secret !== null && (
        <sheets.SetUpSheet secret={secret} onTurnedOn={reload} onClose={() => setSecret(null)} />
      )}
      {sheets !== null && isEnding && <sheets.EndSheet onEnded={closeAfterEnd} onClose={() => setIsEnding(false)} />}
      {proofSheet}
    </Section>
  );
};

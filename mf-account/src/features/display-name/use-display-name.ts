import { patchMe } from '@mahlzeit/contract';
import type { Account } from '@mahlzeit/contract';
import { judgeNewName } from '@mahlzeit/contract/rules';
import type { GatewayFailure } from '@mahlzeit/shared-ui/platform';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';

interface NameValues {
  readonly displayName: string;
}

const verdicts = { empty: 'ErrorNameEmpty', tooLong: 'ErrorNameTooLong', ErrorNameIdentical: 'ErrorNameIdentical' } as const;

// S1§8: whatever else goes wrong is ErrorUnknown, on the field.
const faultOf = ({ code }: Pick<GatewayFailure, 'code'>) => {
  if (code === 'ErrorNameIdentical') return code;
  return code === 'offline' || code === 'timeout' ? 'ErrorInternetConnection' : 'ErrorUnknown';
};

/** The form's state; a name is judged and saved as it is after cleaning (U06). */
export const useDisplayName = ({ displayName: current }: Pick<Account, 'displayName'>) => {
  const t = useTexts();
  const { gateway, session, navigation, snackbar, track } = useShell();
  const { register, handleSubmit, setError, formState: { errors, isSubmitting } } = useForm<NameValues>({ mode: 'onTouched', reValidateMode: 'onChange', defaultValues: { displayName: current ?? '' } });

  const judge = (typed: string): string | true => {
    const verdict = judgeNewName(typed, current);
    return verdict.ok ? true : t(verdicts[verdict.error]);
  };
  const save = async ({ displayName }: NameValues): Promise<void> => {
    const verdict = judgeNewName(displayName, current);
    if (!verdict.ok) return;
    const answer = await track(gateway.call(patchMe, { body: { displayName: verdict.value } }));
    if (!answer.ok) return setError('displayName', { type: 'gateway', message: t(faultOf(answer.error)) }, { shouldFocus: true });
    session.learn(answer.value);
    snackbar({ tone: 'success', text: t('SuccessEditDisplayName') });
    navigation.back();
  };

  return { submit: handleSubmit(save), isBusy: isSubmitting, field: { ...register('displayName', { validate: judge }), error: errors.displayName?.message } };
};

import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { Body } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../example-name-texts';

declare module '@mahlzeit/shared-ui/platform' {
  interface SlotProps {
    /** Offered by the remote mf-example-name: a line that greets a person. */
    'examplekey/greeting': { readonly personName: string };
  }
}

/** Line that greets a person by name. */
const Greeting = ({ personName }: SlotProps['examplekey/greeting']) => {
  const t = useTexts();
  return <Body>{t('Greeting', { personName })}</Body>;
};

export default Greeting;

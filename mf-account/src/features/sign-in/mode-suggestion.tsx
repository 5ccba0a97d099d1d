import { useShell } from '@mahlzeit/shared-ui/platform';
import { Banner, LinkButton } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../../account-texts';
import type { SignInMode } from './sign-in-rules';

interface ModeSuggestionProps {
  readonly suggestion: SignInMode | 'thirdParty';
  readonly onFollow: (mode: SignInMode) => void;
}

const texts = {
  login: { text: 'SuggestLogin', action: 'LogIn' },
  registration: { text: 'SuggestRegistration', action: 'CreateAccount' },
  thirdParty: { text: 'SuggestThirdParty', action: 'ShowThirdParties' },
} as const;

/** Leads to what the user probably meant, after an error that shows it. */
const ModeSuggestion = ({ suggestion, onFollow }: ModeSuggestionProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { text, action } = texts[suggestion];
  const way = suggestion === 'thirdParty'
    // In place of the login: who comes back from there signed in finds no login to come back to.
    ? <LinkButton onClick={() => navigation.replace('registration')}>{t(action)}</LinkButton>
    : <LinkButton onClick={() => onFollow(suggestion)}>{t(action)}</LinkButton>;
  return <Banner tone="info" action={way}>{t(text)}</Banner>;
};

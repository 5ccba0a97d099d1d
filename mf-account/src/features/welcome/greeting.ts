import type { Account } from '@mahlzeit/contract';
import { text } from '../../account-texts';

/** What to say to who has just come in; a third party may have told neither name nor address. */
export const greetingOf = ({ displayName, email }: Pick<Account, 'displayName' | 'email'>, isNew: boolean): string => {
  const name = displayName ?? email;
  if (name === null) return text(isNew ? 'WelcomeNewNameless' : 'WelcomeBackNameless');
  return text(isNew ? 'WelcomeNew' : 'WelcomeBack', { name });
};

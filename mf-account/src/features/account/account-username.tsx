import { VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { useAccount } from './use-account';

/** Tells password managers whose password a form is about, where that is known; nobody sees, hears or reaches it. */
export const AccountUsername = () => {
  const email = useAccount()?.email ?? null;
  if (email === null) return null;
  return (
    <VisuallyHidden aria-hidden="true">
      <input type="email" name="username" autoComplete="username" tabIndex={-1} readOnly value={email} />
    </VisuallyHidden>
  );
};

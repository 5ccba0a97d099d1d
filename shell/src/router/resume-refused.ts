import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Router } from './router';

interface ResumeRefusedDeps {
  readonly session: Pick<ShellApi['session'], 'get' | 'subscribe'>;
  readonly router: Pick<Router, 'missingStep' | 'resume' | 'subscribe'>;
}

/**
 * Leads the user back to a screen that was refused, once they are logged in or verified, in this tab or another one.
 * Runs from the start of the page, because the user may enter the code on a reloaded page. Returns an unsubscribe
 * function.
 */
export const resumeRefused = ({ session, router }: ResumeRefusedDeps): (() => void) => {
  const resumeWhenAllowed = (): void => {
    const sessionView = session.get();
    const missingStep = router.missingStep();
    if (missingStep === null || sessionView.status !== 'known') return;
    if (missingStep === 'login' ? sessionView.account.loggedIn : sessionView.account.verified) router.resume();
  };
  const stopFunctions = [session.subscribe(resumeWhenAllowed), router.subscribe(resumeWhenAllowed)];
  resumeWhenAllowed();
  return () => stopFunctions.forEach((stop) => stop());
};

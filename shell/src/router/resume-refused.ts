import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Router } from './router';

interface ResumeDeps {
  readonly session: Pick<ShellApi['session'], 'get' | 'subscribe'>;
  readonly router: Pick<Router, 'missingStep' | 'resume' | 'subscribe'>;
}

/**
 * Leads back to the screen that somebody was refused, once they are logged in or verified, in whichever tab or window
 * that happened. It is there from the start: a code may be typed on a page that has just been loaded anew. Returns an
 * unsubscribe function.
 */
export const resumeRefused = ({ session, router }: ResumeDeps): (() => void) => {
  const resume = (): void => {
    const view = session.get();
    const step = router.missingStep();
    if (step === null || view.status !== 'known') return;
    if (step === 'login' ? view.account.loggedIn : view.account.verified) router.resume();
  };
  const stops = [session.subscribe(resume), router.subscribe(resume)];
  resume();
  return () => stops.forEach((stop) => stop());
};

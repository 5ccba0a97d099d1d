import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Button, ErrorState, RowSkeletons, VisuallyHidden } from '../../ui';
import { CenteredMain, TokenForm } from '../../ui/console';
import type { TokenFormTexts } from '../../ui/console';
import { usePageTitle } from '../browser/page-hooks';
import type { TokenSignIn, TokenSignOutReason } from './token-session';

/** Texts of a page whose user signs in with a token. */
export interface TokenSessionTexts extends TokenFormTexts {
  /** Title of the page while nobody is signed in. */
  readonly pageTitle: string;
  /** Text that the page shows while the gateway checks the token. */
  readonly checking: string;
  /** Heading of the page if the gateway can't be reached. */
  readonly unreached: string;
  readonly signOut: string;
}

interface TokenSessionPageProps<Owner, FurtherReason extends string> {
  readonly signIn: TokenSignIn<Owner, FurtherReason>;
  readonly texts: TokenSessionTexts;
  /** Returns the text for the reason that has ended the session. */
  refusalText(reason: Exclude<TokenSignOutReason, 'nobody'> | FurtherReason): string;
  errorText(error: unknown): string;
  /** Renders the page of the user to whom the token belongs. */
  children(owner: Owner): ReactNode;
}

interface UnreachedPageProps {
  readonly texts: TokenSessionTexts;
  /** Advice that is shown below the heading. */
  readonly advice: string;
  readonly signIn: Pick<TokenSignIn<unknown, string>, 'checkToken' | 'signOut'>;
}

const TitledPage = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  usePageTitle(title);
  return children;
};

const CheckingPage = ({ status }: { readonly status: string }) => (
  <CenteredMain>
    <VisuallyHidden role="status">{status}</VisuallyHidden>
    <RowSkeletons />
  </CenteredMain>
);

const UnreachedPage = ({ texts, advice, signIn }: UnreachedPageProps) => (
  <CenteredMain>
    <ErrorState title={texts.unreached} text={advice} level={1} onRetry={() => void signIn.checkToken()} />
    <Button variant="quiet" isBlock onClick={signIn.signOut}>
      {texts.signOut}
    </Button>
  </CenteredMain>
);

/**
 * Page on which a user signs in with a token: the form, the check of the token, and the content once the session is
 * open.
 */
export const TokenSessionPage = <Owner, FurtherReason extends string = never>({
  signIn,
  texts,
  refusalText,
  errorText,
  children,
}: TokenSessionPageProps<Owner, FurtherReason>) => {
  const session = useSyncExternalStore(signIn.onSession, signIn.session);
  if (session.status === 'open') return children(session.owner);
  const signedOutPage = (): ReactNode => {
    switch (session.status) {
      case 'signedOut': {
        const { signOutReason } = session;
        const refusal = signOutReason === 'nobody' ? null : refusalText(signOutReason);
        return <TokenForm texts={texts} refusal={refusal} onSubmit={(token) => void signIn.signIn(token)} />;
      }
      case 'checking':
        return <CheckingPage status={texts.checking} />;
      case 'unreached':
        return <UnreachedPage texts={texts} advice={errorText(session.error)} signIn={signIn} />;
    }
  };
  return <TitledPage title={texts.pageTitle}>{signedOutPage()}</TitledPage>;
};

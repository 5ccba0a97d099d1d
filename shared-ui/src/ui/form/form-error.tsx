import type { ReactNode } from 'react';
import { Banner } from '../feedback';

interface FormErrorProps {
  readonly children: ReactNode;
  /** A LinkButton that helps on. */
  readonly action?: ReactNode;
}

/** Why a form could not be sent, where no single field is to blame. Read out when it comes. */
export const FormError = ({ children, action }: FormErrorProps) => (
  <Banner tone="err" action={action}>
    {children}
  </Banner>
);

import type { Ms } from '@mahlzeit/contract';

/** An e-mail as facts; its texts are made by `renderEmail`. */
export type EmailMessage =
  /** Proves that the address is the reader's own: after registration, on request and after a change of address. */
  | { readonly kind: 'verificationCode'; readonly to: string; /** Six digits. */ readonly code: string }
  /** Leads to where a new password is set. */
  | { readonly kind: 'passwordReset'; readonly to: string; readonly link: string }
  /** Tells the old address that another one has taken its place. */
  | { readonly kind: 'emailChanged'; readonly to: string; readonly newEmail: string }
  /** Confirms that the account is marked for deletion. */
  | { readonly kind: 'accountDeleted'; readonly to: string; /** When it is erased for good. */ readonly erasedAt: Ms }
  /** Confirms that it stays. */
  | { readonly kind: 'accountRestored'; readonly to: string };

/** An e-mail with its texts, ready to be sent. */
export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

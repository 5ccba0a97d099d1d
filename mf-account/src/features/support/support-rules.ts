import type { Deployment } from '@mahlzeit/shared-ui/platform';

/** How the support is reached: by a chat, or by mail to an address. */
type SupportOption =
  | { readonly kind: 'messenger'; readonly href: string }
  | { readonly kind: 'mail'; readonly address: string; readonly href: string };

const mailTo = (address: string, subject?: string): SupportOption =>
  ({ kind: 'mail', address, href: `mailto:${address}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}` });

/** Where general questions go. */
const generalSupport = ({ supportEmail }: Pick<Deployment, 'supportEmail'>): SupportOption => mailTo(supportEmail);

/** Where questions about orders go: the chat where there is one, else mail (S1§2 "support"). */
export const ordersSupport = ({ messengerUrl, paymentSupportEmail }: Pick<Deployment, 'messengerUrl' | 'paymentSupportEmail'>, subject: string): SupportOption =>
  (messengerUrl === null ? mailTo(paymentSupportEmail, subject) : { kind: 'messenger', href: messengerUrl });

import type { Deployment } from '@mahlzeit/shared-ui/platform';

/** How the support is reached: by a chat, or by mail to an address. */
export type SupportWay =
  | { readonly kind: 'messenger'; readonly href: string }
  | { readonly kind: 'mail'; readonly address: string; readonly href: string };

const mailTo = (address: string, subject?: string): SupportWay =>
  ({ kind: 'mail', address, href: `mailto:${address}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}` });

/** Where general questions go. */
export const generalSupport = ({ supportEmail }: Pick<Deployment, 'supportEmail'>): SupportWay => mailTo(supportEmail);

/** Where questions about orders go: the chat where there is one, else mail (S1§2 "support"). */
export const ordersSupport = ({ messengerUrl, paymentSupportEmail }: Pick<Deployment, 'messengerUrl' | 'paymentSupportEmail'>, subject: string): SupportWay =>
  (messengerUrl === null ? mailTo(paymentSupportEmail, subject) : { kind: 'messenger', href: messengerUrl });

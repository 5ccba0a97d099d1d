/**
 * Builds the link to the page that sets a new password. Its token is that of a forgotten password, or that of an undone
 * change of the e-mail address.
 */
export const resetLinkOf = (publicUrl: string, token: string): string => `${publicUrl}/restaurants?resetToken=${token}`;

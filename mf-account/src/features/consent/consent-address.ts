/** Names the choice within the address of the settings; the shell's first question leads there, too. */
export const CONSENT = 'consent';
